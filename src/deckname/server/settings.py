"""What a host can set: by a flag, the environment (DECKNAME_…), a TOML file, in this order, or not at all.

All settings are known here, with how each is read; docs/settings.md tells what they are for. The rest of the server is
handed a `Settings` and asks nobody else.
"""

from __future__ import annotations

import os
import tomllib
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from deckname.folders import data_folder
from deckname.language import LANGUAGES, SpokenError, say, user_language
from deckname.people import FORGET_AFTER_DAYS

Network = IPv4Network | IPv6Network

LARGEST = 1_000_000_000
EVERY_INTERFACE = "0.0.0.0"


@dataclass(frozen=True)
class Settings:
    """Fields that are kept out of `repr` may hold a secret, and are never echoed."""

    host: str = "127.0.0.1"
    port: int | None = None
    data: Path = field(default_factory=data_folder)
    database_url: str | None = field(default=None, repr=False)
    redis_url: str | None = field(default=None, repr=False)
    public_url: str | None = None
    allowed_origins: tuple[str, ...] = ()
    trusted_proxies: tuple[Network, ...] = (ip_network("127.0.0.1"), ip_network("::1"))
    secure_cookies: str = "auto"
    language: str = field(default_factory=user_language)
    log_level: str = "info"
    log_format: str = "text"
    metrics: bool = True
    metrics_token: str | None = field(default=None, repr=False)
    sweep_after_days: int = 14
    delete_after_days: int = 14
    forget_devices_after_days: int = FORGET_AFTER_DAYS
    tables_per_device: int = 20
    people_per_table: int = 64
    sockets_per_device: int = 16
    commands_per_second: float = 20.0
    commands_burst: int = 40
    new_per_minute: int = 60
    frames_per_second: float = 20.0
    frames_burst: int = 60
    bytes_per_second: int = 65_536
    bytes_burst: int = 524_288
    frames_per_address: int = 1000
    bytes_per_address: int = 1_048_576
    connections_per_address: int = 1000
    request_seconds: float = 20.0
    message_size: int = 8192
    outbox_size: int = 262_144
    bots: int = 1
    bot_pace: float = 1.5
    take_back_seconds: int = 15
    llm_url: str | None = field(default=None, repr=False)
    llm_model: str | None = None
    llm_key_variable: str | None = None

    @property
    def origins(self) -> frozenset[str]:
        """Whose pages may talk to this server, besides those that it serves itself."""
        return frozenset(self.allowed_origins) | ({self.public_url} if self.public_url else set())

    @property
    def https(self) -> bool:
        """Whether this house is known to be reached by https alone."""
        return self.public_url is not None and self.public_url.startswith("https://")


class SettingError(SpokenError):
    """Something that can't be a setting."""

    sentences = "setting_error"


class Given(NamedTuple):
    value: object
    where: str  # as the host knows it: --port, DECKNAME_PORT, or port in deckname.toml


Reader = Callable[[object], Any]


def whole(least: int, most: int = LARGEST) -> Reader:
    return lambda value: _within(value, int, least, most, "not_whole")


def number(least: float, most: float) -> Reader:
    return lambda value: _within(value, float, least, most, "not_number")


def _within(value: object, kind: type[int] | type[float], least: float, most: float, code: str) -> float:
    with suppress(ValueError):
        amount = kind(value) if isinstance(value, str) else value
        if isinstance(amount, (int, kind)) and not isinstance(amount, bool) and least <= amount <= most:
            return kind(amount)
    raise SettingError(code, least=least, most=most)


def text(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise SettingError("not_text")
    return value.strip()


def switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    words = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
    if str(value).lower() not in words:
        raise SettingError("not_switch")
    return words[str(value).lower()]


def choice(*choices: str) -> Reader:
    def read(value: object) -> str:
        if value not in choices:
            raise SettingError("not_choice", choices=", ".join(choices))
        return str(value)

    return read


def language(value: object) -> str:
    """Also as the system writes it: fr_CA.UTF-8."""
    return str(choice(*LANGUAGES)(text(value)[:2].lower()))


def address(*schemes: str) -> Reader:
    def read(value: object) -> str:
        if not text(value).startswith(tuple(f"{scheme}://" for scheme in schemes)):
            raise SettingError("not_address", schemes=", ".join(f"{scheme}://" for scheme in schemes))
        return text(value)

    return read


def origin(value: object) -> str:
    try:
        parts = urlsplit(text(value).lower())
        good = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise SettingError("not_origin")
    standard = {"http": ":80", "https": ":443"}[parts.scheme]
    return f"{parts.scheme}://{parts.netloc.removesuffix(standard)}"  # as a browser writes it


def network(value: object) -> Network:
    try:
        return ip_network(text(value), strict=False)
    except ValueError as error:
        raise SettingError("not_network") from error


def several(read_one: Reader) -> Reader:
    """A list, or in a flag or the environment its parts with commas between."""

    def read(value: object) -> tuple[Any, ...]:
        parts = value if isinstance(value, list) else text(value).split(",")
        return tuple(read_one(part) for part in parts if part != "")

    return read


def folder(value: object) -> Path:
    return Path(text(value)).expanduser()


READERS: Mapping[str, Reader] = {
    "host": text,
    "port": whole(0, 65535),
    "data": folder,
    "database_url": address("postgresql", "postgres"),
    "redis_url": address("redis", "rediss", "valkey", "valkeys", "unix"),
    "public_url": origin,
    "allowed_origins": several(origin),
    "trusted_proxies": several(network),
    "secure_cookies": choice("auto", "on", "off"),
    "language": language,
    "log_level": choice("debug", "info", "warning", "error"),
    "log_format": choice("text", "json"),
    "metrics": switch,
    "metrics_token": text,
    "sweep_after_days": whole(0, 36_500),
    "delete_after_days": whole(0, 36_500),
    "forget_devices_after_days": whole(0, 36_500),
    "tables_per_device": whole(1),
    "people_per_table": whole(2, 64),
    "sockets_per_device": whole(1),
    "commands_per_second": number(0.1, 10_000),
    "commands_burst": whole(1, 100_000),
    "new_per_minute": whole(1),
    "frames_per_second": number(0.1, 1_000_000),
    "frames_burst": whole(1, 1_000_000),
    "bytes_per_second": whole(1024),
    "bytes_burst": whole(65_536),
    "frames_per_address": whole(1),
    "bytes_per_address": whole(65_536),
    "connections_per_address": whole(1),
    "request_seconds": number(0.1, 3600),
    "message_size": whole(1024, 1_048_576),
    "outbox_size": whole(16_384, 1_073_741_824),
    "bots": whole(0, 64),
    "bot_pace": number(0, 60),
    "take_back_seconds": whole(0, 600),
    "llm_url": address("https", "http"),
    "llm_model": text,
    "llm_key_variable": text,
}
VARIABLES = {f"DECKNAME_{name.upper()}": name for name in READERS}
OTHER_VARIABLES = frozenset({
    "DECKNAME_ASSETS", "DECKNAME_CACHE", "DECKNAME_CONFIG",
    "DECKNAME_FREEDICT", "DECKNAME_VECTORS", "DECKNAME_WORKSHOP",
})  # fmt: skip
SECRET = frozenset(setting.name for setting in fields(Settings) if not setting.repr)


def add_flags(parser: ArgumentParser, user: str, names: Collection[str] = tuple(READERS)) -> None:
    """A flag for each setting, or for some; what they are given is read by `read_settings`."""
    group = parser.add_argument_group(say(user, "settings.title"))
    group.add_argument("--config", metavar="FILE", help=say(user, "settings.config"))
    if "host" in names:
        group.add_argument(
            "--lan", dest="setting_host", action="store_const", const=EVERY_INTERFACE, default=SUPPRESS,
            help=say(user, "settings.lan"),
        )  # fmt: skip
    for name in names:
        flag, metavar = f"--{name.replace('_', '-')}", name.upper().split("_")[-1]
        group.add_argument(
            flag, dest=f"setting_{name}", metavar=metavar, default=SUPPRESS, help=say(user, f"setting.{name}")
        )


def read_settings(arguments: Namespace | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process; a SettingError names the first that can't be."""
    flags = vars(arguments) if arguments else {}
    file = flags.get("config") or environment.get("DECKNAME_CONFIG")
    given = _from_file(Path(file)) if file else {}
    for variable, name in VARIABLES.items():
        if value := environment.get(variable):  # an empty one is as good as none
            given[name] = Given(value, variable)
        if f"setting_{name}" in flags:
            given[name] = Given(flags[f"setting_{name}"], f"--{name.replace('_', '-')}")
    settings = Settings(**{name: _read(name, *given[name]) for name in given})
    _check_variables(environment, {*VARIABLES, *OTHER_VARIABLES, settings.llm_key_variable})
    _check_model(settings, given)
    return settings


def _check_variables(environment: Mapping[str, str], known: set[str | None]) -> None:
    """A variable that looks like a setting and is none was mistyped."""
    for variable, value in environment.items():
        if variable.startswith("DECKNAME_") and value and variable not in known:
            names = get_close_matches(variable.removeprefix("DECKNAME_").lower(), READERS, 1)
            guess = f"DECKNAME_{names[0].upper()}" if names else ""
            raise SettingError("unknown_variable_like" if guess else "unknown_variable", name=variable, guess=guess)


def _check_model(settings: Settings, given: Mapping[str, Given]) -> None:
    """It has an address and a name, or there is none."""
    for name, other in (("llm_url", "llm_model"), ("llm_model", "llm_url")):
        if getattr(settings, name) and not getattr(settings, other):
            raise SettingError("half_a_model", where=given[name].where, missing=other)


def _read(name: str, value: object, where: str) -> Any:
    try:
        return READERS[name](value)
    except SettingError as error:
        shown = "…" if name in SECRET else str(value)[:80]
        raise SettingError(error.code, where=where, value=shown, **error.details) from None


def _from_file(file: Path) -> dict[str, Given]:
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SettingError("not_toml", file=file, detail=error) from error
    except (OSError, ValueError) as error:
        raise SettingError("no_file", file=file, detail=getattr(error, "strerror", None) or error) from error
    for name in content:
        if name not in READERS:
            (guess,) = get_close_matches(name, READERS, 1) or ("",)
            raise SettingError("unknown_like" if guess else "unknown", file=file, name=name, guess=guess)
    return {name: Given(value, f"{name} ({file})") for name, value in content.items()}
