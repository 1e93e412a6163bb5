"""For the table with a real box on it, where a phone is the key card.

keys.py: a code of six letters becomes a key. marks.py: phones at one table
follow each other. cli.py: `deckname key`. docs/gadget.md tells it to others.
"""
