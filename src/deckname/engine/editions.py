"""The editions, and which variants each of them knows. Adding one means adding data here: docs/adding-an-edition.md."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from .missions import MAP
from .model import (
    ASSASSIN,
    BYSTANDER,
    Edition,
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

RED, BLUE, GREEN = "red", "blue", "green"
MOST_TOKENS = 25


def _team(side: Side) -> SideSpec:
    return SideSpec(side, agent=side, clues_to=side, judged_by=0, giver_sees=(0,), guesser_sees=())


def _team_edition(id: str, columns: int, rows: int, counts: tuple[int, int, int, int], top_score: int) -> Edition:
    """Two teams race for their own agents on one face of a key; who starts has one more to find (T2).

    `counts`: the starting team's agents, the other's, bystanders, assassins.
    """
    assassins = counts[-1]

    def deal(starter: Side, other: Side) -> MappingProxyType[tuple[str, ...], int]:
        identities = (starter, other, BYSTANDER, ASSASSIN)
        return MappingProxyType({(of,): count for of, count in zip(identities, counts, strict=True) if count})

    return Edition(
        id,
        columns,
        rows,
        sides=(_team(RED), _team(BLUE)),
        deals=MappingProxyType({RED: deal(RED, BLUE), BLUE: deal(BLUE, RED)}),
        together=False,
        modes=(Mode.TEAMS, Mode.COOP, Mode.TRIO),
        options=frozenset({"zero", "unlimited"} | ({"assassin_last"} if assassins else set())),
        extra_guesses=1,
        score_steps=tuple(range(1, top_score + 1)),
    )


CLASSIC = _team_edition("classic", 5, 5, (9, 8, 7, 1), top_score=8)
PICTURES = _team_edition("pictures", 5, 4, (8, 7, 4, 1), top_score=8)
FAMILY_EASY = _team_edition("family-easy", 4, 4, (6, 5, 5, 0), top_score=5)
FAMILY_ADVANCED = _team_edition("family-advanced", 5, 5, (9, 8, 7, 1), top_score=8)

DUET = Edition(
    "duet",
    columns=5,
    rows=5,
    sides=(
        SideSpec("a", agent=GREEN, clues_to="b", judged_by=1, giver_sees=(0,), guesser_sees=(0,)),
        SideSpec("b", agent=GREEN, clues_to="a", judged_by=0, giver_sees=(1,), guesser_sees=(1,)),
    ),
    deals=MappingProxyType(
        {
            None: MappingProxyType(
                {
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
            )
        }
    ),
    together=True,
    modes=(Mode.TEAMS,),
    options=frozenset({"zero", "several_clues", "tokens", "mistakes", "mission"}),
    extra_guesses=None,
    tokens=9,
    score_steps=(6, 9, 11),
)

EDITIONS = MappingProxyType(
    {edition.id: edition for edition in (CLASSIC, PICTURES, FAMILY_EASY, FAMILY_ADVANCED, DUET)}
)


class SetupError(ValueError):
    """A game that can't be laid out. `code` is stable; `details` name what is wrong."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(f"{code}: {details}" if details else code)
        self.code = code
        self.details = details


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
