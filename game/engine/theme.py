"""Constants of the interface: type, spaces, colours by meaning, and times. Lengths are design units, times seconds."""

from __future__ import annotations

from game.engine.colour import LANTERN, MUTED, PAPER, ROSE, SAND, Colour

CAPTION, BODY, LABEL, HEADING, TITLE, DISPLAY = 13, 16, 20, 26, 40, 72
"""The six sizes of type, in design units."""
LEADING = 1.45
"""Height of a line of running text, as a multiple of its size; Hangul needs more space than Latin."""

UPRIGHT_TYPE = 1.08
"""How much larger letters are on an upright frame."""
FINGER = 44.0
"""The least height of what is pressed on an upright frame."""
MOST_UPRIGHT = 130
"""The greatest text size, in per cent, on an upright frame."""

GRID = 8
GAP = 8
MARGIN = 24
CORNER = 12
CONTROL_CORNER = 10
CONTROL_HEIGHT = 40
"""Height of a button, an entry or a row in design units; grows with the text size by `Typeface.grown`."""
RING = 3
"""Thickness of the focus ring, in design units."""

TEXT: Colour = SAND
TEXT_BRIGHT: Colour = PAPER
TEXT_MUTED: Colour = MUTED
TEXT_FAINT: Colour = "#8B80A6"
"""Colour of text on controls that cannot be used."""
TEXT_ON_PAPER: Colour = "#2A1B3A"
TEXT_ON_PAPER_MUTED: Colour = "#6B5468"
TEXT_ON_LANTERN: Colour = "#2A1604"
RUST: Colour = "#A6431C"
"""Accent colour on paper, such as a count of free seats or the line under a syllable being composed."""
FOCUS: Colour = LANTERN
GOOD: Colour = "#7FD8C8"
GOOD_ON_PAPER: Colour = "#1B8F6A"
WARNING: Colour = "#FFC46B"
BAD: Colour = ROSE

HOVER_SECONDS = 0.12
PANEL_SECONDS = 0.22
TOOLTIP_DELAY = 0.45
CARET_SECONDS = 0.53
"""Seconds for which the caret is shown, and then hidden, while it blinks."""
