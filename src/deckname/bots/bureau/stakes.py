"""What a turn is worth: the chance to win after it, from how many cards each side has left and how fast people play.

The spymaster and the guesser weigh every risk by it: who is ahead is careful, who is behind is bold, and a side that
loses in the next turn has nothing to lose. No word and no card is looked at here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import ClassVar

import numpy as np

from deckname.bots.view_reading import answering_side, rivals, seat_of, targets
from deckname.engine.model import ASSASSIN, BYSTANDER, MOST_CARDS, Identity, Mode, Tokens
from deckname.engine.view import View

from .encoder import Floats
from .parameters import PARAMETERS, Parameters

_MOST = MOST_CARDS + 2


# `haste` is what a card found now is worth beyond the chance to win; `honest` how likely a card must be found, once
# those before it are, to be counted in a clue's number, for people go on to the last; `hunch` how much better than
# stopping a card must look that no clue means in all likelihood; `doubt` how much of a manner's caution is in place.


@dataclass(frozen=True)
class TeamStakes:
    """For teams; for one team against an imaginary one, which gets a card per turn (V2), and for the assassin last."""

    ours: int
    theirs: int
    """Of the other team; of several, of the one that has least left."""
    imaginary: bool
    assassin_last: bool
    last_stretch: bool = False
    """After the assassin, where it may come last: the first mistake loses (P7)."""
    parameters: Parameters = PARAMETERS
    others: tuple[int, ...] = ()
    """What any further teams have left (N1): all of them have to be beaten."""
    for_anybody: ClassVar[bool] = True

    @property
    def calm(self) -> float:
        """1 as long as there is time for one card a turn, and nearly 0 if the others are about to win."""
        return min(self.after(1, None) / self.parameters.team_calm, 1.0)

    @property
    def haste(self) -> float:
        return self.parameters.team_haste

    @property
    def honest(self) -> float:
        return self.parameters.team_honest * self.calm

    @property
    def hunch(self) -> float:
        return self.parameters.team_hunch * self.calm

    @property
    def doubt(self) -> float:
        return self.parameters.team_doubt * self.calm

    @property
    def fear(self) -> float:
        return 1 + (self.parameters.team_fear - 1) * self.calm

    def after(self, found: int, miss: Identity | None) -> float:
        """The chance to win if the turn ends with `found` more cards, and with a `miss` of that identity."""
        ours, theirs = self.ours - found, self.theirs
        if self.last_stretch:
            return 0.0 if miss else self.parameters.clean_card**ours
        if miss == ASSASSIN:
            return self.parameters.clean_card**ours if self.assassin_last else 0.0
        if miss not in (None, BYSTANDER):
            theirs -= 1
        if self.assassin_last:  # one more card to find, but an imaginary team wins by its last one all the same (P7)
            ours, theirs = ours + 1, theirs + (not self.imaginary)
        if ours <= 0:
            return 1.0
        if self.imaginary:
            return float(_against_time(self.parameters)[ours, max(theirs - 1, 0)])
        return prod(1 - float(_race(self.parameters)[max(left, 0), ours]) for left in (theirs, *self.others))


@cache
def _race(parameters: Parameters) -> Floats:
    """By cards left of the side to move and of the other: the chance of the side to move."""
    chance = np.full((_MOST, _MOST), 0.5)
    for _ in range(60):
        chance[:, 0], chance[0, :] = 0.0, 1.0
        updated = np.zeros_like(chance)
        for found, share in enumerate(parameters.pace):
            left = np.maximum(np.arange(_MOST) - found, 0)
            calm = 1 - chance[:, left].T
            slipped = 1 - chance[np.maximum(np.arange(_MOST) - 1, 0)][:, left].T
            slipped[:, 1] = 0.0
            turn = (1 - parameters.slip) * calm + parameters.slip * slipped
            turn[left == 0] = 1.0
            updated += share * (1 - parameters.death) * turn
        chance = updated
    chance[:, 0], chance[0, :] = 0.0, 1.0
    return chance


@cache
def _against_time(parameters: Parameters) -> Floats:
    """By own cards and turns left: the chance to be in time."""
    chance = np.zeros((_MOST, _MOST))
    chance[0] = 1.0
    for turns in range(1, _MOST):
        for ours in range(1, _MOST):
            chance[ours, turns] = sum(
                share * (1 - parameters.death) * (chance[max(ours - found, 0), turns - 1] if ours > found else 1.0)
                for found, share in enumerate(parameters.pace)
            )
    return chance


@dataclass(frozen=True)
class DuetStakes:
    """For a game against the tokens, where both sides' agents have to be found (D14, M3-M6)."""

    left: int
    tokens: Tokens
    sudden_death: bool
    ours: int | None = None
    """Whoever gives a clue knows how many of them their own clues have to lead to."""
    parameters: Parameters = PARAMETERS
    for_anybody: ClassVar[bool] = False
    calm: ClassVar[float] = 1.0

    @property
    def hunch(self) -> float:
        return self.parameters.duet_hunch

    @property
    def doubt(self) -> float:
        return self.parameters.duet_doubt

    @property
    def fear(self) -> float:
        return self.parameters.duet_fear

    @property
    def haste(self) -> float:
        """Only who has fewer clues to give than agents to lead to has to hurry."""
        if self.ours is None:
            return 0.0
        return self.parameters.duet_haste * min(max(self._need - 1, 0.0), 1.0)

    @property
    def honest(self) -> float:
        """The fewer clues are left for all agents, the more each has to dare. The last has to speak for whatever is
        left: in sudden death there is nothing else to go by.
        """
        usual, last = self.parameters.duet_honest, self.parameters.duet_honest_last
        if not self._clues_after(self.tokens.left - 1):
            return last
        enough, most = self.parameters.duet_need
        return usual - (usual - last) * min(max((self._need - enough) / (most - enough), 0.0), 1.0)

    @property
    def _need(self) -> float:
        """How many agents each clue that whoever gives this one has left would have to lead to."""
        return (self.ours or 0) / (self._clues_after(self.tokens.left - 1) + 1)

    def _clues_after(self, turns: int) -> int:
        """How many more clues whoever gives this one has: the partner is next, if there is anything left to say."""
        return turns // 2 if self.left > (self.ours or 0) else turns

    def after(self, found: int, miss: Identity | None) -> float:
        left = self.left - found
        if miss == ASSASSIN or (miss and self.sudden_death):
            return 0.0
        if left <= 0:
            return 1.0
        if self.sudden_death:
            return self.parameters.clean_card**left
        cost = 2 if miss and not self.tokens.bystander else 1
        turns = self.tokens.left - cost
        if turns < 0:
            return 0.0
        if self.ours is None:
            return float(_against_tokens(self.parameters, self.parameters.clean_card)[left, turns])
        theirs, clues = self.left - self.ours, self._clues_after(turns)
        chance = _against_tokens(self.parameters, self.parameters.unspoken_card)
        return float(chance[left - theirs, clues] * chance[theirs, turns - clues])


@cache
def _against_tokens(parameters: Parameters, clean: float) -> Floats:
    """By agents and tokens left. With no token left they have to be found without a mistake (D15), each with the chance
    `clean`.
    """
    chance = np.zeros((_MOST, _MOST))
    chance[:, 0] = clean ** np.arange(_MOST)
    chance[0] = 1.0
    for tokens in range(1, _MOST):
        for left in range(1, _MOST):
            chance[left, tokens] = sum(
                share * (1 - parameters.death) * chance[max(left - found, 0), tokens - 1]
                for found, share in enumerate(parameters.duet_pace)
            )
    return chance


Stakes = TeamStakes | DuetStakes


def stakes_of(view: View, parameters: Parameters) -> Stakes:
    """What is at stake for the side whose clue is due or being answered by this seat."""
    edition = view.edition
    if view.tokens is not None:
        (left,) = view.left.values()
        ours = len(targets(view)) if view.legal.clue else None
        return DuetStakes(left, view.tokens, view.sudden_death, ours, parameters)
    side = edition.side[answering_side(view) if view.legal.clue else seat_of(view).side]
    nearest, *others = sorted(rivals(view, side.id))
    return TeamStakes(
        view.left[side.agent],
        nearest,
        view.mode is Mode.COOP,
        _assassin_last(view),
        view.last_stretch is not None,
        parameters,
        tuple(others),
    )


def _assassin_last(view: View) -> bool:
    """Only a game that goes on with all of a side's agents covered, or after the assassin, shows it (P7)."""
    return view.last_stretch is not None or ("assassin_last" in view.edition.options and 0 in view.left.values())
