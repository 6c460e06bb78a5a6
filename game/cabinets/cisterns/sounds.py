"""The sounds of Cisterns, as names of their files."""

from __future__ import annotations

STRIKE, BITE, WARN, CREAK, GULP, BLAST, SPLASH = "strike", "bite", "warn", "creak", "gulp", "blast", "splash"
SOUNDS = (STRIKE, BITE, WARN, CREAK, GULP, BLAST, SPLASH)
