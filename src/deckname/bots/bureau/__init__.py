"""The Bureau: the strong built-in bot, for every seat of every edition (docs/bots.md).

    advice.py             clues and guesses asked for outside a game
    bot.py                the bot itself: what each question is answered by
    spymaster.py          which clue to give
    saying.py             which words are said to whom
    guesser.py            what to touch, and when to stop
    own_head.py           what an opponent of a lower level hears instead
    listener.py           who hears a clue, and how strongly it pulls them towards each card
    stakes.py             what a turn is worth: the chance to win after it
    race.py               which cards are picked before which
    data.py               where the data is, and how a language of it is opened
    stored_knowledge.py   how near clues and cards are, by that data
    word_index.py         how a word is found in it
    terms.py              words as it has them
    packing.py            how it is packed, and read piece by piece
    knowledge.py          what a bot knows of a language at all: five sources of nearness
    encoder.py            what turns texts into vectors
    parameters.py         every figure that was fitted or set by hand

Imports go down this list only.
"""

from .advice import clues, guesses
from .bot import NAME, Bureau, open_bureau
from .data import open_knowledge, ready
from .encoder import Encoder, Floats, open_encoder
from .knowledge import SOURCES, Knowledge, nearness, rank_knots
from .listener import Listener, faces_shown, several_ears, stranger_of
from .own_head import OwnHead
from .parameters import PARAMETERS, Parameters, Skill
from .stored_knowledge import StoredKnowledge

__all__ = [
    "NAME",
    "PARAMETERS",
    "SOURCES",
    "Bureau",
    "Encoder",
    "Floats",
    "Knowledge",
    "Listener",
    "OwnHead",
    "Parameters",
    "Skill",
    "StoredKnowledge",
    "clues",
    "faces_shown",
    "guesses",
    "nearness",
    "open_bureau",
    "open_encoder",
    "open_knowledge",
    "rank_knots",
    "ready",
    "several_ears",
    "stranger_of",
]
