"""The `deckname` command."""


def main() -> None: ...
