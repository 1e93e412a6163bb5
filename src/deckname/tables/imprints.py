"""What a device looks like from here: an imprint, to be compared and never to be read.

It has two halves, one of the address it comes from and one of the address and the browser together. `server.auth` makes
them with a secret of the house. The first half alone is an imprint, too: of everything at that address.
"""

from __future__ import annotations

_REMEMBERED = 10_000


def imprint(address: str, device: str) -> str:
    return f"{address}-{device}"


def of_address(imprint: str) -> str:
    """The imprint that all devices of one household share; empty for those of an older version, which don't say it."""
    address, dash, _ = imprint.partition("-")
    return address + dash if dash else ""


def fits(imprint: str, device: str) -> bool:
    """Whether a device is what an imprint is of."""
    return imprint in (device, of_address(device))


class NotedDevices:
    """By person: what the device looks like with which they came last."""

    def __init__(self) -> None:
        self._devices: dict[str, str] = {}

    def note(self, person: str, device: str) -> None:
        self._devices.pop(person, None)
        self._devices[person] = device
        if len(self._devices) > _REMEMBERED:
            del self._devices[next(iter(self._devices))]

    def of(self, person: str) -> str | None:
        return self._devices.get(person)
