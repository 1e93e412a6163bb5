"""Language models as players, at any OpenAI-compatible endpoint that a host has set.

bot.py      the bot: asks, believes nothing, and has another bot answer where nothing can be used
prompts.py  what a model is told, and how it has to answer
chat.py     one question to an endpoint that is not trusted; knows nothing of the game
"""

from .bot import LanguageModel, make
from .chat import Chat

__all__ = ["Chat", "LanguageModel", "make"]
