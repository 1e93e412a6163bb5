"""The simple bot: who plays when nobody better is ready.

bot.py      clues by theme, guesses by the themes a clue may mean
themes.py   our short lists of themes, with words that hint at each and cards that belong to it
"""

from .bot import NAME, Simple

__all__ = ["NAME", "Simple"]
