"""Fixtures for all tests: the real servers."""

from tests.servers import postgres, redis

__all__ = ["postgres", "redis"]
