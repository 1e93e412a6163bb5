"""How files get to their place whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that other processes see all of it or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)  # whoever made it, others may read it
        os.replace(name, path)  # noqa: PTH105 - Path.replace would build the same call
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
