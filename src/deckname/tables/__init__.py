"""Tables: people and bots around a game, from the lobby to the next game. The one application service.

    facts.py      what is written down: everything that ever happened at a table, one entry each
    room.py       where a table stands, made of its facts
    clock.py      the clocks (T19)
    manners.py    who may talk, point and gesture, so that no knowledge of the key slips out
    decisions/    what somebody wants, turned into facts or refused
    sight.py      what each reader is shown, as messages of the protocol
    people.py     devices, persons and the codes that link them
    house.py      all tables on a store: loading, submitting, timers, bots, sweeping

Not here: sockets, HTTP and what they limit (server/), and the rules of the game (engine/).
"""
