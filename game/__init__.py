"""Souk: an arcade of board and party games for one machine, a LAN, bots and spectators."""

import os

# pygame prints a greeting on standard output when it is imported; that stream belongs to the command line.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
