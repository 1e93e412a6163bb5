"""Who somebody is, without accounts: a device holds a secret token, and one or several devices are a person.

The store never sees a token, only its hash, so finding it tells nothing about how much of a guess was right.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from deckname.store.store import Store

TOKEN_BYTES = 32
LINK_SECONDS = 600
_REMEMBERED = 10_000


class _Person(msgspec.Struct, frozen=True):
    name: str = ""


class People:
    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._known: OrderedDict[str, str] = OrderedDict()

    async def new_device(self, name: str = "", person: str | None = None) -> tuple[str, str]:
        """A token, which is shown this once, and the person it stands for: a new one unless one is given."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        if person is None:
            person = secrets.token_urlsafe(9)
            await self.rename(person, name)
        await self._store.put("device", _hash(token), person.encode())
        return token, person

    async def recognise(self, token: str) -> str | None:
        """Whose device this is; None for a token that nobody was given."""
        if len(token) > 200:
            return None
        key = _hash(token)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        found = await self._store.get("device", key)
        if found is None:
            return None
        self._known[key] = found.decode()
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return self._known[key]

    async def name(self, person: str) -> str:
        body = await self._store.get("person", person)
        return msgspec.json.decode(body, type=_Person).name if body else ""

    async def rename(self, person: str, name: str) -> None:
        await self._store.put("person", person, msgspec.json.encode(_Person(name)))

    async def link_code(self, person: str) -> str:
        """A code that makes another device this person, once, soon."""
        code = secrets.token_urlsafe(16)
        await self._store.put("link", _hash(code), person.encode(), self._clock() + LINK_SECONDS)
        return code

    async def link(self, code: str) -> tuple[str, str] | None:
        """A new token for the person who asked for the code; None if it is wrong, used or too old."""
        person = await self._store.take("link", _hash(code))
        return await self.new_device(person=person.decode()) if person else None


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
