"""Makes the referee's file: the words of the languages, gathered from dictionaries and frequency lists."""
