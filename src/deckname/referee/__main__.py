"""`python -m deckname.referee`: the referee's commands without the rest of the project."""

import argparse
import sys

from deckname.referee.commands import add_commands


def main() -> int:
    """Parse the command line and run it."""
    parser = argparse.ArgumentParser(prog="python -m deckname.referee")
    add_commands(parser.add_subparsers(dest="command", required=True))
    args = parser.parse_args()
    code: int = args.run(args)
    return code


sys.exit(main())
