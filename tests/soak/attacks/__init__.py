"""Ways to hurt a house, one to a module. Each has `attack(site)`, which tells the site what it has found."""
