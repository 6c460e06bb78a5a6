"""Files of blueprints: TOML with the parts in the notation of yard files.

blueprint = 1
built = '''
rail (0, 0) from W E8
platforms A (0, 1) EW 4 × 2
› (7, 0) W→E
'''
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.rails.blueprints.blueprint import Part, Pose, box_of, posed
from game.cabinets.rails.blueprints.copying import MOST_SIDE
from game.cabinets.rails.building.plans import pieces_of
from game.cabinets.rails.contract.actions import MOST_GROUPS, MOST_PIECES, Platforms, Rail, Signal, Span
from game.cabinets.rails.yards.errors import YardError, wrong
from game.cabinets.rails.yards.fields import Fields, read_document
from game.cabinets.rails.yards.notation import Reader, write_groups
from game.cabinets.rails.yards.reading import first_line

VERSION: Final = 1
MOST_BYTES: Final = 32 << 10
_MOST_TEXT: Final = 16_000


def write_blueprint(parts: Sequence[Part]) -> bytes:
    """Return a blueprint as the content of a file. Raise ValueError if it has more stations than there are letters."""
    rows = write_groups(parts)
    return "\n".join([f"blueprint = {VERSION}", "built = '''", *rows, "'''", ""]).encode()


def read_blueprint(data: bytes) -> tuple[Part, ...]:
    """Return the parts in a file's content, with their corner at (0, 0).

    Raise YardError, which names line, field, and what was expected.
    """
    if len(data) > MOST_BYTES:
        raise YardError("blueprint_size", most=MOST_BYTES >> 10)
    document, lines = read_document(data)
    top = Fields(document, lines)
    top.whole("blueprint", VERSION, VERSION)
    top.only("blueprint", "built")
    line = first_line(data, top, "built")
    groups = Reader().read(top.text("built", _MOST_TEXT), line, "built")
    parts = [group for group in groups if isinstance(group, Rail | Signal | Platforms | Span)]
    if len(parts) < len(groups):
        raise wrong(line, "built", "blueprint_parts")
    if not parts:
        raise wrong(line, "built", "blueprint_empty")
    if sum(map(pieces_of, parts)) > MOST_PIECES or len(parts) > MOST_GROUPS:
        raise wrong(line, "built", "blueprint_long", most=MOST_PIECES)
    try:
        _left, _top, wide, high = box_of(parts)
    except ValueError as error:
        raise wrong(line, "built", "blueprint_turns") from error
    if max(wide, high) > MOST_SIDE:
        raise wrong(line, "built", "blueprint_large", most=MOST_SIDE, wide=wide, high=high)
    return posed(parts, Pose())
