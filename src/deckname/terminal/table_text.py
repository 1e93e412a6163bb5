"""What a table's screen says beside its cards: whose turn it is, what is left, the clues, what the signs mean."""

from __future__ import annotations

from rich.text import Text

from deckname.engine.model import Identity, Phase, Side
from deckname.engine.view import View

from .hotseat import HotSeat
from .look import mark
from .wording import Wording


class TableText:
    def __init__(self, game: HotSeat, wording: Wording) -> None:
        self.game, self.wording = game, wording

    def whose(self, seen: View) -> str:
        wording, table = self.wording, self.game.table
        if seen.phase is Phase.OVER:
            return wording.say("terminal.final")
        assert self.game.seat
        seat = wording.seat(table, self.game.seat)
        if (asked := self.game.question) and asked.answer is None:
            clue = wording.say("terminal.as_clue", word=asked.word, number=wording.number(asked.number))
            return wording.say("terminal.question_due", seat=seat, clue=clue)
        message = "challenged" if seen.challenged else seen.phase
        covering = wording.side(seen.covering) if seen.covering else ""
        due = wording.in_terms(self.game.plan.edition, "terminal", f"{message}_due", seat=seat, side=covering)
        if seen.clue is None:
            return due
        return f"{wording.clue(seen.clue)}  ·  {due}"

    def counts(self, seen: View) -> str:
        wording = self.wording
        sides = {spec.agent: spec.id for spec in self.game.plan.edition.sides}
        if self.game.plan.edition.together:
            parts = [wording.say("terminal.agents_left", count=seen.left[agent]) for agent in sides]
        else:
            parts = [self._count(seen, agent, side) for agent, side in sides.items()]
        if seen.tokens and seen.tokens.closed:
            tokens = seen.tokens
            parts.append(wording.say("terminal.tokens", bystander=tokens.bystander, closed=tokens.closed))
        elif seen.tokens:
            parts.append(wording.say("terminal.tokens_plain", count=seen.tokens.left))
        parts += [wording.say("terminal.completed", side=wording.side(side)) for side in seen.completed]
        parts += [wording.say("terminal.out", side=wording.side(side)) for side in seen.out]
        if seen.last_stretch:
            parts.append(wording.say("terminal.last_stretch", side=wording.side(seen.last_stretch)))
        if seen.phase is Phase.GUESS and seen.guesses_left is None:
            parts.append(wording.say("terminal.guesses_unlimited"))
        elif seen.phase is Phase.GUESS:
            parts.append(wording.say("terminal.guesses_left", count=seen.guesses_left))
        return "   ".join(parts)

    def _count(self, seen: View, agent: Identity, side: Side) -> str:
        wording = self.wording
        left = wording.say("terminal.left", side=wording.side(side), count=seen.left[agent])
        return f"{mark(seen.edition, agent)} {left}"

    def clues(self, seen: View) -> Text:
        wording = self.wording
        if not seen.log:
            return Text(wording.say("terminal.no_clues"), style="dim")
        text = Text()
        for clue in seen.log:
            struck = "strike" if clue.status == "invalid" else ""
            text.append(wording.clue(clue), style=f"bold {struck}")
            for touch in clue.touched:
                text.append(
                    f"  {mark(seen.edition, touch.identity)} {wording.face(seen.cards[touch.card].face)}",
                    style="dim not bold",
                )
            text.append("\n")
        text.rstrip()
        return text

    def pairings(self, seen: View) -> str:
        """How the two faces of a key go together (D22)."""
        if not seen.pairings:
            return ""
        signs = (("".join(mark(seen.edition, of) for of in pair.identities), pair.count) for pair in seen.pairings)
        lines = (f"{sign} × {count}" for sign, count in signs)
        return "\n".join((self.wording.say("terminal.pairings"), *lines))

    def legend(self) -> str:
        """What the signs mean that this game uses."""
        wording, table, edition = self.wording, self.game.table, self.game.plan.edition
        signs = "\n".join(f"{mark(edition, of)} {wording.identity(table, of)}" for of in edition.looks)
        return f"{wording.say('terminal.legend')}\n{signs}"
