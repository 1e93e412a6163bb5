"""The bare limit of the server: picows with the same fan-out, no rules, no store, no protocol.

A command is answered to all sockets of its table with a message of a given size, and that is all there is.

Usage: python bench/server_bare.py [MESSAGE_BYTES] [SECONDS]
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence

import uvloop
from driver import Load, Place, measure, memory_each, prepare, report
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

TABLES, SOCKETS = 200, 6
NUMBER = 16  # digits of a command's number, which its answer repeats
COMMAND_PADDING = b"." * 64
MESSAGE_BYTES = 600


class Bare:
    """Adapter of the bare server."""

    name = "bare picows"

    def __init__(self, message_bytes: int = MESSAGE_BYTES) -> None:
        self._message_bytes = message_bytes
        self._sent: dict[int, int] = defaultdict(int)

    def start(self, port: int) -> Sequence[str]:
        return [sys.executable, __file__, "--serve", str(port), str(self._message_bytes)]

    async def seats(self, address: str, tables: int, sockets: int) -> list[list[Place]]:
        return [[Place(f"ws://{address}/{table}", {}) for _ in range(sockets)] for table in range(tables)]

    async def idle(self, address: str, sockets: int) -> list[Place]:
        return [Place(f"ws://{address}/idle-{number // SOCKETS}", {}) for number in range(sockets)]

    def command(self, table: int) -> tuple[int, bytes]:
        self._sent[table] += 1
        return self._sent[table] % SOCKETS, b"%0*d" % (NUMBER, self._sent[table]) + COMMAND_PADDING

    def answers(self, table: int, socket: int, message: bytes) -> bool:
        return int(message[:NUMBER]) == self._sent[table]


async def serve(port: int, message_bytes: int) -> None:
    tables: dict[bytes, set[WSTransport]] = defaultdict(set)
    padding = b"." * (message_bytes - NUMBER)

    class Seat(WSListener):
        def __init__(self, table: set[WSTransport]) -> None:
            super().__init__()
            self._table = table

        def on_ws_connected(self, transport: WSTransport) -> None:
            self._table.add(transport)

        def on_ws_disconnected(self, transport: WSTransport) -> None:
            self._table.discard(transport)

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            if frame.msg_type == WSMsgType.TEXT:
                message = frame.get_payload_as_bytes()[:NUMBER] + padding
                for each in self._table:
                    each.send(WSMsgType.TEXT, message)
            elif frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()

    def seat(request: WSUpgradeRequest) -> Seat:
        return Seat(tables[bytes(request.path)])

    server = await ws_create_server(seat, "127.0.0.1", port, backlog=2048)
    await server.serve_forever()


async def main(message_bytes: int, seconds: float) -> None:
    loads = [Load(seconds, rate=500), Load(seconds)]
    results = await measure(Bare(message_bytes), TABLES, SOCKETS, loads)
    rows = [(Bare.name, load, result) for load, result in zip(loads, results, strict=True)]
    report(f"{TABLES} tables × {SOCKETS} sockets, a command answered to all of its table", rows)
    print(f"memory of an idle socket: {await memory_each(Bare(message_bytes), 2000) / 1000:.1f} kB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        uvloop.run(serve(int(sys.argv[2]), int(sys.argv[3])))
    else:
        prepare()
        chosen = [*sys.argv[1:], *[str(MESSAGE_BYTES), "5"][len(sys.argv) - 1 :]]
        uvloop.run(main(int(chosen[0]), float(chosen[1])))
