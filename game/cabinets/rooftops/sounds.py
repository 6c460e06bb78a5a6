"""The sounds of the race, by the names of their files."""

from __future__ import annotations

LEAP, LAND, SPRING, STOMP, FALL, FLAG, JEWEL = "leap", "land", "spring", "stomp", "fall", "flag", "jewel"
TONES = ("tone1", "tone2", "tone3", "tone4", "tone5")
"""Of coins that are taken one after the other."""
SOUNDS = (LEAP, LAND, SPRING, STOMP, FALL, FLAG, JEWEL, *TONES)
