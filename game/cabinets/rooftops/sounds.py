"""The sounds of Rooftops, as names of their files."""

from __future__ import annotations

LEAP, LAND, SPRING, STOMP, FALL, FLAG, JEWEL = "leap", "land", "spring", "stomp", "fall", "flag", "jewel"
TONES = ("tone1", "tone2", "tone3", "tone4", "tone5")
"""Sounds of coins taken in quick succession, each higher than the one before."""
SOUNDS = (LEAP, LAND, SPRING, STOMP, FALL, FLAG, JEWEL, *TONES)
