"""The laboratory: bots play against each other and against strangers, and what comes of it is counted."""
