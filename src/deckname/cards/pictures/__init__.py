"""Engraved pictures: 280 of them on 140 cards, drawn by our own engraver from concepts and scenes.

`catalogue` knows what there is, `gallery` has it drawn, `packs` reads the pictures of a host's own.
"""
