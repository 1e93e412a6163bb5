"""The whole attack on a house: `make soak`, or `python -m tests.soak [WHAT …]`.

attacks/    one module for each way to hurt a house; what it promises against it, and the figures that were found
probe.py    somebody who plays at the side and notes how long an answer takes
site.py     where an attack takes place: real servers on the loopback, a folder, and how much of it there is to be
report.py   what held and what did not

No test of `make test`: it asserts on times, which those may not.
"""
