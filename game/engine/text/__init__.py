"""Setting type: fonts, single lines, wrapped paragraphs, and the check that no text is cut."""

from game.engine.text.typeface import LEAST_PX, Anchor, FontError, Overflow, Typeface, Weight
from game.engine.text.wrapping import Piece, flow, pieces_of, printable, tidy

__all__ = [
    "LEAST_PX",
    "Anchor",
    "FontError",
    "Overflow",
    "Piece",
    "Typeface",
    "Weight",
    "flow",
    "pieces_of",
    "printable",
    "tidy",
]
