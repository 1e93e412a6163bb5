"""One game as one JSON document, `deckname-record/1`: how games are kept, shared, replayed and tested.

parse_record(text) -> Record        RecordError for what is no record
format_record(record) -> text
positions(record)                   the game, move by move; IllegalMove where the rules say no
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from .course import Course
from .deal import check_key
from .editions import EDITIONS, SetupError, new_table
from .errors import CodedError, Refused
from .model import (
    UNLIMITED,
    Challenge,
    Command,
    Cover,
    Edition,
    Event,
    GiveClue,
    Guess,
    Key,
    Mode,
    Options,
    Seat,
    Stop,
    Table,
    Undo,
    Waive,
    is_readable,
    parse_seat,
)
from .table import agents_left, to_move
from .view import score

FORMAT = "deckname-record/1"
LARGEST = 1_000_000
"""Bytes: some fifty times what a long game needs."""
UNKNOWN_LANGUAGE = "und"


class Move(NamedTuple):
    seat: Seat
    command: Command | Undo


@dataclass(frozen=True)
class Record:
    table: Table
    """The table as it was laid out, before the first move."""
    key: Key
    moves: tuple[Move, ...]
    language: str
    clues: Mapping[str, object] = field(default_factory=dict)
    """The clue policy that was played by. The engine takes clues as given; the referee reads this."""


class RecordError(CodedError):
    """What was read is no record."""


class IllegalMove(Refused):
    """The record is fine, the move was not."""

    def __init__(self, index: int, code: str) -> None:
        super().__init__(code, move=index)
        self.index = index


class Position(NamedTuple):
    move: Move
    events: tuple[Event, ...]
    table: Table
    """The table after the move."""


def positions(record: Record) -> Iterator[Position]:
    """Play the record. Stops with IllegalMove at the first move that the rules refuse."""
    course = Course(record.table)
    for index, move in enumerate(record.moves):
        try:
            events = course.decide(record.key, move.seat, move.command)
        except Refused as refused:
            raise IllegalMove(index, refused.code) from None
        yield Position(move, events, course.play(events))


def final_table(record: Record) -> Table:
    table = record.table
    for position in positions(record):
        table = position.table
    return table


def summary(table: Table, moves: int) -> dict[str, object]:
    """Where a game stands, as `deckname replay` prints it. What does not apply is None."""
    outcome, points = table.outcome, score(table)
    return {
        "phase": table.phase.value,
        "winners": list(outcome.winners) if outcome else None,
        "reason": outcome.reason.value if outcome else None,
        "to_move": [str(seat) for seat in to_move(table)],
        "left": agents_left(table),
        "tokens": table.tokens and {"bystander": table.tokens.bystander, "closed": table.tokens.closed},
        "score": points.points if points else None,
        "moves": moves,
    }


# ---------------------------------------------------------------------------------------------------------------------
# Writing


def format_key(key: Key) -> Sequence[object]:
    """Card by card what it is: an identity, or one per layer."""
    return key.layers[0] if len(key.layers) == 1 else list(zip(*key.layers, strict=True))


def format_record(record: Record) -> str:
    """The document, with a line per field and per move so that people can read it and diffs stay small."""
    setup = record.table.setup
    defaults = vars(Options())
    options = {name: value for name, value in vars(setup.options).items() if value != defaults[name]}
    fields: dict[str, object] = {
        "format": FORMAT,
        "edition": setup.edition.id,
        "players": setup.mode.value,
        "language": record.language,
        "options": options,
        **({"clues": dict(record.clues)} if record.clues else {}),
        "cards": setup.cards,
        "key": format_key(record.key),
        **({"starts": setup.starts} if setup.starts else {}),
    }
    lines = [f'"{name}": {_dump(value)},' for name, value in fields.items()]
    moves = ",\n  ".join(_dump(_format_move(move)) for move in record.moves)
    return "{" + "\n ".join(lines) + '\n "moves": [' + (f"\n  {moves}" if moves else "") + "]}\n"


def _format_move(move: Move) -> dict[str, object]:
    seat: dict[str, object] = {"seat": str(move.seat)}
    match move.command:
        case GiveClue(word, number, approved):
            clue = {**seat, "do": "clue", "word": word, "number": number}
            return {**clue, "approved": True} if approved else clue
        case Guess(card):
            return {**seat, "do": "guess", "card": card}
        case Cover(card):
            return {**seat, "do": "cover", "card": card}
        case command:
            return {**seat, "do": _PLAIN_NAMES[type(command)]}


_dump = json.JSONEncoder(ensure_ascii=False).encode


_PLAIN: Mapping[str, Command | Undo] = {"stop": Stop(), "challenge": Challenge(), "waive": Waive(), "undo": Undo()}
_PLAIN_NAMES = {type(command): name for name, command in _PLAIN.items()}


# ---------------------------------------------------------------------------------------------------------------------
# Reading


def parse_record(data: str | bytes, editions: Mapping[str, Edition] = EDITIONS) -> Record:
    """Read a record of one of these editions, and check everything but the legality of its moves."""
    fields = _object(
        _load(data),
        "record",
        required=("format", "edition", "cards", "key", "moves"),
        optional=("players", "language", "options", "clues", "starts"),
    )
    if fields["format"] != FORMAT:
        raise RecordError("unknown_format", format=_short(fields["format"]), known=FORMAT)
    edition = _parse_edition(fields["edition"], editions)
    if "starts" not in fields and None not in edition.deals:
        raise RecordError("missing_field", field="record", name="starts")
    starts = _text(fields["starts"], "starts") if "starts" in fields else None
    mode = _parse_mode(fields.get("players", Mode.TEAMS.value))
    options = _parse_options(fields.get("options", {}))
    cards = [_text(card, f"cards[{i}]") for i, card in enumerate(_list(fields["cards"], "cards"))]
    key = _parse_key(fields["key"], edition)
    try:
        table = new_table(edition, cards, starts, mode, options)
        check_key(edition, key, starts)
    except SetupError as error:
        details = {name: _short(value) if isinstance(value, str) else value for name, value in error.details.items()}
        raise RecordError(error.code, **details) from error
    moves = tuple(_parse_move(move, f"moves[{i}]") for i, move in enumerate(_list(fields["moves"], "moves")))
    language = _parse_language(fields.get("language", UNKNOWN_LANGUAGE))
    return Record(table, key, moves, language, _object(fields.get("clues", {}), "clues", optional=None))


def _load(data: str | bytes) -> Any:
    if len(data) > LARGEST:
        raise RecordError("too_large", largest=LARGEST)
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RecordError("not_text") from error
    except json.JSONDecodeError as error:
        raise RecordError("not_json", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:  # a number of ten thousand digits; brackets without end
        raise RecordError("not_json", line=1, column=1) from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise RecordError("field_twice", field=_short(name))
        fields[name] = value
    return fields


def _no_constant(name: str) -> NoReturn:
    raise RecordError("not_a_number", value=name)


def _parse_edition(value: object, editions: Mapping[str, Edition]) -> Edition:
    if not isinstance(value, str) or value not in editions:
        raise RecordError("unknown_edition", edition=_short(value), known=", ".join(editions))
    return editions[value]


def _parse_mode(value: object) -> Mode:
    try:
        return Mode(_text(value, "players"))
    except ValueError as error:
        raise RecordError("unknown_players", players=_short(value), known=", ".join(Mode)) from error


def _parse_language(value: object) -> str:
    language = _text(value, "language")
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", language):
        raise RecordError("unknown_language", language=_short(value))
    return language


_OPTION_TYPES: Mapping[str, type] = {"tokens": int, "mistakes": int, "mission": str}


def _parse_options(value: object) -> Options:
    fields = _object(value, "options", optional=tuple(vars(Options())))
    for name, option in fields.items():
        kind = _OPTION_TYPES.get(name, bool)
        if type(option) is not kind:
            raise RecordError(f"not_{kind.__name__}", field=f"options.{name}", value=_short(option))
        if kind is str:
            _text(option, f"options.{name}")
    return Options(**fields)


def _parse_key(value: object, edition: Edition) -> Key:
    cells = _list(value, "key")
    if edition.layers == 1:
        return Key((tuple(_text(cell, f"key[{i}]") for i, cell in enumerate(cells)),))
    pairs = [_list(cell, f"key[{i}]") for i, cell in enumerate(cells)]
    if any(len(pair) != edition.layers for pair in pairs):
        raise RecordError("wrong_key_length", needed=edition.size, edition=edition.id)
    layers = [[_text(cell, f"key[{i}]") for cell in pair] for i, pair in enumerate(pairs)]
    return Key(tuple(tuple(layer) for layer in zip(*layers, strict=True)) or ((),) * edition.layers)


def _parse_move(value: object, where: str) -> Move:
    if not isinstance(value, dict):
        raise RecordError("not_object", field=where)
    match value.get("do"):
        case "clue":
            fields = _object(value, where, required=("seat", "do", "word", "number"), optional=("approved",))
            return Move(_parse_seat(fields["seat"], where), _parse_clue(fields, where))
        case "guess" | "cover" as do:
            fields = _object(value, where, required=("seat", "do", "card"))
            card = _integer(fields["card"], f"{where}.card")
            return Move(_parse_seat(fields["seat"], where), Guess(card) if do == "guess" else Cover(card))
        case str() as do if do in _PLAIN:
            fields = _object(value, where, required=("seat", "do"))
            return Move(_parse_seat(fields["seat"], where), _PLAIN[do])
        case do:
            raise RecordError("unknown_move", field=where, do=_short(do))


def _parse_clue(fields: Mapping[str, Any], where: str) -> GiveClue:
    number, approved = fields["number"], fields.get("approved", False)
    if number != UNLIMITED:
        number = _integer(number, f"{where}.number")
    if type(approved) is not bool:
        raise RecordError("not_bool", field=f"{where}.approved", value=_short(approved))
    return GiveClue(_text(fields["word"], f"{where}.word"), number, approved)


def _parse_seat(value: object, where: str) -> Seat:
    try:
        return parse_seat(_text(value, f"{where}.seat"))
    except (RecordError, ValueError) as error:
        raise RecordError("unknown_seat", field=where, seat=_short(value)) from error


def _object(
    value: object, where: str, required: tuple[str, ...] = (), optional: tuple[str, ...] | None = ()
) -> dict[str, Any]:
    """The fields of an object; `optional` None takes any."""
    if not isinstance(value, dict):
        raise RecordError("not_object", field=where)
    for name in value:
        if optional is not None and name not in required and name not in optional:
            raise RecordError("unknown_field", field=where, name=_short(name))
    for name in required:
        if name not in value:
            raise RecordError("missing_field", field=where, name=name)
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError("not_list", field=where)
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError("not_str", field=where, value=_short(value))
    if not is_readable(value):
        raise RecordError("unreadable_text", field=where)
    return value


def _integer(value: object, where: str) -> int:
    if type(value) is not int:  # a bool is an int to Python, and no number to people
        raise RecordError("not_int", field=where, value=_short(value))
    return value


def _short(value: object) -> str:
    """A value for an error message: one line, readable, not too long."""
    try:
        text = value if isinstance(value, str) else json.dumps(value)
    except RecursionError:
        text = type(value).__name__
    text = "".join(character if is_readable(character) else "�" for character in text)
    return text if len(text) <= 40 else text[:39] + "…"
