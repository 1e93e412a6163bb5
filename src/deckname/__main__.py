"""`python -m deckname`."""

from deckname.cli import main

main()
