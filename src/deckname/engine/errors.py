"""Errors that say by a code what is wrong: the program reads the code, people read a sentence in their language."""

from __future__ import annotations


class CodedError(Exception):
    """`code` is stable and snake_case; `details` fill in the sentence that clients have for it."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        return f"{self.code}: {self.details}" if self.details else str(self.code)


class Refused(CodedError):  # noqa: N818 - a refusal is an answer, not an error of the program
    """What somebody wants is not taken, and nothing has changed."""
