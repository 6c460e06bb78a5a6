"""The sounds of the railway, by the names of their files."""

from __future__ import annotations

from typing import Final

HAMMER: Final = "hammer"
"""Something was built."""
WHEELS: Final = "wheels"
"""A train sets out."""
CHIME: Final = "chime"
"""Another thousand was delivered."""
BELL: Final = "bell"
"""A jam."""
SOUNDS: Final = (HAMMER, WHEELS, CHIME, BELL)
