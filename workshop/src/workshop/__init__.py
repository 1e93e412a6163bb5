"""The workshop: what makes Deckname's data and art, and the laboratory where bots are tried. Nobody needs it to play.

`assets` makes all that play reads, `pictures`, `referee` and `bots` each make a part of it, `laboratory` lets bots play
against others and counts. The workshop may import `deckname`; `deckname` never imports the workshop.
"""
