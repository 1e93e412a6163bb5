"""Everything the web app says exists in every language, and nothing is kept that it never says."""

import re
import string
import tomllib
from pathlib import Path

import pytest

from deckname.engine import EDITIONS
from deckname.language import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
every_language = pytest.mark.parametrize("language", LANGUAGES)


def flat(path):
    sections = tomllib.loads(path.read_text("utf-8"))
    return {f"{section}.{name}": text for section, messages in sections.items() for name, text in messages.items()}


def own(language):
    return flat(WEB / "messages" / f"{language}.toml")


def shared(language):
    """The sections of the package's catalogue that messages.ts takes along."""
    listed = re.search(r"SHARED_SECTIONS = \[(.*?)\];", (WEB / "messages.ts").read_text("utf-8"), re.DOTALL)
    sections = set(re.findall(r"'(\w+)'", listed[1]))
    catalogue = flat(ROOT / "src" / "deckname" / "languages" / f"{language}.toml")
    return {name: text for name, text in catalogue.items() if name.split(".")[0] in sections}


def forms(message):
    return [message] if isinstance(message, str) else list(message.values())


def placeholders(message):
    return {name for form in forms(message) for _, name, _, _ in string.Formatter().parse(form) if name}


@pytest.fixture(scope="module")
def sources():
    files = [path for path in (WEB / "src").rglob("*") if path.suffix in (".svelte", ".ts")]
    return "\n".join(path.read_text("utf-8") for path in files)


def literal_names(sources):
    return set(re.findall(r"['\"`]([a-z]\w*\.[\w-]+)['\"`]", sources))


def patterns(sources):
    """Names that are put together while the app runs: `turn.you_${phase}` may be any turn.you_…"""
    for template in re.findall(r"`([a-z]\w*\.[^`]*\$\{[^`]*)`", sources):
        parts = re.split(r"\$\{[^}]*\}", template)
        yield re.compile(r"[\w-]+".join(map(re.escape, parts)))


@every_language
def test_catalogues_have_the_same_messages_with_the_same_details(language):
    ours, english = own(language), own("en")
    assert list(ours) == list(english)
    for name, message in ours.items():
        assert placeholders(message) == placeholders(english[name]), name
        assert isinstance(message, str) == isinstance(english[name], str), name
        assert all(form.strip() for form in forms(message)), name


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_sentence_is_left_in_english(language):
    long = {name: text for name, text in own(language).items() if isinstance(text, str) and len(text.split()) > 3}
    assert [name for name, text in long.items() if text == own("en")[name]] == []


@every_language
def test_what_the_app_says_exists(language, sources):
    known = own(language) | shared(language)
    sections = {name.split(".")[0] for name in known}
    said = {name for name in literal_names(sources) if name.split(".")[0] in sections}
    assert sorted(said - set(known)) == []
    for pattern in patterns(sources):
        if pattern.pattern.split("\\")[0] in sections:
            assert any(map(pattern.fullmatch, known)), pattern.pattern


def test_no_message_is_kept_that_nobody_says(sources):
    said, made = literal_names(sources), list(patterns(sources))
    terms = {edition.terms for edition in EDITIONS.values() if edition.terms}
    said |= {name.replace(".", f".{of}_") for name in said for of in terms}
    unused = [name for name in own("en") if name not in said and not any(p.fullmatch(name) for p in made)]
    assert unused == []


def test_own_messages_hide_none_of_the_package():
    assert set(own("en")) & set(shared("en")) == set()


FRENCH = ("web/messages/fr.toml", "src/deckname/languages/fr.toml", "src/deckname/referee/messages/fr.toml")


@pytest.mark.parametrize("catalogue", FRENCH)
def test_french_punctuation_stays_with_its_word(catalogue):
    """No line may begin with a lone » or !, so the space before them does not break; and apostrophes are round."""
    sentences = [form for message in flat(ROOT / catalogue).values() for form in forms(message)]
    loose = re.compile(r" [:;!?»]|[\w)}][;!?»]|«[^\u00a0\u202f]|\w'\w")
    assert [form for form in sentences if loose.search(form)] == []


def shown_text(component):
    """What stands in a component's markup between its tags, and in its attributes beside what is filled in."""
    markup = re.sub(r"<(script|style).*?</\1>|<!--.*?-->", "", component, flags=re.DOTALL)
    while re.search(r"\{[^{}]*\}", markup):
        markup = re.sub(r"\{[^{}]*\}", "§", markup)
    quoted = re.findall(r'="([^"]*§[^"]*)"', markup)
    return re.sub(r"<[^>]*>", "", re.sub(r"=>", "", markup)), quoted


def test_no_punctuation_is_built_in():
    """A colon has a space before it in French: it comes with the message, as the order of what it divides does."""
    built_in = []
    for path in (WEB / "src").rglob("*"):
        if path.suffix not in (".svelte", ".ts"):
            continue
        source = path.read_text("utf-8")
        joined = re.findall(r"`[^`]*\$\{[^`]*\}: [^`]*`", source)
        text, quoted = shown_text(source) if path.suffix == ".svelte" else ("", [])
        built_in += [f"{path.name}: {found}" for found in (*joined, *re.findall(r".*[§\w]\s?[:;?!](?:\s.*|$)", text))]
        built_in += [f"{path.name}: {found}" for found in quoted if re.search(r"§\s?[:;?!] ", found)]
    assert built_in == []
