"""Fixtures for all tests: the real servers. And surroundings that are the same on every machine."""

from tests.servers import postgres, redis
from tests.surroundings import settle

__all__ = ["postgres", "redis"]

settle()
