"""The terminal game as it is really started: in a terminal, by its command."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path

from tests.servers import PATIENCE

CONTROL_Q = b"\x11"


def test_it_opens_in_a_terminal_and_leaves_it_when_it_is_told_to(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    environment = {**os.environ, "DECKNAME_LANGUAGE": "en", "DECKNAME_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "deckname", "terminal"]
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment, close_fds=True) as game:
        os.close(its)
        seen = b""
        while b"Duet" not in seen:
            assert select.select([ours], [], [], PATIENCE)[0], seen
            seen += os.read(ours, 65536)
        os.write(ours, CONTROL_Q)
        while True:  # what it still draws, until it hangs up
            try:
                select.select([ours], [], [], PATIENCE)
                os.read(ours, 65536)
            except OSError:
                break
        assert game.wait(PATIENCE) == 0
    os.close(ours)
