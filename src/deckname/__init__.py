"""Deckname: the open, self-hosted home of the Codenames family of games."""

__version__ = "0.2.0"
