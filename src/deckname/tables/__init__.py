"""Tables: people and bots around a game, from the lobby to the next game. The one application service.

    table_settings.py  how a table is set up
    commands.py      what may be asked for
    decisions/       commands turned into events, or refused; pure
    events.py        what has happened; stored.py: how that is written down, in every version ever
    state.py         where a table stands, made of its events; game.py, places.py, clock.py: parts of it
    snapshot.py      the same of a snapshot, and back (restored.py: its form); bounds.py: how much of all is kept
    permissions.py   who may talk, point and gesture, so that no knowledge of the key slips out

    service.py       all tables on a store, made of these parts:
      registry.py      the tables in memory         submitting.py    the one way to change one
      announcing.py    readers are told             presence.py      who is connected where
      timers.py        alarms of the clocks         adjudication.py  the referee
      directory.py     opening, lists, codes        history.py       finished games (game_summary.py)
      explaining.py    what bots thought            compaction.py    snapshots in place of what logs have gathered
      upkeep.py        closing and deleting tables (closed.py)
    bot_players.py   bots that sit at tables
    live.py          a table in memory with its readers; background.py: work that nobody waits for

Not here: what clients are sent (protocol/), sockets and HTTP (server/), the rules of the game (engine/).
"""
