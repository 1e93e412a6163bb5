"""Settings come from flags, the environment, a file or nowhere; what can't be one is named in three languages."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

import deckname
from deckname.language import LANGUAGES, catalogue
from deckname.server.settings import (
    OTHER_VARIABLES,
    READERS,
    VARIABLES,
    SettingError,
    Settings,
    add_flags,
    read_settings,
)

PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text("utf-8")
NAMES = [setting.name for setting in fields(Settings)]


def flags(*arguments: str, language: str = "en") -> Namespace:
    parser = ArgumentParser()
    add_flags(parser, language)
    return parser.parse_args(arguments)


def written(tmp_path: Path, text: str) -> str:
    (tmp_path / "deckname.toml").write_text(text, "utf-8")
    return str(tmp_path / "deckname.toml")


def shown(default: object) -> str:
    match default:
        case None:
            return ""
        case bool():
            return "on" if default else "off"
        case tuple():
            return ", ".join(str(part.network_address) for part in default)
    return str(default).removesuffix(".0")


def test_every_setting_can_be_read() -> None:
    assert [*READERS] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_is_documented_with_its_default(name: str) -> None:
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |")]
    default = getattr(Settings(), name)
    if name not in ("data", "language", "port"):
        assert row.split("|")[2].strip(" `") == shown(default)
    assert len(row.split("|")[3]) > 20


def test_the_page_documents_nothing_else() -> None:
    rows = [line.split("`")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    assert rows == NAMES
    assert all(name in PAGE for name in ("--config", "DECKNAME_CONFIG", "--lan"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_explains_every_flag(language: str) -> None:
    parser = ArgumentParser()
    add_flags(parser, language)
    text = " ".join(parser.format_help().split())
    for name in NAMES:
        assert f"--{name.replace('_', '-')} " in text
    assert str(catalogue(language)["setting.database_url"]) in text


def test_without_anything_the_defaults_hold() -> None:
    assert read_settings(None, {}) == Settings()
    assert read_settings(flags(), {"DECKNAME_PORT": ""}) == Settings()


def test_flags_go_before_the_environment_before_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, 'port = 1\nhost = "a"\nlog_format = "json"\nmetrics = false\nbot_pace = 2')
    environment = {"DECKNAME_CONFIG": file, "DECKNAME_PORT": "2", "DECKNAME_HOST": "b", "PORT": "9"}
    settings = read_settings(flags("--port", "3"), environment)
    assert (settings.port, settings.host, settings.log_format) == (3, "b", "json")
    assert settings.metrics is False
    assert settings.bot_pace == 2.0
    other = written(tmp_path / "..", "port = 4")
    assert read_settings(flags("--config", other), {"DECKNAME_CONFIG": "nowhere"}).port == 4


def test_lan_listens_on_every_interface() -> None:
    assert read_settings(flags("--lan"), {"DECKNAME_HOST": "127.0.0.1"}).host == "0.0.0.0"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("given", "missing"), [(("--llm-url", "http://x/v1"), "llm_model"), (("--llm-model", "m"), "llm_url")]
)
def test_half_a_language_model_is_refused(given: tuple[str, str], missing: str, language: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings(flags(*given), {})
    sentence = refused.value.sentence(language)
    assert given[0] in sentence and missing in sentence
    with pytest.raises(SettingError):
        read_settings(flags("--llm-url", "http://x/v1", "--llm-model", ""), {})
    both = read_settings(flags("--llm-url", "http://x/v1"), {"DECKNAME_LLM_MODEL": "m"})
    assert (both.llm_url, both.llm_model) == ("http://x/v1", "m")


def test_lists_and_addresses(tmp_path: Path) -> None:
    file = written(tmp_path, 'trusted_proxies = ["10.1.2.3/8", "::1"]\nallowed_origins = []')
    settings = read_settings(None, {"DECKNAME_CONFIG": file, "DECKNAME_PUBLIC_URL": "https://Play.Example.org:443/"})
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("::1"))
    assert settings.public_url == "https://play.example.org"
    assert settings.https and settings.origins == {"https://play.example.org"}
    several = read_settings(
        None, {"DECKNAME_ALLOWED_ORIGINS": "http://a:8080, https://[::1]:9,", "DECKNAME_DATA": "~/x"}
    )
    assert several.allowed_origins == ("http://a:8080", "https://[::1]:9")
    assert several.origins == {"http://a:8080", "https://[::1]:9"}
    assert several.data == Path.home() / "x"
    assert not several.https


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("port", "http", "not_whole"),
        ("port", "65536", "not_whole"),
        ("port", "-1", "not_whole"),
        ("bots", "1.5", "not_whole"),
        ("commands_per_second", "nan", "not_number"),
        ("commands_per_second", "inf", "not_number"),
        ("bot_pace", "a lot", "not_number"),
        ("metrics", "perhaps", "not_switch"),
        ("log_level", "loud", "not_choice"),
        ("language", "es", "not_choice"),
        ("host", "a\nb", "not_text"),
        ("database_url", "mysql://me:hidden@x", "not_address"),
        ("redis_url", "hidden:6379", "not_address"),
        ("public_url", "play.example.org", "not_origin"),
        ("public_url", "https://x/path", "not_origin"),
        ("public_url", "https://me@x", "not_origin"),
        ("public_url", "https://x:99999", "not_origin"),
        ("public_url", "https://[x", "not_origin"),
        ("allowed_origins", "https://a,*", "not_origin"),
        ("trusted_proxies", "10.0.0.0/8,proxy", "not_network"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_a_setting_is_named(name: str, value: str, code: str, language: str) -> None:
    variable = f"DECKNAME_{name.upper()}"
    with pytest.raises(SettingError) as refused:
        read_settings(None, {variable: value})
    sentence = refused.value.sentence(language)
    assert refused.value.code == code
    assert variable in sentence
    assert "hidden" not in sentence
    assert str(refused.value) == refused.value.sentence("en")
    with pytest.raises(SettingError) as flagged:
        read_settings(flags(f"--{name.replace('_', '-')}", value), {})
    assert f"--{name.replace('_', '-')}" in flagged.value.sentence(language)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("prot = 1", "unknown_like", ["prot", "port"]),
        ("zzzzz = 1", "unknown", ["zzzzz"]),
        ("[server]\nport = 1", "unknown", ["server"]),
        ("port = \n", "not_toml", ["line 1"]),
        ("port = true", "not_whole", ["port ("]),
        ("port = 80.5", "not_whole", ["80.5"]),
        ("port = [1]", "not_whole", ["[1]"]),
        ("host = 1", "not_text", ["host ("]),
        ("log_level = 1979-05-27", "not_choice", ["1979"]),
        ("allowed_origins = [1]", "not_text", ["allowed_origins ("]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_says_something_odd(tmp_path: Path, text: str, code: str, words: list[str], language: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings(None, {"DECKNAME_CONFIG": written(tmp_path, text)})
    assert refused.value.code == code
    sentence = refused.value.sentence(language)
    assert all(word in sentence for word in ["deckname.toml", *words])


@pytest.mark.parametrize(
    ("variable", "code", "words"),
    [
        ("DECKNAME_PROT", "unknown_variable_like", ["DECKNAME_PROT", "DECKNAME_PORT"]),
        ("DECKNAME_ZZZZZ", "unknown_variable", ["DECKNAME_ZZZZZ"]),
        ("DECKNAME_port", "unknown_variable_like", ["DECKNAME_port", "DECKNAME_PORT"]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistyped_variable(variable: str, code: str, words: list[str], language: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings(None, {variable: "3"})
    assert refused.value.code == code
    assert all(word in refused.value.sentence(language) for word in words)
    assert read_settings(None, {variable: ""}) == Settings()


def test_variables_that_are_no_settings(tmp_path: Path) -> None:
    read_settings(None, dict.fromkeys(OTHER_VARIABLES, written(tmp_path, "")))
    read_settings(None, {"DECKNAME_LLM_KEY_VARIABLE": "DECKNAME_MODEL_KEY", "DECKNAME_MODEL_KEY": "hidden"})
    source = Path(deckname.__file__).parent
    read = {
        name for file in source.rglob("*.py") for name in re.findall(r'"(DECKNAME_[A-Z_]+)"', file.read_text("utf-8"))
    }
    assert read <= {*VARIABLES, *OTHER_VARIABLES}


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for file in (tmp_path / "absent", tmp_path, tmp_path / "bytes"):
        with pytest.raises(SettingError) as refused:
            read_settings(None, {"DECKNAME_CONFIG": str(file)})
        assert refused.value.code == "no_file"
        assert str(file) in str(refused.value)


def test_secrets_are_not_shown() -> None:
    settings = read_settings(
        None,
        {
            "DECKNAME_DATABASE_URL": "postgresql://me:hidden@x/y",
            "DECKNAME_REDIS_URL": "redis://:hidden@x",
            "DECKNAME_METRICS_TOKEN": "hidden",
            "DECKNAME_LLM_URL": "https://x/?key=hidden",
            "DECKNAME_LLM_MODEL": "m",
        },
    )
    assert settings.metrics_token == "hidden"
    assert "hidden" not in repr(settings)
