"""The editions, and which variants each of them knows. Adding one means adding data here: docs/adding-an-edition.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from . import clues, looks
from .clues import ClueRules
from .errors import CodedError
from .missions import MAP
from .model import (
    ASSASSIN,
    BYSTANDER,
    Edition,
    Identity,
    Mode,
    Options,
    Phase,
    Setup,
    Side,
    SideSpec,
    Table,
    Tokens,
    is_readable,
)

GREEN = "green"
MOST_TOKENS = 25


_LOOKS = {**looks.TEAMS, BYSTANDER: looks.NOBODY, ASSASSIN: looks.KILLER}


def _team(side: Side) -> SideSpec:
    return SideSpec(side, agent=side, clues_to=side, judged_by=0, giver_sees=(0,), guesser_sees=())


def team_edition(
    id: str,
    columns: int,
    rows: int,
    agents: tuple[int, ...],
    assassins: int = 1,
    *,
    deck: str = "classic",
    clue_rules: ClueRules = clues.WORDS,
    name: str = "",
) -> Edition:
    """Two to four teams race for their own agents on one layer of a key.

    `agents`: how many each team has to find, in the order of play, who starts first (T2, N1). What is neither an agent
    nor an assassin is a bystander.
    """
    if len(agents) > len(looks.TEAMS):
        raise ValueError(f"edition {id}: there are colours for {len(looks.TEAMS)} teams")
    sides = tuple(looks.TEAMS)[: len(agents)]
    counts = (*agents, columns * rows - sum(agents) - assassins, assassins)

    def deal(place: int) -> Mapping[tuple[Identity, ...], int]:
        identities = (*sides[place:], *sides[:place], BYSTANDER, ASSASSIN)
        return {(of,): count for of, count in zip(identities, counts, strict=True) if count}

    two = len(sides) == 2
    return Edition(
        id,
        columns,
        rows,
        sides=tuple(map(_team, sides)),
        deals={side: deal(place) for place, side in enumerate(sides)},
        together=False,
        modes=tuple(Mode) if two else (Mode.TEAMS,),
        options=frozenset({"zero", "unlimited", "gentle"} | ({"assassin_last"} if assassins and two else set())),
        extra_guesses=1,
        deck=deck,
        clues=clue_rules,
        looks={of: _LOOKS[of] for (of,) in deal(0)},
        score_steps=tuple(range(1, agents[-1] + 1)) if two else (),
        name=name,
    )


CLASSIC = team_edition("classic", 5, 5, (9, 8))
PICTURES = replace(
    team_edition("pictures", 5, 4, (8, 7), deck="pictures", clue_rules=clues.PICTURES),
    score_steps=tuple(range(1, 9)),  # V5: the book has words for 8, which can't be reached
    gentle=True,
)


def _family(id: str, columns: int, rows: int, agents: tuple[int, ...], assassins: int) -> Edition:
    """Treasures instead of agents, and a curse instead of an assassin: mild in its words, and mild in its bots."""
    edition = team_edition(id, columns, rows, agents, assassins, deck="family", clue_rules=clues.TREASURES)
    cursed = {ASSASSIN: looks.CURSE} if assassins else {}
    looking = replace(edition, looks={**edition.looks, **cursed}, faces="front", terms="treasure")
    return replace(looking, gentle=True, level="easy")


FAMILY_EASY = _family("family-easy", 4, 4, (6, 5), assassins=0)
FAMILY_ADVANCED = _family("family-advanced", 5, 5, (9, 8), assassins=1)

DUET = Edition(
    "duet",
    columns=5,
    rows=5,
    sides=(
        SideSpec("a", agent=GREEN, clues_to="b", judged_by=1, giver_sees=(0,), guesser_sees=(0,)),
        SideSpec("b", agent=GREEN, clues_to="a", judged_by=0, giver_sees=(1,), guesser_sees=(1,)),
    ),
    deals={
        None: {
            (GREEN, GREEN): 3,
            (GREEN, ASSASSIN): 1,
            (GREEN, BYSTANDER): 5,
            (ASSASSIN, GREEN): 1,
            (ASSASSIN, ASSASSIN): 1,
            (ASSASSIN, BYSTANDER): 1,
            (BYSTANDER, GREEN): 5,
            (BYSTANDER, ASSASSIN): 1,
            (BYSTANDER, BYSTANDER): 7,
        }
    },
    together=True,
    modes=(Mode.TEAMS,),
    options=frozenset({"zero", "several_clues", "tokens", "mistakes", "mission"}),
    extra_guesses=None,
    deck="duet",
    clues=clues.PARTNERS,
    looks={GREEN: looks.PARTNER, BYSTANDER: looks.NOBODY, ASSASSIN: looks.KILLER},
    tokens=9,
    score_steps=(6, 9, 11),
)

EDITIONS = {edition.id: edition for edition in (CLASSIC, PICTURES, FAMILY_EASY, FAMILY_ADVANCED, DUET)}
"""By id. Whoever starts a program with an edition more adds it here before anything is dealt."""


class SetupError(CodedError):
    """A game that can't be laid out."""


def new_table(
    edition: Edition,
    cards: Sequence[str],
    starts: Side | None,
    mode: Mode = Mode.TEAMS,
    options: Options | None = None,
) -> Table:
    """Lay out a game: the cards in their order, nothing covered, the first clue due."""
    options = options or Options()
    check_options(edition, mode, options)
    check_cards(edition, cards)
    if starts not in edition.deals:
        raise SetupError("bad_start", starts=starts)
    tokens = tokens_for(edition, options)
    return Table(
        Setup(edition, mode, options, tuple(cards), starts, tokens),
        Phase.CLUE,
        turn=starts,
        covers=(None,) * edition.size,
        covered_by=(None,) * edition.size,
        marks=((),) * edition.size,
        tokens=tokens,
    )


def check_options(edition: Edition, mode: Mode, options: Options) -> None:
    if mode not in edition.modes:
        raise SetupError("bad_mode", mode=mode.value, edition=edition.id)
    for name, default in vars(Options()).items():
        if getattr(options, name) != default and name not in edition.options:
            raise SetupError("bad_option", option=name, edition=edition.id)
    if options.mission is not None and options.mission not in MAP.cities:
        raise SetupError("no_such_mission", mission=options.mission)
    tokens = tokens_for(edition, options)
    if tokens and not (1 <= tokens.left <= MOST_TOKENS):
        raise SetupError("bad_tokens", tokens=tokens.left, most=MOST_TOKENS)
    if tokens and not (0 <= tokens.bystander <= tokens.left):
        raise SetupError("bad_mistakes", mistakes=tokens.bystander, tokens=tokens.left)
    if options.mission and not _agrees(options):
        raise SetupError("mission_sets_tokens", mission=options.mission)


def _agrees(options: Options) -> bool:
    """Whether tokens and mistakes are left to the mission, or say the same."""
    city = MAP.cities[options.mission or MAP.start]
    return options.tokens in (None, city.turns) and options.mistakes in (None, city.mistakes)


def check_cards(edition: Edition, cards: Sequence[str]) -> None:
    if len(cards) != edition.size:
        raise SetupError("wrong_card_count", cards=len(cards), needed=edition.size, edition=edition.id)
    seen: set[str] = set()
    for card in cards:
        if not card.strip() or not is_readable(card):
            raise SetupError("unreadable_card", card=card)
        if card.lower() in seen:
            raise SetupError("card_twice", card=card)
        seen.add(card.lower())


def tokens_for(edition: Edition, options: Options) -> Tokens | None:
    """The reserve at the start (D3, M2)."""
    if edition.tokens is None:
        return None
    if options.mission:
        city = MAP.cities[options.mission]
        return Tokens(bystander=city.mistakes, closed=city.turns - city.mistakes)
    tokens = edition.tokens if options.tokens is None else options.tokens
    mistakes = tokens if options.mistakes is None else options.mistakes
    return Tokens(bystander=mistakes, closed=tokens - mistakes)
