"""Souk: an arcade of board and party games for one machine, a LAN, bots and spectators."""

import os

# Standard output belongs to the command line: pygame prints a greeting there when it is imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
