"""Players that are programs. They know what a `View` shows, and nothing else."""
