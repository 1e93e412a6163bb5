"""Giving clues: every word of the vocabulary is a candidate, with every number, and the one that wins most is said.

A clue's worth is the chance to win after the turn, by the race of the cards it pulls at, for each kind of listener;
the mean over the listeners is mixed with the worst of them, so that a clue which only one of them understands is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckname.bots import fair_play
from deckname.bots.player import Manner, Question
from deckname.bots.view_reading import judged, rivals, seat_of, still_meant, targets
from deckname.engine.model import ASSASSIN, UNLIMITED, Number
from deckname.engine.view import View
from deckname.referee import Ruling

from .encoder import Floats
from .knowledge import SOURCES, Knowledge
from .listener import Listener, faces_shown
from .parameters import Parameters
from .race import picked_early, right_before_wrong
from .saying import sayable
from .stakes import Stakes

_THOUGHT = SOURCES.index("thought")
_OTHERWISE = [SOURCES.index("sense"), SOURCES.index("mention")]

Places = NDArray[np.integer[Any]]

_ASKED = 40
"""How many clues the referee is shown at most before we settle for the least bad."""


@dataclass(frozen=True, slots=True)
class CluePlan:
    """A clue as it was thought out."""

    word: str
    number: Number
    meant: tuple[int, ...]
    chances: dict[int, float]
    """Per open card, how likely the first guess falls on it."""
    chance: float
    """The chance to win after this turn."""


def plans(knowledge: Knowledge, question: Question, listener: Listener, stakes: Stakes) -> Iterator[CluePlan]:
    """Clues that the referee calls valid and that were not said before, best first."""
    refused: list[tuple[int, CluePlan]] = []
    valid = 0
    for asked, plan in enumerate(_ranked(knowledge, question, listener, stakes)):
        if fair_play.repeats(question, plan.word):
            continue
        severity = fair_play.ruling(question, plan.word, plan.number).severity
        if severity == Ruling.VALID.severity:
            valid += 1
            yield plan
        else:
            refused.append((severity, plan))
        if not valid and asked >= _ASKED:
            break
    if not valid:
        yield from (plan for _, plan in sorted(refused, key=lambda item: item[0]))


def _ranked(knowledge: Knowledge, question: Question, listener: Listener, stakes: Stakes) -> Iterator[CluePlan]:
    identities = judged(question.view)
    ours = targets(question.view)
    cards = [*ours, *(card for card in identities if card not in ours)]
    near = knowledge.near_vocabulary(faces_shown(question.view, cards, knowledge.language))
    said = np.flatnonzero(sayable(knowledge.words, knowledge.language, question.level, stakes.parameters.simple))
    words = said[_shortlist(near[:, said], listener, len(ours), stakes.parameters.shortlists)]
    pulls = listener.pulls(_wary(near[:, words], len(ours), stakes.parameters))
    chance, worth = _worth(
        pulls, [identities[card] for card in cards], len(ours), listener=listener, stakes=stakes, manner=question.manner
    )
    worth = worth - stakes.parameters.familiar * (words / len(knowledge.words))[:, None]
    first = listener.mean(pulls)
    agreed = listener.mean(np.log(pulls[..., : len(ours)]))  # a single odd ear doesn't tell what was meant
    recalled = _recalled(knowledge, question.view, listener, cards, stakes.parameters)[: len(ours)]
    twice = np.cumsum(recalled[np.argsort(-agreed, axis=1)], axis=1)[:, : worth.shape[1]]
    worth = worth - stakes.parameters.recalled * stakes.haste * twice
    for place in np.argsort(-worth.max(axis=1)):
        number = int(worth[place].argmax()) + 1
        likeliest = np.argsort(-agreed[place])[:number]
        yield CluePlan(
            knowledge.words[words[place]],
            number,
            tuple(ours[card] for card in likeliest),
            {card: float(share) for card, share in zip(cards, first[place], strict=True)},
            float(chance[place, number - 1]),
        )


def _wary(near: Floats, ours: int, parameters: Parameters) -> Floats:
    """Our lists of thoughts have gaps. So of our own cards those that nobody seems to think of are taken to be farther
    off, and of others those nearer that a sense or a definition speaks for.
    """
    thoughts = near[_THOUGHT]
    mine, others = thoughts[:, :ours], thoughts[:, ours:]
    mine[mine <= 0] = -parameters.unthought
    elsewhere = near[_OTHERWISE][..., ours:].max(axis=0)
    np.maximum(others, parameters.unwary * elsewhere, out=others)
    return near


def _recalled(
    knowledge: Knowledge, view: View, listener: Listener, cards: Sequence[int], parameters: Parameters
) -> Floats:
    """How likely each card is one that an earlier clue of ours still speaks for: the partner remembers it as well."""
    faces = faces_shown(view, cards, knowledge.language)
    unsaid = np.ones(len(cards))
    for clue in view.log:
        number = still_meant(view.edition, clue, parameters.unsaid)
        if number and clue.number != 0 and clue.side == seat_of(view).side:
            pulls = listener.pulls(knowledge.near(faces, clue.word))
            unsaid *= 1 - parameters.faded * listener.mean(picked_early(pulls, number))
    return 1 - unsaid


def _shortlist(near: Floats, listener: Listener, ours: int, sizes: Sequence[int]) -> Places:
    """The words worth a closer look: those that have one, two … of our cards before all others, by the mean ear."""
    heard = np.tensordot(listener.mean(listener.ears).astype(np.float32), near, axes=1)
    own = -np.sort(-heard[:, :ours], axis=1)
    others = np.logaddexp.reduce(heard[:, ours:], axis=1) if heard.shape[1] > ours else np.zeros(len(heard))
    lead = own - others[:, None]
    chosen = [
        np.argpartition(-lead[:, count], size)[:size] for count, size in enumerate(sizes[:ours]) if size < len(lead)
    ]
    found: Places = np.unique(np.concatenate(chosen)) if chosen else np.arange(len(heard))
    return found


def _worth(
    pulls: Floats, identities: Sequence[str], ours: int, *, listener: Listener, stakes: Stakes, manner: Manner
) -> tuple[Floats, Floats]:
    """Per word and number the chance to win, and what that is worth to us: more where cards are found soon, and less
    where a likely listener takes it badly. `pulls` come per ear, word and card, our cards first.
    """
    parameters = stakes.parameters
    wrong = pulls[..., ours:] * _fears(identities[ours:], stakes.fear * parameters.fear.of(manner))
    most = min(parameters.largest_number, ours)
    runs = right_before_wrong(pulls[..., :ours], wrong.sum(axis=-1), most)
    share = _share_by_kind(wrong, identities[ours:])
    to_win = np.zeros((*runs.shape[:2], most))
    soon = np.zeros_like(to_win)
    failed = np.zeros(runs.shape[:2])  # what the runs that ended early are worth
    reached = np.ones(runs.shape[:2])
    found = np.zeros(runs.shape[:2])
    honest = np.ones((runs.shape[1], most), bool)
    for number in range(1, most + 1):
        lost = sum(share[kind] * stakes.after(number - 1, kind) for kind in share)
        failed = failed + runs[..., number - 1] * lost
        before, reached = reached, reached - runs[..., number - 1]
        honest[:, number - 1] = _honest(before, reached, listener, stakes, first=number == 1)
        found = found + reached
        to_win[..., number - 1] = failed + reached * stakes.after(number, None)
        soon[..., number - 1] = stakes.haste * found
    caution = parameters.worst_case.of(manner) * stakes.doubt
    worth: Floats = (1 - caution) * listener.mean(to_win + soon) + caution * listener.worst(to_win + soon)
    overdone = np.cumsum(~np.logical_and.accumulate(honest, axis=1), axis=1)
    worth -= overdone  # worse than whatever is honest; and if nothing is, the best of it
    return listener.mean(to_win), worth


def _fears(identities: Sequence[str], of_assassin: float) -> Floats:
    return np.array([of_assassin if identity == ASSASSIN else 1.0 for identity in identities])


def _share_by_kind(wrong: Floats, identities: Sequence[str]) -> dict[str, Floats]:
    """Which kind of card the first wrong one is, if there is one."""
    shares = wrong / np.maximum(wrong.sum(axis=-1, keepdims=True), 1e-12)
    kinds = sorted(set(identities))
    return {kind: shares[..., [of == kind for of in identities]].sum(axis=-1) for kind in kinds}


def _honest(before: Floats, reached: Floats, listener: Listener, stakes: Stakes, first: bool) -> NDArray[np.bool_]:
    """Whether one more card is likely to be found, once those before it are: by our partner as we know them, and, where
    there is time to be understood by anybody, by a person, so that whoever seems to go by letters is not given letters.
    """
    if not stakes.for_anybody:
        return first | (listener.mean(reached) >= stakes.honest * listener.mean(before))
    least = stakes.parameters.understood if first else stakes.honest
    by_partner = listener.mean(reached) >= least * listener.mean(before)
    found: NDArray[np.bool_] = by_partner & (reached[listener.person] >= least * before[listener.person])
    return found


def with_expert_number(plan: CluePlan, view: View, parameters: Parameters) -> Number:
    """Unlimited where it helps: cards of earlier clues are still open, and another side is about to win."""
    edition, side = view.edition, seat_of(view).side
    promised = sum(still_meant(edition, clue, 0) for clue in view.log if clue.side == side)
    close = min(rivals(view, side)) <= parameters.unlimited_their_left
    if UNLIMITED in view.legal.clue and promised >= parameters.unlimited_promised and close:
        return UNLIMITED
    return plan.number
