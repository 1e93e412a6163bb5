"""Beside a real box on a real table: what a phone can be there."""
