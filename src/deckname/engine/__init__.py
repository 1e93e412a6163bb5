"""The rules of every edition, pure: no time, no network, no language, no randomness of its own."""
