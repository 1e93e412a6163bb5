from tests.tables.conftest import anywhere, gathering

__all__ = ["anywhere", "gathering"]
