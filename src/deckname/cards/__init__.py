"""The cards of every edition: words in three languages, engraved pictures, family treasures."""
