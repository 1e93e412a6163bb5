"""`python -m workshop`."""

from workshop.cli import main

main()
