"""Players that are programs. They know what a `View` shows, and nothing else.

    cli.py            `deckname clue` and `deckname guess`
    workers/          bots in processes of their own, asked from an event loop: always an answer, in time
    llm/              a bot that asks a language model
    bureau/           the strong built-in bot; needs the data that is made ahead
    simple/           the bot that needs nothing, and stands in for the others
    fair_play.py      what every bot does alike: approve, challenge, waive, cover
    view_reading.py   what every bot reads off a view: open cards, targets, promises
    queries.py        what is asked from outside a game, and what is wrong with it
    factory.py        how a bot is made in another process
    player.py         what a bot is: Question, Answer, Thought, Manner, Level

Imports go down this list only, and each folder is entered by its own door alone (import-linter).
"""
