"""The engraver: draws the pictures and treasures that `deckname.cards` only names."""
