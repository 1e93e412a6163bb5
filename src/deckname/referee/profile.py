"""Which rules hold at a table: the edition's book, and the options the table has chosen."""

from dataclasses import dataclass

EDITIONS = ("classic", "duet", "pictures", "family-easy", "family-advanced")
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

    words_on_board: bool  # Pictures has none
    hyphen_allowed: bool
    multiword_allowed: bool
    acronyms_allowed: bool
    invented_compounds: bool  # Pictures and Family: never
    sounds_count: bool  # Pictures and Family: puns are fine
    near_sounds_forbidden: bool  # Duet forbids what Classic asks about
    hidden_parts_count: bool  # Duet: letters of one inside the other are worth a question
    greys_count: bool
    shapes_forbidden: bool


def profile(edition: str, options: frozenset[str]) -> Profile:
    """The rules of an edition under these options."""
    if edition not in EDITIONS:
        raise ValueError(f"unknown edition {edition!r}: choose one of {', '.join(EDITIONS)}")
    if unknown := sorted(options - set(OPTIONS)):
        raise ValueError(f"unknown option {unknown[0]!r}: choose from {', '.join(OPTIONS)}")
    flexible = "flexible" in options
    pictures = edition == "pictures"
    family = edition.startswith("family")
    return Profile(
        words_on_board=not pictures,
        hyphen_allowed=flexible or edition in ("classic", "duet") or "allow_hyphen" in options,
        multiword_allowed=flexible or "allow_multiword" in options,
        acronyms_allowed=flexible or "allow_acronyms" in options,
        invented_compounds=not (pictures or family),
        sounds_count=not (flexible or pictures or family or "allow_sounds" in options),
        near_sounds_forbidden=edition == "duet",
        hidden_parts_count=edition == "duet" and not flexible,
        greys_count=pictures,
        shapes_forbidden="forbid_shape" in options,
    )
