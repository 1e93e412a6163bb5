"""The rules: what a seat may do, and what comes of it.

    decide(table, key, seat, command) -> events     reads the key, changes nothing, raises Refused
    legal_moves(table, key, seat) -> LegalMoves     exactly what `decide` would take

How the table changes is said in `table`, which never sees the key. No edition is named here: what differs between them
is data in `editions`. Rule ids refer to docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from .errors import Refused
from .model import (
    ASSASSIN,
    CLOCK,
    UNLIMITED,
    CardCovered,
    CardTouched,
    Challenge,
    ChallengeWaived,
    ClueChallenged,
    ClueGiven,
    ClueStatus,
    Command,
    Cover,
    Event,
    GameEnded,
    GiveClue,
    Guess,
    Identity,
    Key,
    LastStretchBegan,
    Number,
    Phase,
    Reason,
    Refusal,
    Role,
    Seat,
    Side,
    SideCompleted,
    SideOut,
    SideSpec,
    Stop,
    SuddenDeathBegan,
    Table,
    TokenKind,
    Tokens,
    TokenSpent,
    TokenUse,
    TurnEnded,
    Waive,
    is_readable,
)
from .table import (
    agents_left,
    covering_side,
    evolve,
    guesses_left,
    next_side,
    open_cards,
    sides_in,
    speaking_sides,
    to_move,
)

LONGEST_CLUE = 100
MOST_CLUES = 200
"""After so many every clue stands: where a challenge costs nothing, a game could else go on for ever."""

Events = tuple[Event, ...]


def decide(table: Table, key: Key, seat: Seat, command: Command) -> Events:
    """What happens if this seat does this now. Refused says why it can't; the table is never changed."""
    if table.phase is Phase.OVER:
        raise Refused(Refusal.GAME_OVER)
    if seat not in table.setup.seats and seat != CLOCK:
        raise Refused(Refusal.NO_SUCH_SEAT)
    return _DECIDE[type(command)](table, key, seat, command)


# ---------------------------------------------------------------------------------------------------------------------
# Legal moves


class LegalMoves(NamedTuple):
    """Everything a seat may do now. Clients offer this and re-implement no rule."""

    clue: tuple[Number, ...] = ()
    """The numbers a clue may have; empty: no clue is due."""
    guess: tuple[int, ...] = ()
    stop: bool = False
    challenge: bool = False
    waive: bool = False
    cover: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return any(self)


NO_MOVES = LegalMoves()


def legal_moves(table: Table, key: Key, seat: Seat) -> LegalMoves:
    """What `decide` would take from a player's seat. Reads the key only for a seat that sees it."""
    challenge = _challenge_refusal(table, seat) is None
    if seat not in to_move(table):
        return LegalMoves(challenge=True) if challenge else NO_MOVES
    match table.phase:
        case Phase.CLUE:
            options = table.setup.options
            return LegalMoves(clue=_clue_numbers(table.setup.edition.size, options.zero, options.unlimited))
        case Phase.GUESS | Phase.SUDDEN_DEATH:
            guess = open_cards(table, seat.side)
            return LegalMoves(guess=guess, stop=table.phase is Phase.GUESS and table.guesses > 0, challenge=challenge)
        case Phase.COVER:
            spec = table.setup.edition.side[covering_side(table)]
            layer = key.layers[spec.judged_by]
            cover = tuple(
                card for card, identity in enumerate(layer) if identity == spec.agent and table.covers[card] is None
            )
            return LegalMoves(waive=table.turn != table.setup.imaginary, cover=cover)
        case Phase.OVER:
            return NO_MOVES


@cache
def _clue_numbers(most: int, zero: bool, unlimited: bool) -> tuple[Number, ...]:
    numbers: tuple[Number, ...] = tuple(range(0 if zero else 1, most + 1))
    return (*numbers, UNLIMITED) if unlimited else numbers


# ---------------------------------------------------------------------------------------------------------------------
# Deciding: clues


def _give_clue(table: Table, _key: Key, seat: Seat, command: GiveClue) -> Events:
    if table.phase is Phase.SUDDEN_DEATH:
        raise Refused(Refusal.NO_MORE_CLUES)
    if seat.role is Role.GIVER and seat.side in table.completed:
        raise Refused(Refusal.SIDE_COMPLETED)
    _require(table, seat, Phase.CLUE)
    word = command.word.strip()
    if not word:
        raise Refused(Refusal.EMPTY_CLUE)
    if not is_readable(word):
        raise Refused(Refusal.UNREADABLE_CLUE)
    if len(word) > LONGEST_CLUE:
        raise Refused(Refusal.CLUE_TOO_LONG)
    if command.number == UNLIMITED:
        if not table.setup.options.unlimited:
            raise Refused(Refusal.UNLIMITED_NOT_ALLOWED)
    elif command.number == 0:
        if not table.setup.options.zero:
            raise Refused(Refusal.ZERO_NOT_ALLOWED)
    elif not 1 <= int(command.number) <= table.setup.edition.size:
        raise Refused(Refusal.NUMBER_OUT_OF_RANGE)
    return (ClueGiven(seat.side, word, command.number, command.approved),)


def _challenge_refusal(table: Table, seat: Seat) -> Refusal | None:
    if table.phase is not Phase.GUESS:
        return Refusal.NOTHING_TO_CHALLENGE
    if seat.side == table.turn or seat not in table.setup.seats or seat.side in table.out or _guesses_now(table, seat):
        return Refusal.NOT_YOURS_TO_CHALLENGE
    if table.guesses:
        return Refusal.TOO_LATE_TO_CHALLENGE
    if table.log[-1].status is not ClueStatus.GIVEN or len(table.log) >= MOST_CLUES:
        return Refusal.CLUE_STANDS
    return None


def _guesses_now(table: Table, seat: Seat) -> bool:
    """Whether this seat is in the hand of whoever answers an opponent's clue: a trio's operative is no judge of it."""
    if table.setup.edition.together:
        return False
    hand = table.setup.place_of[seat]
    return any(guesser in hand for guesser in to_move(table))


def _challenge(table: Table, _key: Key, seat: Seat, _command: Challenge) -> Events:
    """T15 where there are opponents to compensate, or another clue; D16 where there are tokens to lose."""
    if refusal := _challenge_refusal(table, seat):
        raise Refused(refusal)
    challenged = ClueChallenged(seat.side)
    if table.setup.options.gentle:
        return (challenged,)
    if table.tokens:
        penalty = TokenSpent(_token_for_stop(table.tokens), TokenUse.PENALTY)
        if table.tokens.left == 1:
            return (challenged, penalty, SuddenDeathBegan())
        return (challenged, penalty)
    if agents_left(table)[table.setup.edition.side[seat.side].agent] == 0:
        return (challenged, *_end_of_turn(table))  # P7: the challenger has nothing left to cover
    return (challenged,)


def _waive(table: Table, _key: Key, seat: Seat, _command: Waive) -> Events:
    if table.phase is not Phase.COVER or table.turn == table.setup.imaginary:
        raise Refused(Refusal.NOTHING_TO_WAIVE)
    _require(table, seat, Phase.COVER)
    return (ChallengeWaived(seat.side),)


def _cover(table: Table, key: Key, seat: Seat, command: Cover) -> Events:
    _require(table, seat, Phase.COVER)
    _require_open(table, command.card)
    side = covering_side(table)
    spec = table.setup.edition.side[side]
    if key.layers[spec.judged_by][command.card] != spec.agent:
        raise Refused(Refusal.NOT_YOUR_AGENT)
    covered = CardCovered(seat.side, command.card, spec.agent)
    after = evolve(table, covered)
    return (covered, *(_if_done(after, side) or _end_of_turn(after)))


# ---------------------------------------------------------------------------------------------------------------------
# Deciding: guesses


def _guess(table: Table, key: Key, seat: Seat, command: Guess) -> Events:
    if table.phase is Phase.SUDDEN_DEATH and seat not in to_move(table) and seat.role is Role.GUESSER:
        raise Refused(Refusal.NOTHING_LEFT_TO_GUESS)
    _require(table, seat, Phase.GUESS, Phase.SUDDEN_DEATH)
    _require_open(table, command.card)
    if seat.side in table.marks[command.card]:
        raise Refused(Refusal.CARD_ALREADY_TRIED)
    spec = table.setup.edition.side[seat.side]
    identity = key.layers[spec.judged_by][command.card]
    touched = CardTouched(seat.side, command.card, identity)
    after = evolve(table, touched)
    if identity == spec.agent:
        return (touched, *_after_agent(after, key, spec))
    if identity == ASSASSIN:
        return (touched, *_after_assassin(after, spec))
    return (touched, *_after_miss(after, spec, identity))


def _after_agent(table: Table, key: Key, spec: SideSpec) -> Events:
    announced = tuple(SideCompleted(side) for side in _newly_completed(table, key))
    if agents_left(table)[spec.agent] == 0 and _finding_all_wins(table, spec.id):
        return (*announced, *_win(table, spec.id))
    if any(event.side == table.turn for event in announced) and table.phase is Phase.GUESS:
        for event in announced:
            table = evolve(table, event)
        return (*announced, *_case_closed(table))  # D13: nothing is left that this clue could mean
    if guesses_left(table) == 0 and table.phase is Phase.GUESS:
        return (*announced, *_end_of_turn(table))
    return announced


def _after_assassin(table: Table, spec: SideSpec) -> Events:
    if not table.setup.options.assassin_last:
        return _lost(table, spec.id, Reason.ASSASSIN)
    if agents_left(table)[spec.agent] == 0:
        return _win(table, spec.id)
    return (LastStretchBegan(spec.id),)


def _after_miss(table: Table, spec: SideSpec, identity: Identity) -> Events:
    if table.phase is Phase.SUDDEN_DEATH:
        return _lost(table, spec.id, Reason.SUDDEN_DEATH_MISS)
    if table.last_stretch:
        return _lost(table, spec.id, Reason.LAST_STRETCH_MISSED)
    if table.tokens:
        return _pay_for_miss(table, table.tokens, spec)
    owner = table.setup.edition.owner.get(identity)
    return (_if_done(table, owner) if owner else ()) or _end_of_turn(table)


def _pay_for_miss(table: Table, tokens: Tokens, spec: SideSpec) -> Events:
    """A bystander costs a bystander token, or two of the others (M4); who can't pay has lost (M5)."""
    if tokens.bystander:
        return _pay(table, TokenSpent(TokenKind.BYSTANDER, TokenUse.MARK))
    if tokens.closed < 2:
        return _lost(table, spec.id, Reason.OUT_OF_TOKENS)
    return _pay(table, *2 * [TokenSpent(TokenKind.CLOSED, TokenUse.MARK)])


def _stop(table: Table, _key: Key, seat: Seat, _command: Stop) -> Events:
    if seat == CLOCK:
        if table.phase not in (Phase.CLUE, Phase.GUESS):
            raise Refused(Refusal.NOT_NOW)
    else:
        _require(table, seat, Phase.GUESS)
        if not table.guesses:
            raise Refused(Refusal.GUESS_FIRST)
    if table.last_stretch:  # P7: giving up is a mistake
        return _lost(table, table.last_stretch, Reason.LAST_STRETCH_MISSED)
    if not table.tokens:
        return _end_of_turn(table)
    return _case_closed(table, TokenUse.LATE if seat == CLOCK else TokenUse.CLOSED)


# ---------------------------------------------------------------------------------------------------------------------
# How turns and games end


def _case_closed(table: Table, use: TokenUse = TokenUse.CLOSED) -> Events:
    """The turn ends by the guessers' will, or by the clock, and takes its token (D10, M3)."""
    assert table.tokens
    return _pay(table, TokenSpent(_token_for_stop(table.tokens), use))


def _pay(table: Table, *spent: TokenSpent) -> Events:
    for event in spent:
        table = evolve(table, event)
    return (*spent, *_end_of_turn(table))


def _token_for_stop(tokens: Tokens) -> TokenKind:
    return TokenKind.CLOSED if tokens.closed else TokenKind.BYSTANDER


def _end_of_turn(table: Table) -> Events:
    if table.tokens and not table.tokens.left:
        return (SuddenDeathBegan(),)
    return (TurnEnded(_next_turn(table)),)


def _next_turn(table: Table) -> Side | None:
    """Turns go round (T4, D4, N2), as long as those who play together both have something left to say (D13, D18)."""
    if table.setup.edition.together:
        speaking = speaking_sides(table)
        if len(speaking) == 1:
            return speaking[0]
        if table.turn is None or table.setup.options.several_clues:
            return None
    assert table.turn
    return next_side(table, table.turn)


def _newly_completed(table: Table, key: Key) -> tuple[Side, ...]:
    """Sides whose agents have all been found by now, and of whom that is not known yet (D13).

    Only where sides play together: elsewhere the covered cards can be counted by anyone, and the game is won.
    """
    edition = table.setup.edition
    if not edition.together:
        return ()
    return tuple(
        side
        for side in speaking_sides(table)
        if all(
            cover == edition.side[side].agent
            for cover, identity in zip(table.covers, key.layers[_clue_layer(table, side)], strict=True)
            if identity == edition.side[side].agent
        )
    )


def _clue_layer(table: Table, side: Side) -> int:
    """The layer of the key by which the answers to this side's clues are judged."""
    edition = table.setup.edition
    return edition.side[edition.side[side].clues_to].judged_by


def _finding_all_wins(table: Table, side: Side) -> bool:
    return not table.setup.options.assassin_last or table.last_stretch == side


def _if_done(table: Table, side: Side) -> Events:
    """The end of the game if covering a card completed that side (T11, T15, V3, N5), else nothing."""
    if agents_left(table)[table.setup.edition.side[side].agent] or side in table.out:
        return ()
    if side == table.setup.imaginary:
        return (GameEnded((), Reason.IMAGINARY_TEAM_DONE),)
    return _win(table, side) if _finding_all_wins(table, side) else ()


def _win(table: Table, side: Side) -> Events:
    winners = table.setup.sides if table.setup.edition.together else (side,)
    won = GameEnded(winners, Reason.ALL_FOUND)
    if table.tokens and table.phase is Phase.GUESS:  # D11: the winning turn takes its token too
        return (TokenSpent(_token_for_stop(table.tokens), TokenUse.CLOSED), won)
    return (won,)


def _lost(table: Table, side: Side, reason: Reason) -> Events:
    """That side loses, and with it everybody on its side of the table. Whoever plays against it wins, or plays on if
    there are several of them (N3)."""
    if table.setup.edition.together:
        return (GameEnded((), reason),)
    others = tuple(other for other in sides_in(table) if other not in (side, table.setup.imaginary))
    if len(others) < 2:
        return (GameEnded(others, reason),)
    out = SideOut(side)
    return (out, *_end_of_turn(evolve(table, out)))


def _require(table: Table, seat: Seat, *phases: Phase) -> None:
    if seat not in to_move(table):
        raise Refused(Refusal.NOT_YOUR_TURN)
    if table.phase not in phases:
        raise Refused(Refusal.NOT_NOW)


def _require_open(table: Table, card: int) -> None:
    if not 0 <= card < len(table.covers):
        raise Refused(Refusal.NO_SUCH_CARD)
    if table.covers[card] is not None or len(table.marks[card]) == len(table.setup.edition.sides):
        raise Refused(Refusal.CARD_COVERED)


_DECIDE: Mapping[type[Command], Callable[[Table, Key, Seat, Any], Events]] = {
    GiveClue: _give_clue,
    Guess: _guess,
    Stop: _stop,
    Challenge: _challenge,
    Waive: _waive,
    Cover: _cover,
}
