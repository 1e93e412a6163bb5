"""What a device looks like from here: an imprint, to be compared and never to be read.

It has two halves, one of the address it comes from and one of the address and the browser together. `server.auth` makes
them with a secret of the house.
"""

from __future__ import annotations


def imprint(address: str, device: str) -> str:
    return f"{address}-{device}"


def address_in(imprint: str) -> str:
    """The half that all devices of one household share. Imprints of an older version have no such half."""
    address, dash, _ = imprint.partition("-")
    return address if dash else ""
