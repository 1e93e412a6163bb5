"""Makes the bots' data: vectors, senses and ties of words, a folder for each language."""
