"""Bots in worker processes, asked from an event loop that they never hold up.

    pool.py      the door, WorkerPool: questions wait, workers answer, the simple bot stands in; what is counted
    process.py   one worker process as its parent sees it
    worker.py    the same process from within: reads questions, writes answers
    messages.py  what the two say to each other

Nothing is imported here: every worker process comes by, and a megabyte that only the pool needs it would carry along.
"""
