"""A browser's memory: the heap snapshot of the page, as the developer tools take it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.web.player import Player


async def take_snapshot(player: Player) -> Heap:
    session = await player.context.new_cdp_session(player.page)
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    await session.send("HeapProfiler.enable")
    await session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    await session.detach()
    return Heap(json.loads("".join(chunks)))


class Heap:
    def __init__(self, snapshot: dict[str, Any]) -> None:
        meta = snapshot["snapshot"]["meta"]
        self._strings: list[str] = snapshot["strings"]
        self._nodes, self._edges = snapshot["nodes"], snapshot["edges"]
        self._node_size, self._edge_size = len(meta["node_fields"]), len(meta["edge_fields"])
        self._node_types, self._edge_types = meta["node_types"][0], meta["edge_types"][0]
        self._edge_count_at = meta["node_fields"].index("edge_count")
        self._first_edge: dict[int, int] = {}
        position = 0
        for node in range(0, len(self._nodes), self._node_size):
            self._first_edge[node] = position
            position += self._nodes[node + self._edge_count_at] * self._edge_size

    def objects_with(self, *properties: str) -> Iterator[dict[str, Any]]:
        """All objects that have these properties: strings as such, everything else as a node to ask about."""
        wanted = {self._strings.index(name) for name in properties if name in self._strings}
        if len(wanted) < len(properties):
            return
        for node in self._first_edge:
            found = {
                name: target for kind, name, target in self._edges_of(node) if kind == "property" and name in wanted
            }
            if len(found) == len(wanted):
                yield {self._strings[name]: self._value(target) for name, target in found.items()}

    def items(self, array: object) -> list[Any]:
        """What lies in an array, in order."""
        if not isinstance(array, int):
            return []
        found = {name: target for kind, name, target in self._edges_of(array) if kind == "element"}
        if not found:  # short arrays keep their items in a backing store
            stores = [target for kind, name, target in self._edges_of(array) if self._strings[name] == "elements"]
            found = {
                name: target for store in stores for kind, name, target in self._edges_of(store) if kind != "shortcut"
            }
        return [self._value(found[index]) for index in sorted(found)]

    def texts(self) -> Iterator[str]:
        yield from self._strings

    def _edges_of(self, node: int) -> Iterator[tuple[str, int, int]]:
        first = self._first_edge[node]
        for edge in range(first, first + self._nodes[node + self._edge_count_at] * self._edge_size, self._edge_size):
            yield self._edge_types[self._edges[edge]], self._edges[edge + 1], self._edges[edge + 2]

    def _value(self, node: int) -> object:
        kind = self._node_types[self._nodes[node]]
        return self._strings[self._nodes[node + 1]] if "string" in kind else node
