"""`deckname replay --show`: a recorded game in the terminal, move by move."""

from __future__ import annotations

import sys

from rich.align import Align
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from deckname.engine.model import Edition, Table
from deckname.engine.record import IllegalMove, Record, positions
from deckname.engine.view import CardView, View, view

from .look import colours, paint
from .wording import Wording


def show_record(record: Record, language: str, console: Console | None = None) -> int:
    """Print the game; at a keyboard, wait for Enter between the moves. Returns the exit code of `replay`."""
    console = console or Console(highlight=False, markup=False)
    wording = Wording(language)
    table, total, code = record.table, len(record.moves), 0
    console.print(board(view(table, record.key, None), wording))
    try:
        for number, position in enumerate(positions(record), 1):
            _pause(console, wording)
            table = position.table
            seat = wording.seat(table, position.move.seat)
            console.print(_rule(f"{wording.say('terminal.move_of', number=number, total=total)} · {seat}"))
            for event in position.events:
                console.print(f"  {wording.event(table, event)}")
            console.print(board(view(table, record.key, None), wording))
    except IllegalMove as illegal:
        why = wording.say(f"refusal.{illegal.code}")
        console.print(_rule(wording.say("terminal.illegal", number=illegal.index + 1, why=why)))
        code = 1
    _show_result(console, wording, table)
    return code


def _show_result(console: Console, wording: Wording, table: Table) -> None:
    if table.outcome:
        console.print(_rule(wording.say("terminal.result")))
        for line in wording.outcome(table):
            console.print(Align.center(Text(line)))


def _pause(console: Console, wording: Wording) -> None:
    if console.is_terminal and sys.stdin.isatty():
        try:
            console.input(Text(wording.say("terminal.next_move") + " ", "dim"))
        except EOFError:  # Ctrl-D: enough of waiting, not of the game
            console.print()


def _rule(title: str) -> Rule:
    return Rule(Text(title))


def board(seen: View, wording: Wording) -> Grid:
    """The grid of cards as a renderable."""
    grid = Grid.grid(padding=(0, 1, 1, 0), expand=False)
    for _ in range(seen.columns):
        grid.add_column(width=14)
    for start in range(0, len(seen.cards), seen.columns):
        grid.add_row(*(_cell(card, seen.edition, wording) for card in seen.cards[start : start + seen.columns]))
    return grid


def _cell(card: CardView, edition: Edition, wording: Wording) -> Padding:
    _, ground = colours(card, edition)
    return Padding(
        Align.center(paint(card, wording.face(card.face), edition, wording.side), style=f"on {ground}"),
        (0, 0),
        style=f"on {ground}",
    )
