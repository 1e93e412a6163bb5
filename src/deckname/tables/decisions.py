"""What somebody at a table wants, turned into facts or refused. Reads the room, changes nothing.

    decide(room, person, command, circumstances) -> Decision     raises Refused

Chance and time come in with the circumstances. Moves of the game go on to `engine.rules`; the referee's verdict on a
clue comes in from outside too, since it takes longer than everything else together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from deckname import protocol as wire
from deckname.cards.decks import DeckError, Shoe, open_shoe
from deckname.cards.library import USUAL, deck, deck_ids
from deckname.engine import model, rules
from deckname.engine.deal import draw_key
from deckname.engine.editions import EDITIONS, SetupError, check_options
from deckname.engine.model import CLOCK, Mode, Phase, Role, Seat, is_readable
from deckname.engine.record import Move
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.referee import OPTIONS as CLUE_OPTIONS
from deckname.referee import Verdict
from deckname.tables import facts
from deckname.tables.facts import AnyFact, encode_key, note_move
from deckname.tables.manners import Manners, asking_seat, may_answer, may_call_time, talk_group
from deckname.tables.room import GameState, Room, engine_options


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """Nothing has changed. The code is stable; clients translate it and fill in the details."""

    def __init__(self, code: str, **details: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.details = details


@dataclass(frozen=True)
class Circumstances:
    """What a decision depends on besides the room."""

    now: float
    rng: Random
    most_people: int = 64
    verdict: Verdict | None = None
    """The referee on the clue that is being given, where the table asks it."""
    shoe: bytes | None = None
    """The cards that are left from earlier games, as `write_shoe` left them."""
    bot_name: Callable[[str, str], str] = lambda manner, _language: manner.capitalize()


@dataclass(frozen=True)
class Decision:
    facts: tuple[AnyFact, ...]
    secrets: Mapping[str, bytes] = field(default_factory=dict)


class TimeUp(msgspec.Struct, frozen=True):
    """From whoever keeps the clock: the time of the present step is over."""

    ply: int


class Presence(msgspec.Struct, frozen=True):
    """From whoever keeps the door: somebody is connected here, or no longer."""

    node: str
    here: bool


AnyWish = wire.AnyCommand | TimeUp | Presence


def decide(room: Room, person: str, command: AnyWish, now: Circumstances) -> Decision:
    """What comes of it. `person` is who asks; for TimeUp nobody."""
    if person in room.removed:
        raise Refused("removed")
    made = _DECIDE[type(command)](room, person, command, now)
    return made if isinstance(made, Decision) else Decision(tuple(made))


# ---------------------------------------------------------------------------------------------------------------------
# Coming and going


def clean_name(text: str) -> str:
    """A name as it is shown: one line, no invisible characters."""
    visible = "".join(" " if unicodedata.category(c) in ("Zs", "Zl", "Zp") else c for c in text)
    visible = "".join(c for c in visible if is_readable(c) and unicodedata.category(c) not in ("Cf", "Co", "Cn"))
    name = re.sub(" +", " ", unicodedata.normalize("NFC", visible)).strip()
    if not name:
        raise Refused("bad_name")
    return name[:30]


def _join(room: Room, person: str, command: wire.Join, now: Circumstances) -> list[AnyFact]:
    name = _free_name(room, person, clean_name(command.name))
    if person in room.members:
        return _renaming(room, person, name)
    if len(room.members) >= now.most_people:
        raise Refused("table_full", most=now.most_people)
    made: list[AnyFact] = [facts.Joined(person, name)]
    if room.host is None:
        made.append(facts.Hosted(person))
    return made


def _rename(room: Room, person: str, command: wire.Rename, _now: Circumstances) -> list[AnyFact]:
    _require_member(room, person)
    return _renaming(room, person, _free_name(room, person, clean_name(command.name)))


def _renaming(room: Room, person: str, name: str) -> list[AnyFact]:
    if room.members[person].name == name:
        return []
    if room.seen(person):  # a new name would be read by everybody
        raise Refused("not_now")
    return [facts.Renamed(person, name)]


def _free_name(room: Room, person: str, name: str) -> str:
    taken = {member.name.casefold() for member in room.members.values() if member.id != person}
    if name.casefold() in taken:
        raise Refused("name_taken", name=name)
    return name


def _leave(room: Room, person: str, _command: wire.Leave, _now: Circumstances) -> list[AnyFact]:
    _require_member(room, person)
    return [facts.Gone(person), *_new_host(room, person)]


def _remove(room: Room, person: str, command: wire.Remove, _now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    _require_person(room, command.person)
    if command.person == person:
        raise Refused("not_yourself")
    return [facts.Gone(command.person, removed=room.members[command.person].bot is None)]


def _presence(room: Room, person: str, command: Presence, _now: Circumstances) -> list[AnyFact]:
    member = room.members.get(person)
    if member is None or (member.node == command.node) == command.here:
        return []
    return [facts.Came(person, command.node) if command.here else facts.Went(person, command.node)]


def _new_host(room: Room, leaving: str) -> list[AnyFact]:
    if room.host != leaving:
        return []
    others = [member for member in room.members.values() if member.id != leaving and not member.bot]
    others.sort(key=lambda member: not member.online)
    return [facts.Hosted(others[0].id)] if others else []


def _hand_over(room: Room, person: str, command: wire.HandOver, _now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    _require_person(room, command.person)
    if room.members[command.person].bot:
        raise Refused("no_such_person")
    return [facts.Hosted(command.person)]


def _ready(room: Room, person: str, command: wire.Ready, _now: Circumstances) -> list[AnyFact]:
    _require_member(room, person)
    _require_idle(room)
    return [facts.Readied(person, command.ready)] if room.members[person].ready != command.ready else []


# ---------------------------------------------------------------------------------------------------------------------
# Places


def open_places(room: Room, person: str) -> tuple[str, ...]:
    return tuple(place for place in room.places if place_refusal(room, person, place) is None)


def place_refusal(room: Room, person: str, place: str, by_host: bool = False) -> str | None:
    """Why somebody can't take a place, if so."""
    if place not in room.places:
        return "no_such_place"
    if place in room.locked and not (by_host or person == room.host):
        return "place_locked"
    if room.is_single(place) and any(member.id != person for member in room.at_place(place)):
        return "place_taken"
    if room.knows_too_much(person, place):
        return "knows_the_key"
    return None


def _sit(room: Room, person: str, command: wire.Sit, _now: Circumstances) -> list[AnyFact]:
    _require_member(room, person)
    return _seating(room, person, command.place)


def _stand(room: Room, person: str, _command: wire.Stand, _now: Circumstances) -> list[AnyFact]:
    _require_member(room, person)
    return [] if room.members[person].watching else [facts.Seated(person)]


def _move_person(room: Room, person: str, command: wire.MovePerson, _now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    _require_person(room, command.person)
    if command.place is None:
        bot = room.members[command.person].bot
        return [facts.Gone(command.person) if bot else facts.Seated(command.person)]
    return _seating(room, command.person, command.place, by_host=True)


def _seating(room: Room, person: str, place: str, by_host: bool = False) -> list[AnyFact]:
    if room.members[person].place == place:
        return []
    if refusal := place_refusal(room, person, place, by_host):
        raise Refused(refusal, place=place)
    return [facts.Seated(person, place)]


def _lock(room: Room, person: str, command: wire.Lock, _now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    if command.place not in room.places:
        raise Refused("no_such_place", place=command.place)
    return [facts.Locked(command.place, command.locked)] if (command.place in room.locked) != command.locked else []


def _add_bot(room: Room, person: str, command: wire.AddBot, now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    if command.place not in room.places:
        raise Refused("no_such_place", place=command.place)
    if room.at_place(command.place):
        raise Refused("place_taken", place=command.place)
    if len(room.members) >= now.most_people:
        raise Refused("table_full", most=now.most_people)
    return _bots_for(room, (command.place,), command.manner, now)


def _bots_for(room: Room, places: tuple[str, ...], manner: wire.MannerId, now: Circumstances) -> list[AnyFact]:
    made: list[AnyFact] = []
    names = {member.name for member in room.members.values()}
    for place in places:
        name = base = now.bot_name(manner, room.settings.language)
        count = 1
        while name in names:
            count += 1
            name = f"{base} {count}"
        names.add(name)
        bot = f"bot-{now.rng.getrandbits(48):012x}"
        made += [facts.Joined(bot, name, manner), facts.Seated(bot, place)]
    return made


def _deal(room: Room, person: str, _command: wire.Deal, now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    _require_idle(room)
    members = [id for id, member in room.members.items() if not member.watching]
    now.rng.shuffle(members)
    return [facts.Seated(id, place) for id, place in _dealt(room, members, {}).items()]


def _dealt(room: Room, members: list[str], seated: Mapping[str, list[str]]) -> dict[str, str]:
    """A place for each: empty ones first, then where the fewest are; spymasters stay alone."""
    crowd = {place: len(seated.get(place, ())) for place in room.places}
    found: dict[str, str] = {}
    for member in members:
        free = [place for place in crowd if not (room.is_single(place) and crowd[place]) and place not in room.locked]
        if not free:
            break
        place = min(free, key=lambda place: crowd[place])
        crowd[place] += 1
        found[member] = place
    return found


# ---------------------------------------------------------------------------------------------------------------------
# Settings, and games that begin and end


def check_settings(settings: wire.TableSettings) -> None:
    """Refused with what is wrong, in the words of the engine, the decks and the referee."""
    if settings.edition not in EDITIONS:
        raise Refused("unknown_edition", edition=settings.edition)
    try:
        check_options(EDITIONS[settings.edition], Mode(settings.mode), engine_options(settings.options))
        shoe = open_shoe(_decks(settings), settings.faces, Random(0))
        shoe.deal(EDITIONS[settings.edition].size, Random(0))
    except (SetupError, DeckError) as error:
        raise Refused(error.code, **{name: _plain(value) for name, value in error.details.items()}) from error
    if unknown := next((option for option in settings.clue_options if option not in CLUE_OPTIONS), None):
        raise Refused("unknown_clue_option", option=unknown)
    if settings.title and not is_readable(settings.title):
        raise Refused("bad_title")


def _plain(value: object) -> str | int:
    return value if isinstance(value, int) else str(value)[:40]


def _decks(settings: wire.TableSettings) -> list[Any]:
    ids = settings.decks or (USUAL[settings.edition],)
    for id in ids:
        if (settings.language, id) not in deck_ids():
            raise DeckError("unknown_deck", language=settings.language, id=id)
    return [deck(settings.language, id) for id in dict.fromkeys(ids)]


def _configure(room: Room, person: str, command: wire.Configure, _now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    _require_idle(room)
    check_settings(command.settings)
    return [facts.Configured(command.settings)]


def _start(room: Room, person: str, command: wire.Start, now: Circumstances) -> Decision:
    _require_host(room, person)
    _require_idle(room)
    return _begun(room, [], _seated_now(room), now, bots=command.bots)


def _again(room: Room, person: str, command: wire.Again, now: Circumstances) -> Decision:
    _require_host(room, person)
    _require_idle(room)
    if room.game is None:
        raise Refused("no_game")
    seated = _seated_now(room)
    moved = _rotated(room, seated) if command.rotate else seated
    made: list[AnyFact] = [
        facts.Seated(id, place) for place, ids in moved.items() for id in ids if room.members[id].place != place
    ]
    return _begun(room, made, moved, now, turn_over=command.cards == "other_faces")


def _seated_now(room: Room) -> dict[str, list[str]]:
    return {place: [member.id for member in room.at_place(place)] for place in room.places}


def _rotated(room: Room, seated: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Who gave clues guesses next, and somebody else gives them. A trio moves on by one place."""
    if Mode(room.settings.mode) is Mode.TRIO:
        places = list(room.places)
        return {place: seated[places[index - 1]] for index, place in enumerate(places)}
    moved = {place: list(ids) for place, ids in seated.items()}
    for side in room.edition.side:
        giver, guesser = str(Seat(side, Role.GIVER)), str(Seat(side, Role.GUESSER))
        if moved.get(giver) and moved.get(guesser):
            team = [*moved[giver], *moved[guesser]]
            moved[giver], moved[guesser] = [team[1]], [*team[2:], team[0]]
    return moved


def _begun(
    room: Room,
    made: list[AnyFact],
    seated: Mapping[str, list[str]],
    now: Circumstances,
    *,
    bots: bool = False,
    turn_over: bool = False,
) -> Decision:
    """A game with these people in these places; whoever has none and didn't leave theirs is dealt one."""
    sitting = {id for ids in seated.values() for id in ids}
    standing = [id for id, member in room.members.items() if id not in sitting and not member.watching]
    now.rng.shuffle(standing)
    dealt = _dealt(room, standing, seated)
    made += [facts.Seated(id, place) for id, place in dealt.items()]
    empty = tuple(place for place, ids in seated.items() if not ids and place not in dealt.values())
    if empty and not bots:
        raise Refused("place_empty", place=empty[0])
    if len(room.members) + len(empty) > now.most_people:
        raise Refused("table_full", most=now.most_people)
    made += _bots_for(room, empty, "balanced", now)
    shoe = _next_shoe(room, now, turn_over)
    key, starts = draw_key(room.edition, now.rng)
    while Mode(room.settings.mode) is Mode.COOP and starts != room.edition.sides[0].id:
        key, starts = draw_key(room.edition, now.rng)  # the real side starts (V1), and its seats are taken already
    number = room.games + 1
    began = facts.Began(now.now, number, shoe.board, starts)
    return Decision((*made, began), {f"key:{number}": encode_key(key), "shoe": write_shoe(room.settings, shoe)})


class _ShoeNote(msgspec.Struct, frozen=True):
    decks: tuple[str, ...]
    faces: str
    language: str
    stock: tuple[int, ...]
    table: tuple[int, ...]
    turned: tuple[int, ...]


def write_shoe(settings: wire.TableSettings, shoe: Shoe) -> bytes:
    decks = tuple(deck.id for deck in _decks(settings))
    note = _ShoeNote(decks, settings.faces, settings.language, shoe.stock, shoe.table, tuple(shoe.turned))
    return msgspec.json.encode(note)


def _next_shoe(room: Room, now: Circumstances, turn_over: bool) -> Shoe:
    """The cards for the next game: from the same shoe as before, unless the decks have changed."""
    settings, size = room.settings, room.edition.size
    decks = _decks(settings)
    shoe = open_shoe(decks, settings.faces, now.rng)
    note = msgspec.json.decode(now.shoe, type=_ShoeNote) if now.shoe else None
    same = (tuple(deck.id for deck in decks), settings.faces, settings.language)
    if note and (note.decks, note.faces, note.language) == same:
        shoe = Shoe(shoe.cards, shoe.faces, note.stock, note.table, frozenset(note.turned))
        if turn_over and len(note.table) == size:
            return shoe.turn_over(now.rng)
    return shoe.deal(size, now.rng)


def _abandon(room: Room, person: str, _command: wire.Abandon, now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    _require_running(room)
    return [facts.Abandoned(now.now)]


def _pause(room: Room, person: str, _command: wire.Pause, now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    _require_running(room)
    return [facts.Paused(now.now)] if room.settings.clock and room.clock.pause is None else []


def _resume(room: Room, person: str, _command: wire.Resume, now: Circumstances) -> list[AnyFact]:
    _require_host(room, person)
    _require_running(room)
    return [facts.Resumed(now.now)] if room.clock.pause is not None else []


# ---------------------------------------------------------------------------------------------------------------------
# Moves


def _play(room: Room, person: str, command: wire.GameCommand, now: Circumstances) -> list[AnyFact]:
    game = _require_ply(room, command.ply)
    _require_member(room, person)
    if room.clock.pause is not None:
        raise Refused("paused")
    wanted = engine_command(room, command)
    seat = seat_for(room, game, person, wanted)
    if isinstance(wanted, model.GiveClue) and not wanted.approved and room.settings.referee == "strict":
        _require_valid(now.verdict)
    return [_moved(game, seat, wanted, person, now)]


def _moved(game: GameState, seat: Seat, wanted: model.Command, person: str | None, now: Circumstances) -> AnyFact:
    try:
        events = rules.decide(game.table, game.key, seat, wanted)
    except model.Refused as refused:
        raise Refused(refused.code.value) from None
    return note_move(now.now, person, Move(seat, wanted), events)


def engine_command(room: Room, command: wire.GameCommand) -> model.Command:
    match command:
        case wire.GiveClue(word=word, number=number):
            return model.GiveClue(word.strip(), number, _was_approved(room, word.strip(), number))
        case wire.Guess(card=card):
            return model.Guess(card)
        case wire.Cover(card=card):
            return model.Cover(card)
        case wire.Stop():
            return model.Stop()
        case wire.Challenge():
            return model.Challenge()
        case wire.Waive():
            return model.Waive()


def _was_approved(room: Room, word: str, number: int | str) -> bool:
    question = room.question
    return bool(question and question.answer and (question.word, question.number) == (word, number))


def seat_for(room: Room, game: GameState, person: str, command: model.Command) -> Seat:
    """The one of somebody's seats from which they do this."""
    seats = room.seats_of(person)
    if not seats:
        raise Refused("no_place")
    if isinstance(command, model.Challenge):
        willing = [seat for seat in seats if legal_moves(game.table, game.key, seat).challenge]
        return willing[0] if willing else seats[0]
    role = Role.GUESSER if isinstance(command, model.Guess | model.Stop) else Role.GIVER
    fitting = [seat for seat in seats if seat.role is role] or list(seats)
    due = to_move(game.table)
    return next((seat for seat in fitting if seat in due), fitting[0])


def _require_valid(verdict: Verdict | None) -> None:
    if verdict and verdict.verdict == "invalid":
        details: dict[str, str | int] = {"reason": verdict.reason, "rule": verdict.rule or ""}
        raise Refused("clue_invalid", **details, **({"card": verdict.card} if verdict.card else {}))


def _ask(room: Room, person: str, command: wire.Ask, _now: Circumstances) -> list[AnyFact]:
    game = _require_ply(room, command.ply)
    seat = asking_seat(room, person)
    if seat is None:
        raise Refused("not_now")
    word = command.word.strip()
    try:
        rules.decide(game.table, game.key, seat, model.GiveClue(word, command.number))
    except model.Refused as refused:
        raise Refused(refused.code.value) from None
    return [facts.Asked(str(seat), word, command.number)]


def _answer(room: Room, person: str, command: wire.AnswerQuestion, _now: Circumstances) -> list[AnyFact]:
    _require_ply(room, command.ply)
    if not may_answer(room, person):
        raise Refused("nothing_to_answer")
    return [facts.Answered(command.agree)]


def _call_time(room: Room, person: str, command: wire.CallTime, now: Circumstances) -> list[AnyFact]:
    game = _require_ply(room, command.ply)
    end = room.clock.step_end(room.settings.clock, game.table)
    if not may_call_time(room, person) or end is None or now.now < end:
        raise Refused("not_now")
    return [_moved(game, CLOCK, model.Stop(), person, now)]


def _time_up(room: Room, _person: str, command: TimeUp, now: Circumstances) -> list[AnyFact]:
    game = _require_ply(room, command.ply)
    end = automatic_end(room)
    if end is None or now.now < end:
        raise Refused("not_now")
    return [_moved(game, CLOCK, model.Stop(), None, now)]


def automatic_end(room: Room) -> float | None:
    """When the present turn ends by itself: a clue's time may be left to the others to call (T19)."""
    game, settings = room.running, room.settings.clock
    if game is None or settings is None:
        return None
    if game.table.phase is Phase.CLUE and not settings.ends_itself:
        return room.clock.budget_end(settings, game.table)
    return room.clock.deadline(settings, game.table)


# ---------------------------------------------------------------------------------------------------------------------
# Signals


def _pencil(room: Room, person: str, command: wire.Pencil, _now: Circumstances) -> list[AnyFact]:
    game = _require_running(room)
    _require_signal(room, person, "pencil")
    if command.card >= len(game.table.covers):
        raise Refused("no_such_card")
    if command.on and game.table.covers[command.card] is not None:
        raise Refused("card_covered")
    if ((command.card, person) in room.pencil) == command.on:
        return []
    return [facts.Pencilled(person, command.card, command.on)]


def _say(room: Room, person: str, command: wire.Say, now: Circumstances) -> list[AnyFact]:
    _require_member(room, person)
    group = talk_group(room, person)
    if group is None:
        raise Refused("be_silent")
    text = "".join(c if is_readable(c) else " " for c in command.text).strip()
    if not text:
        raise Refused("nothing_said")
    return [facts.Spoke(now.now, person, group, text)]


def _emote(room: Room, person: str, command: wire.Emote, _now: Circumstances) -> list[AnyFact]:
    _require_signal(room, person, "emote")
    return [facts.Gestured(person, command.emote)]


def _nudge(room: Room, person: str, _command: wire.Nudge, _now: Circumstances) -> list[AnyFact]:
    _require_signal(room, person, "nudge")
    return [facts.Nudged(person)]


def _require_signal(room: Room, person: str, signal: wire.Signal) -> None:
    _require_member(room, person)
    manners = Manners(room)
    if signal not in manners.signals(person):
        raise Refused("be_silent" if manners.must_be_still(person) else "not_now")


# ---------------------------------------------------------------------------------------------------------------------
# What has to hold


def _require_member(room: Room, person: str) -> None:
    if person not in room.members:
        raise Refused("not_joined")


def _require_host(room: Room, person: str) -> None:
    _require_member(room, person)
    if room.host != person:
        raise Refused("not_host")


def _require_person(room: Room, person: str) -> None:
    if person not in room.members:
        raise Refused("no_such_person")


def _require_idle(room: Room) -> None:
    if room.running:
        raise Refused("game_running")


def _require_running(room: Room) -> GameState:
    if room.running is None:
        raise Refused("no_game" if room.game is None else "game_over")
    return room.running


def _require_ply(room: Room, ply: int) -> GameState:
    game = _require_running(room)
    if ply != game.ply:
        raise Refused("stale", ply=game.ply)
    return game


_DECIDE: Mapping[type, Callable[[Room, str, Any, Circumstances], Decision | list[AnyFact]]] = {
    wire.Join: _join,
    wire.Rename: _rename,
    wire.Leave: _leave,
    wire.Remove: _remove,
    wire.HandOver: _hand_over,
    wire.Ready: _ready,
    wire.Sit: _sit,
    wire.Stand: _stand,
    wire.MovePerson: _move_person,
    wire.Lock: _lock,
    wire.AddBot: _add_bot,
    wire.Deal: _deal,
    wire.Configure: _configure,
    wire.Start: _start,
    wire.Again: _again,
    wire.Abandon: _abandon,
    wire.Pause: _pause,
    wire.Resume: _resume,
    wire.GiveClue: _play,
    wire.Guess: _play,
    wire.Stop: _play,
    wire.Challenge: _play,
    wire.Waive: _play,
    wire.Cover: _play,
    wire.Ask: _ask,
    wire.AnswerQuestion: _answer,
    wire.CallTime: _call_time,
    TimeUp: _time_up,
    Presence: _presence,
    wire.Pencil: _pencil,
    wire.Say: _say,
    wire.Emote: _emote,
    wire.Nudge: _nudge,
}
