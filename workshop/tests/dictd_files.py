"""Dictionaries as Debian installs them, written for a test."""

import gzip
from string import ascii_lowercase, ascii_uppercase, digits


def write_dictd(shelf, name, articles):
    folder = shelf / "dictd"
    folder.mkdir(parents=True, exist_ok=True)
    text, index = b"", []
    for head, article in articles:
        index.append(f"{head}\t{_packed(len(text))}\t{_packed(len(article.encode()))}\n")
        text += article.encode()
    (folder / f"{name}.index").write_text("".join(index), "utf-8")
    (folder / f"{name}.dict.dz").write_bytes(gzip.compress(text))


def _packed(number):
    letters = ascii_uppercase + ascii_lowercase + digits + "+/"
    return (_packed(number // 64) if number >= 64 else "") + letters[number % 64]
