"""Which rules hold at a table: what the edition's book says of clues, and the options the table has chosen."""

from dataclasses import dataclass

from deckname.engine.clues import ClueRules

OPTIONS = (
    "allow_multiword",
    "allow_acronyms",
    "allow_hyphen",
    "allow_sounds",
    "forbid_shape",
    "flexible",
    "off",
)


@dataclass(frozen=True, slots=True)
class Profile:
    """What the judge asks before it looks at any word."""

    book: ClueRules
    hyphen_allowed: bool
    compounds_allowed: bool
    multiword_allowed: bool
    acronyms_allowed: bool
    sounds_count: bool
    hidden_parts_count: bool
    shapes_forbidden: bool


def profile(book: ClueRules, options: frozenset[str]) -> Profile:
    """The rules of a book under these options."""
    if unknown := sorted(options - set(OPTIONS)):
        raise ValueError(f"unknown option {unknown[0]!r}: choose from {', '.join(OPTIONS)}")
    flexible = "flexible" in options
    return Profile(
        book,
        hyphen_allowed=flexible or book.hyphens or "allow_hyphen" in options,
        compounds_allowed=flexible or "allow_hyphen" in options,
        multiword_allowed=flexible or "allow_multiword" in options,
        acronyms_allowed=flexible or "allow_acronyms" in options,
        sounds_count=book.sounds and not (flexible or "allow_sounds" in options),
        hidden_parts_count=book.hidden_parts and not flexible,
        shapes_forbidden="forbid_shape" in options,
    )
