"""Playing in a terminal: hot-seat for every edition, and watching recorded games."""
