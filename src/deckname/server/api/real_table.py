"""A mind at a real table: the referee, a missing spymaster, a missing operative.

Every question brings its whole table along, and nothing of it is kept or logged: any node can answer. Bots are asked as
at our own tables, with what their seat sees and nothing else (`bots.queries`), and by the same crew, so only a few
questions are let in at once: those who play here never wait behind them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager

from deckname import protocol as wire
from deckname.bots.player import Answer, Question
from deckname.bots.queries import BadQuery, ClueQuery, TouchQuery
from deckname.cards.faces import words_in_play
from deckname.engine.editions import EDITIONS, SetupError, check_cards
from deckname.engine.errors import Refused
from deckname.engine.model import UNLIMITED, Clue, Edition, GiveClue, Guess, Mode, Role, Seat, Side, SideSpec, Touch
from deckname.engine.view import View
from deckname.protocol.endpoints import ApiCall, endpoint
from deckname.referee import Verdict, referee
from deckname.tables.adjudication import ClueCase
from deckname.tables.bot_players import PATIENCE, Thinkers

AT_ONCE = 4
"""Questions that are thought about at a time; whoever comes then is asked to come again."""
_REFUSALS = ("unknown_edition", "bad_board", "busy", "too_fast")
_OTHER_KEY = frozenset({"too_many_found", "not_missed", "no_such_key"})
"""What is wrong with a board where the covers are those of another key."""


class RealTableApi:
    def __init__(self, bots: Thinkers | None, judge: Callable[[ClueCase], Awaitable[Verdict]]) -> None:
        self._bots, self._judge = bots, judge
        self._under_way = 0

    @endpoint(
        "POST",
        "/api/ask/referee",
        "Whether a clue is allowed that was said at a real table",
        body=wire.RefereeQuestion,
        answer=wire.RefereeAnswer,
        refusals=_REFUSALS,
    )
    async def ask_referee(self, call: ApiCall) -> wire.RefereeAnswer:
        asked: wire.RefereeQuestion = call.body
        with self._one_more(call), _told():
            said = await self._judge(_case(asked))
        return wire.RefereeAnswer(said.verdict.value, said.rule, said.card, said.reason, said.complete)

    @endpoint(
        "POST",
        "/api/ask/spymaster",
        "A clue for a real table, by a key that is sent along",
        body=wire.SpymasterQuestion,
        answer=wire.SpymasterAnswer,
        refusals=(*_REFUSALS, "other_key", "nothing_left_to_guess", "no_bots"),
    )
    async def ask_spymaster(self, call: ApiCall) -> wire.SpymasterAnswer:
        with self._one_more(call), _told():
            answer = await self._think(_as_giver(call.body), call.body.language)
        assert isinstance(answer.command, GiveClue)
        return wire.SpymasterAnswer(answer.command.word, answer.command.number, _by(answer))

    @endpoint(
        "POST",
        "/api/ask/operative",
        "What a bot would touch on a real table, or that it would stop",
        body=wire.OperativeQuestion,
        answer=wire.OperativeAnswer,
        refusals=(*_REFUSALS, "nothing_left_to_guess", "no_bots"),
    )
    async def ask_operative(self, call: ApiCall) -> wire.OperativeAnswer:
        with self._one_more(call), _told():
            seen = _as_guesser(call.body)
            if seen.guesses_left == 0:
                return wire.OperativeAnswer(None, None, "")
            answer = await self._think(seen, call.body.language)
        if not isinstance(answer.command, Guess):
            return wire.OperativeAnswer(None, None, _by(answer))
        sure = answer.thought.sure if answer.thought else None
        return wire.OperativeAnswer(answer.command.card, sure and round(sure, 3), _by(answer))

    @contextmanager
    def _one_more(self, call: ApiCall) -> Iterator[None]:
        """For as long as a question is thought about, it takes one of the places."""
        call.limit("advice")
        if self._under_way >= AT_ONCE:
            raise Refused("busy")
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1

    async def _think(self, seen: View, language: str) -> Answer:
        if self._bots is None:
            raise Refused("no_bots")
        return await self._bots.answer(Question(seen, language), PATIENCE)


@contextmanager
def _told() -> Iterator[None]:
    """What is wrong with a board, as a refusal. Its details would quote words that lie there, and stay away."""
    try:
        yield
    except (BadQuery, SetupError) as wrong:
        if wrong.code == "nothing_to_find":
            raise Refused("nothing_left_to_guess") from None
        raise Refused("other_key" if wrong.code in _OTHER_KEY else "bad_board", reason=wrong.code) from None


def _edition(asked: wire.RealTable) -> Edition:
    """The edition that is played there, and whose cards these are."""
    edition = EDITIONS.get(asked.edition)
    if edition is None:
        raise Refused("unknown_edition", edition=asked.edition)
    check_cards(edition, asked.cards)
    if not len(_covers(asked)) == len(_marks(asked)) == edition.size:
        raise BadQuery("bad_covers", edition=edition.id)
    return edition


def _covers(asked: wire.RealTable) -> tuple[str | None, ...]:
    return asked.covers or (None,) * len(asked.cards)


def _marks(asked: wire.RealTable) -> tuple[tuple[str, ...], ...]:
    return asked.marks or ((),) * len(asked.cards)


def _log(asked: wire.RealTable) -> tuple[Clue, ...]:
    sides = EDITIONS[asked.edition].side
    return tuple(
        Clue(
            clue.side,
            clue.word,
            clue.number,
            touched=tuple(Touch(one.card, one.identity, _answering(sides, clue.side)) for one in clue.touched),
        )
        for clue in asked.log
    )


def _answering(sides: Mapping[Side, SideSpec], side: Side) -> Side:
    """Whose guessers answer that side's clues; a side that there is not is found out later."""
    return sides[side].clues_to if side in sides else side


def _case(asked: wire.RefereeQuestion) -> ClueCase:
    edition = _edition(asked)
    number = None if asked.number == UNLIMITED else int(asked.number)
    board = words_in_play(asked.cards, _covers(asked), _marks(asked), len(edition.sides))
    return ClueCase(referee(), asked.word, number, board, asked.language, edition.clues, ())


def _as_giver(asked: wire.SpymasterQuestion) -> View:
    edition, covers = _edition(asked), _covers(asked)
    covered = frozenset(at for at, cover in enumerate(covers) if cover)
    if not edition.together and any(cover not in (None, of) for of, cover in zip(asked.key, covers, strict=False)):
        raise Refused("other_key", reason="other_cover")
    marks = {at: sides for at, sides in enumerate(asked.marks) if sides}
    seat, mode = Seat(asked.side, Role.GIVER), Mode(asked.mode)
    query = ClueQuery(edition.id, asked.cards, asked.key, seat, covered, marks, asked.tokens, _log(asked), mode)
    return query.seen()


def _as_guesser(asked: wire.OperativeQuestion) -> View:
    edition, log = _edition(asked), _log(asked)
    if not log:
        raise BadQuery("nothing_asked")
    covers, marks, mode = _covers(asked), _marks(asked), Mode(asked.mode)
    query = TouchQuery(edition.id, asked.cards, covers, log, asked.starts, mode, marks, asked.tokens)
    return query.seen()


def _by(answer: Answer) -> str:
    return answer.thought.by if answer.thought else ""
