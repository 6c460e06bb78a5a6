"""The rules in force: presets, what options may change of them, and what is incompatible."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

Preset: TypeAlias = Literal["seed", "linnaeus", "classic", "modern", "unibo"]
Side: TypeAlias = Literal["attackers", "defenders"]
Escape: TypeAlias = Literal["corner", "edge"]
KingTaken: TypeAlias = Literal["four", "three_two"]
Armed: TypeAlias = Literal["no", "anvil", "full"]
Stand: TypeAlias = Literal["king", "nobody", "anyone"]
Cross: TypeAlias = Literal["king", "all", "nobody"]
Hostile: TypeAlias = Literal["both", "none"]
Held: TypeAlias = Literal["never", "always", "walled"]
Corners: TypeAlias = Literal["king", "anyone", "none"]
Repeat: TypeAlias = Literal["draw", "mover", "defender", "first"]
YesNo: TypeAlias = Literal["no", "yes"]
AsPreset: TypeAlias = Literal["preset"]
AS_PRESET: Final = "preset"


class Law(msgspec.Struct, frozen=True):
    """The rules that hold in a match; the defaults are the preset *seed*."""

    first: Side = "attackers"
    rows: YesNo = "no"
    escape: Escape = "corner"
    king_taken: KingTaken = "four"
    rim_hostile: YesNo = "yes"
    king_armed: Armed = "no"
    throne_stand: Stand = "king"
    throne_cross: Cross = "all"
    throne_hostile: Hostile = "both"
    throne_held: Held = "never"
    corners: Corners = "king"
    camps: YesNo = "no"
    shieldwall: YesNo = "no"
    encircled: YesNo = "no"
    repeat: Repeat = "draw"
    quiet: Annotated[int, msgspec.Meta(ge=0, le=400)] = 100


_OPEN = Law(escape="edge", rim_hostile="no", throne_stand="nobody", corners="none")
PRESETS: Final[dict[Preset, Law]] = {
    "seed": Law(),
    "linnaeus": msgspec.structs.replace(
        _OPEN, king_taken="three_two", king_armed="full", throne_cross="nobody", throne_held="walled"
    ),
    "classic": _OPEN,
    "modern": Law(rim_hostile="no", king_armed="full", shieldwall="yes", encircled="yes", repeat="defender"),
    "unibo": msgspec.structs.replace(
        _OPEN,
        first="defenders",
        king_taken="three_two",
        king_armed="full",
        throne_cross="nobody",
        throne_held="always",
        camps="yes",
        repeat="first",
        quiet=0,
    ),
}
NAMES: Final = tuple(field.name for field in msgspec.structs.fields(Law))


@lru_cache(maxsize=256)
def law_of(options: msgspec.Struct) -> Law:
    """Return the rules that the options result in, with incompatible ones mended.

    A king that escapes into corners needs marked corners; the rim is hostile only to a king that must be closed in
    on all four sides.
    """
    return mended(msgspec.structs.replace(PRESETS[msgspec.structs.asdict(options)["preset"]], **changes(options)))


def changes(options: msgspec.Struct) -> dict[str, Any]:
    """Return what the options change of their preset."""
    chosen = {name: getattr(options, name) for name in NAMES}
    return {name: value for name, value in chosen.items() if value not in (AS_PRESET, -1)}


def mended(law: Law) -> Law:
    """Return the law with incompatible rules replaced."""
    if law.escape == "corner" and law.corners == "none":
        law = msgspec.structs.replace(law, corners="king")
    if law.king_taken == "three_two" and law.rim_hostile == "yes":
        law = msgspec.structs.replace(law, rim_hostile="no")
    return law
