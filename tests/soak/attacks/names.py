"""Who somebody is: names that look like another's, lines turned round, people who were sent away, tokens."""

from __future__ import annotations

from deckname import protocol as wire
from deckname.client import Refused, connect
from tests.server.serving import AT_ONCE, Node, Party, gathered
from tests.soak.site import Site

ALIKE = (
    "Alice\ufe0f",
    "Ali\u034fce",
    "Alice\u3164",
    "Alice\u17b4",
    "Аlice",
    "Alicе",
    "ΑLICE",
    "Ａlice",
    "alice ",
    "A\u200blice",
)
BLANK = ("\u3164", "\u2800", "\u17b4\u17b5", "\u115f", "\ufe0f", "\u00a0")
TURNED = "\u202eevil\u2066"


async def attack(site: Site) -> None:
    with site.serving("names", **AT_ONCE) as node:
        async with gathered(node.address, places=("red.giver",)) as party:
            await party.host.send(wire.Rename(name="Alice"))
            alike = [name for name in ALIKE if await _may_be_called(node, party.table, name)]
            blank = [name for name in BLANK if await _may_be_called(node, party.table, name)]
            turned = await _turned(node, party.table)
            returned = await _returns(node, party)
        revocable, lists = await _tokens(node)
    site.find(
        10,
        "Nobody sits beside Alice under a name that looks like hers",
        f"{len(alike)} of {len(ALIKE)} taken: {[ascii(name) for name in alike]}",
        not alike,
    )
    site.find(10, "Nobody has a blank name", f"{len(blank)} of {len(BLANK)} taken", not blank)
    site.find(10, "No talk or title turns its line round", f"{turned} of 2 kept", not turned)
    site.find(10, "Who was kept out does not come back with a new cookie", f"came back: {returned}", not returned)
    site.find(10, "Devices can be listed and revoked", f"listed: {lists}, revoked: {revocable}", revocable and lists)


async def _may_be_called(node: Node, table: str, name: str) -> bool:
    try:
        seat = await connect(node.address, table, name=name)
    except Refused:
        return False
    mine = next((person.name for person in seat.state.people if person.id == seat.state.you.person), "")
    await seat.send(wire.Leave())
    await seat.close()
    return mine == name or not mine.strip() or mine.casefold() == "alice"


async def _turned(node: Node, table: str) -> int:
    """How many texts that turn a line round are passed on as they are."""
    kept = 0
    seat = await connect(node.address, table, name="Bidi")
    try:
        await seat.send(wire.Say(text=TURNED))
        again = await connect(node.address, table, token=seat.token)  # whoever comes is told all that was said
        kept += any("\u202e" in said.text for said in again.state.talk)
        await again.close()
    except Refused:
        pass
    await seat.send(wire.Leave())
    await seat.close()
    status, made, _ = node.ask("POST", "/api/tables", wire.SettingsForm(title=TURNED), seat.token)
    if status < 300:
        told = node.ask("GET", f"/api/tables/{made['id']}")[1]
        kept += "\u202e" in str(told.get("title", ""))
    return kept


async def _returns(node: Node, party: Party) -> bool:
    """Somebody whom the host keeps out comes from the same machine with a new cookie."""
    first = await connect(node.address, party.table, name="Mallory")
    await party.host.send(wire.Remove(person=first.state.you.person, keep_out="day"))
    await first.close()
    try:
        again = await connect(node.address, party.table, name="Mallory")
    except Refused:
        return False
    await again.close()
    return True


async def _tokens(node: Node) -> tuple[bool, bool]:
    """Whether somebody can see their devices, and end one."""
    token = node.ask("POST", "/api/devices", wire.NewDevice())[1]["token"]
    status, found, _ = node.ask("GET", "/api/me/devices", token=token)
    if status != 200:
        return False, False
    devices = found["devices"] if isinstance(found, dict) else found
    key = next(iter(devices))["id"]
    ended = node.ask("DELETE", f"/api/me/devices/{key}", token=token)[0] < 300
    return ended and node.ask("GET", "/api/me", token=token)[0] == 401, True
