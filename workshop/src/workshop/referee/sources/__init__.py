"""Where the data file's words come from: one module per language, each reading installed packages.

Used only while the file is built; nothing here is imported when a clue is judged.
"""
