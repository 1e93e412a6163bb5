"""The campaign: teams that travel a map of missions together (M7-M10).

    maps.py      a map of one's own, as text: read with clear errors, and written
    journey.py   how far a team has come on a map: what is ticked, open or locked; pure
    teams.py     who is in a team, and whose games count for it; pure
    team_book.py teams, their maps and results, in the store
    campaigns.py missions: tables laid for a team, and what their games come to. Others enter here
    at_home.py   the same for the terminal, where teams go by their names; takes over the file of earlier versions

The numbers of cities and what they lay out are the engine's (`engine.missions`); messages are the protocol's.
"""
