"""`deckname backup`, `restore` and `check`: the file of a house as a whole, whether a server runs or not."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from deckname.language import say, user_language
from deckname.server.settings import SettingError, Settings, add_flags, read_settings

WHERE = ("data", "database_url")
"""The settings that say where a house is."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    backup = commands.add_parser(
        "backup",
        help="copy all games into one file, while the server runs",
        description="Copy everything that must not be lost into one file that only you can read, and check the copy. "
        "The server may run meanwhile: whatever it had answered before is in it.",
    )
    backup.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", default=Path(),
        help="the copy, or the folder for it (default: this folder, with the time as its name)",
    )  # fmt: skip
    backup.add_argument("--replace", action="store_true", help="put it in the place of a file that is there")
    restore = commands.add_parser(
        "restore",
        help="bring a house back from a backup",
        description="Put a backup in the place of the house's file, which is kept under another name. The server has "
        "to be stopped first.",
    )
    restore.add_argument("file", metavar="FILE", type=Path, help="the backup")
    check = commands.add_parser(
        "check",
        help="look for damage in a house's file or in a backup",
        description="Read all of the file and say whether it is whole. The server may run meanwhile.",
    )
    check.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a backup (default: the house's own file)")
    for command, run in ((backup, _back_up), (restore, _restore), (check, _check)):
        add_flags(command, user_language(), WHERE)
        command.set_defaults(run=_spoken, carry_out=run)


def _spoken(arguments: argparse.Namespace) -> int:
    """Do it, and say what came of it: exit code 2 if it could not be done."""
    from deckname.store.store import StoreError  # noqa: PLC0415 - other commands don't need a store

    carry_out: Callable[[argparse.Namespace, Settings], list[str]] = arguments.carry_out
    try:
        print(*carry_out(arguments, read_settings(arguments)), sep="\n")
    except (SettingError, StoreError) as error:
        print(f"deckname: {error.sentence(user_language())}", file=sys.stderr)
        return 2
    return 0


def _back_up(arguments: argparse.Namespace, settings: Settings) -> list[str]:
    from deckname.store import backup  # noqa: PLC0415

    target: Path = arguments.file
    if target.is_dir():
        target /= f"deckname-{_now()}.sqlite"
    backup.back_up(_house(settings), target, replace=arguments.replace)
    return [say(user_language(), "house.backed_up", file=target)]


def _restore(arguments: argparse.Namespace, settings: Settings) -> list[str]:
    from deckname.server.data_folder import claimed  # noqa: PLC0415
    from deckname.store import backup  # noqa: PLC0415

    house = _house(settings)
    aside = house.with_name(f"deckname-before-{_now()}.sqlite")
    with claimed(settings.data):
        moved = backup.restore(arguments.file, house, aside)
    told = [say(user_language(), "house.restored", file=arguments.file)]
    return [*told, say(user_language(), "house.moved_aside", file=aside)] if moved else told


def _check(arguments: argparse.Namespace, settings: Settings) -> list[str]:
    from deckname.store import backup  # noqa: PLC0415

    file = arguments.file or _house(settings)
    backup.check(file)
    return [say(user_language(), "house.whole", file=file)]


def _house(settings: Settings) -> Path:
    """The house's file, if it is one that we keep ourselves."""
    from deckname.store.store import SQLITE_NAME, StoreError  # noqa: PLC0415

    if settings.database_url:
        raise StoreError("use_pg_dump")
    return settings.data / SQLITE_NAME


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
