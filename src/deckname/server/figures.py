"""The figures that this server counts, by name."""

from __future__ import annotations

from deckname.server.metrics import Registry, add_process
from deckname.tables.house import House

_OUR_BOTS = ("bureau", "simple")


class Figures:
    def __init__(self, house: House) -> None:
        self.registry = registry = Registry()
        self.commands = registry.counters("deckname_commands_total", "Commands by how they ended.", "outcome")
        self.seconds = registry.histogram("deckname_command_seconds", "From reading a command to its answer.")
        self.messages = registry.counter("deckname_messages_sent_total", "Messages sent to sockets.")
        self.bytes = registry.counter("deckname_sent_bytes_total", "Bytes of these messages.")
        self.slow_readers = registry.counter("deckname_slow_readers_total", "Sockets cut because nobody read them.")
        self._bot_moves = registry.counters("deckname_bot_moves_total", "Moves of bots by who thought.", "by")
        registry.gauge("deckname_sockets", "Open sockets.", lambda: house.readers)
        registry.gauge("deckname_tables_in_memory", "Tables in memory.", lambda: house.tables_in_memory)
        add_process(registry)

    def bot_moved(self, by: str) -> None:
        """Any other name is one that a language model goes by at its host, and no label."""
        self._bot_moves.of(by if by in _OUR_BOTS else "model").add()
