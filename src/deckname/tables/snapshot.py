"""A table's state as a snapshot, and a snapshot's state: the same in everything that anybody could notice.

A game is laid out and its moves are made again, as when a log is read. Of all else that happened there are traces, and
those are written down as they are: so a snapshot is as large as what is shown, however much went before.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Raw, structs

from deckname.engine.editions import new_table
from deckname.engine.model import parse_seat
from deckname.tables.clock import ClockState
from deckname.tables.events import GameBegan, MovePlayed, Removal
from deckname.tables.game import ClueQuestion, GameState, Member, Objection, PlaceRequest, TakeBack
from deckname.tables.restored import (
    RestoredClock,
    RestoredGame,
    RestoredMember,
    RestoredObjection,
    RestoredQuestion,
    RestoredRefusal,
    RestoredRequest,
    RestoredTakeBack,
    TableRestored,
)
from deckname.tables.state import TableState
from deckname.tables.stored import encode_event, read_event


def snapshot_of(state: TableState) -> TableRestored:
    """Where a table stands now."""
    asked, clock = state.question, state.clock
    return TableRestored(
        seq=state.seq,
        told=state.told,
        opened=state.opened,
        settings=state.settings,
        host=state.host,
        members=_written(state.members.values()),
        games=state.games,
        removals=tuple(state.removed.values()),
        locked=tuple(sorted(state.locked)),
        rotate=state.rotate,
        talk=tuple(state.talk),
        pencil=tuple(state.pencil),
        question=RestoredQuestion(str(asked.by), asked.word, asked.number, asked.answer) if asked else None,
        clock=RestoredClock(clock.step, clock.charged, dict(clock.spent), clock.pause, clock.held),
        game=_written_game(state.game) if state.game else None,
    )


def _written_game(game: GameState) -> RestoredGame:
    back = game.take_back
    setup = game.course.start.setup
    return RestoredGame(
        began=GameBegan(game.began, game.number, setup.cards, setup.starts),
        played=tuple(Raw(encode_event(event)) for event in game.played),
        by_bots=tuple(game.by_bots.items()),
        seen={person: tuple(sorted(layers)) for person, layers in game.seen.items()},
        sat={person: tuple(sorted(places)) for person, places in game.sat.items()},
        first=tuple(sorted(game.first)),
        requests=tuple(
            RestoredRequest(person, asked.place, tuple(sorted(asked.agreed))) for person, asked in game.requests.items()
        ),
        declined=tuple(RestoredRefusal(person, place, clues) for (person, place), clues in game.declined.items()),
        left=_written(game.left.values()),
        nodded=tuple(sorted(game.nodded)),
        objection=_written_objection(game.objection) if game.objection else None,
        upheld=game.upheld,
        take_back=RestoredTakeBack(back.by, tuple(sorted(back.agreed)), back.declined) if back else None,
        held=game.held,
        abandoned=game.abandoned,
        players=_written(game.players),
        unseen=tuple(sorted(game.unseen)),
        opens=game.opens,
    )


def _written_objection(objection: Objection) -> RestoredObjection:
    words = dict(objection.words)
    return RestoredObjection(objection.by, str(objection.seat), objection.since, objection.referee, words)


def _written(members: Iterable[Member]) -> tuple[RestoredMember, ...]:
    return tuple(RestoredMember(**vars(member)) for member in members)


def restore(state: TableState, snapshot: TableRestored) -> None:
    """Bring a new state to where the table stood. It has learnt the key of the game, if there is one."""
    state.seq, state.told = snapshot.seq, snapshot.told
    state.opened, state.host, state.games = snapshot.opened, snapshot.host, snapshot.games
    state.set_up(snapshot.settings)
    state.members = _by_id(snapshot.members)
    removals = (*(Removal(person) for person in snapshot.removed), *snapshot.removals)
    state.removed, state.locked = {removal.person: removal for removal in removals}, set(snapshot.locked)
    state.rotate = snapshot.rotate
    state.talk.extend(snapshot.talk)
    state.pencil = dict.fromkeys(snapshot.pencil)
    if asked := snapshot.question:
        state.question = ClueQuestion(parse_seat(asked.seat), asked.word, asked.number, asked.answer)
    state.clock = ClockState(**structs.asdict(snapshot.clock))
    if snapshot.game:
        state.game = _game(state, snapshot.game)
        state.running = state.game if state.game.running else None


def _game(state: TableState, written: RestoredGame) -> GameState:
    began, settings = written.began, state.settings
    start = new_table(state.edition, began.cards, began.starts, settings.mode, settings.options)
    game = GameState(
        began.number,
        start,
        state.keys[began.number],
        settings.language,
        began.at,
        settings.practice,
        settings.campaign,
        by_bots=dict(written.by_bots),
        seen={person: frozenset(layers) for person, layers in written.seen.items()},
        sat={person: frozenset(places) for person, places in written.sat.items()},
        first=frozenset(written.first),
        requests={asked.person: PlaceRequest(asked.place, frozenset(asked.agreed)) for asked in written.requests},
        declined={(refused.person, refused.place): refused.clues for refused in written.declined},
        left=_by_id(written.left),
        abandoned=written.abandoned,
        players=tuple(_by_id(written.players).values()),
        unseen=frozenset(written.unseen),
        opens=written.opens,
    )
    for entry in written.played:
        played = read_event(entry)
        assert isinstance(played, MovePlayed)
        game.play(played)
    game.nodded, game.upheld, game.held = frozenset(written.nodded), written.upheld, written.held
    if back := written.take_back:
        game.take_back = TakeBack(back.by, frozenset(back.agreed), back.declined)
    if open := written.objection:
        game.objection = Objection(open.by, parse_seat(open.seat), open.since, open.referee, open.words)
    return game


def _by_id(members: Iterable[RestoredMember]) -> dict[str, Member]:
    return {member.id: Member(**structs.asdict(member)) for member in members}
