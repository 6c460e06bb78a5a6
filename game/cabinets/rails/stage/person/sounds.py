"""The sounds of Caravan Rails, as names of their files."""

from __future__ import annotations

from typing import Final

HAMMER: Final = "hammer"
"""Sound of something being built."""
WHEELS: Final = "wheels"
"""Sound of a departing train."""
CHIME: Final = "chime"
"""Sound of another thousand coins of income."""
BELL: Final = "bell"
"""Sound of a jam."""
SOUNDS: Final = (HAMMER, WHEELS, CHIME, BELL)
