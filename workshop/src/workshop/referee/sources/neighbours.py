"""Languages next door, known by their frequent words alone: enough to tell that *perro* is not French."""

from workshop.referee.sources.gather import RAREST, Entries, WordEntry, frequencies

_WORTH_KNOWING = RAREST + 50


def gather(language: str) -> Entries:
    """The frequent words of a language."""
    return {form: WordEntry(zipf=zipf) for form, zipf in frequencies(language).items() if zipf >= _WORTH_KNOWING}
