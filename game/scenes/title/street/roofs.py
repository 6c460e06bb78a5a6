"""Roofs of stalls: a striped awning, a round tent, a tiled gable; each with a hanging hem.

All are drawn on a stall's sheet (`game.engine.stage.stall`), the eaves at y = 140, behind a sign at the top.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine.colour import OUTLINE, PAPER, WHITE, Colour, darken, lighten, mix
from game.engine.stage.stall import Roof
from game.engine.vector import circle, linear, path, rect
from game.scenes.page.medina import finial

EAVES = 140.0
_STRIPES = 11
_LEFT, _RIGHT = 16.0, 424.0
_DRIPS = (28, 12, 20, 14, 32, 13, 24, 12, 34, 15, 22)
_CREAM = "#FFF1D6"


def roof_gradients(cloth: Colour) -> str:
    """Return the gradients that fill roofs: cloth0 and cloth1 above the eaves, hem0 and hem1 below."""
    defs = linear("cloth0", [(0, lighten(cloth, 0.18)), (0.55, cloth), (1, darken(cloth, 0.30))])
    defs += linear("cloth1", [(0, _CREAM), (0.55, mix(_CREAM, "#E9CFA0", 0.5)), (1, "#C9A473")])
    defs += linear("hem0", [(0, darken(cloth, 0.10)), (1, darken(cloth, 0.34))])
    return defs + linear("hem1", [(0, "#F3DDB4"), (1, "#CBA878")])


def _stripe(index: int) -> tuple[float, float]:
    wide = (_RIGHT - _LEFT) / _STRIPES
    return _LEFT + wide * index, _LEFT + wide * (index + 1)


def _hem_line() -> str:
    return path(f"M{_LEFT} {EAVES}H{_RIGHT}", "none", PAPER, 1.4, stroke_opacity=0.55)


def _awning(_cloth: Colour) -> str:
    """Draw stripes that widen downwards, and a scalloped hem with small bells."""
    body, hem = "", ""
    top, top_left, top_right = 84.0, 74.0, 366.0
    for i in range(_STRIPES):
        upper_left = top_left + (top_right - top_left) * i / _STRIPES
        upper_right = top_left + (top_right - top_left) * (i + 1) / _STRIPES
        left, right = _stripe(i)
        middle, sag = (left + right) / 2, (top + EAVES) / 2 + 5
        body += path(
            f"M{upper_left:.2f} {top}L{upper_right:.2f} {top}Q{(upper_right + right) / 2:.2f} {sag} {right:.2f} {EAVES}"
            f"H{left:.2f}Q{(upper_left + left) / 2:.2f} {sag} {upper_left:.2f} {top}Z",
            f"url(#cloth{i % 2})",
            OUTLINE,
            1.2,
        )
        low = EAVES + 24
        hem += path(
            f"M{left:.2f} {EAVES}H{right:.2f}V{EAVES + 9}Q{right:.2f} {low} {middle:.2f} {low}"
            f"Q{left:.2f} {low} {left:.2f} {EAVES + 9}Z",
            f"url(#hem{i % 2})",
            OUTLINE,
            1.8,
        )
        hem += circle(middle, low + 3, 2.6, "#E9A93C", OUTLINE, 1)
    beam = rect(top_left - 3, top - 5, top_right - top_left + 6, 8, 3, "url(#plank)", OUTLINE, 1.8)
    return body + beam + hem + _hem_line()


def _dome(cloth: Colour) -> str:
    """Draw a round tent of curved panels with a dripping hem."""
    body, hem = "", ""
    apex_x, apex_y = 220.0, 40.0

    def control(x: float) -> tuple[str, str]:
        """Return the two points that bend a seam between the eaves at x and the apex."""
        across = x - apex_x
        return f"{x + across * 0.075:.2f} {EAVES - 42}", f"{apex_x + across * 0.62:.2f} {apex_y + 6}"

    def seam(x: float) -> str:
        low, high = control(x)
        return f"C{low} {high} {apex_x} {apex_y}"

    def back(x: float) -> str:
        low, high = control(x)
        return f"C{high} {low} {x:.2f} {EAVES}"

    for i in range(_STRIPES):
        left, right = _stripe(i)
        body += path(f"M{left:.2f} {EAVES}{seam(left)}{back(right)}Z", f"url(#cloth{i % 2})", OUTLINE, 1.2)
    gleam = f"M{_LEFT + 34} {EAVES - 22}{seam(_LEFT + 44)}"
    body += path(gleam, "none", WHITE, 5, stroke_opacity=0.22)
    for i in range(_STRIPES):
        left, right = _stripe(i)
        middle, low = (left + right) / 2, EAVES + _DRIPS[i]
        hem += path(
            f"M{left:.2f} {EAVES - 2}H{right:.2f}V{EAVES + 5}C{right:.2f} {EAVES + 12} {middle + 11:.2f} {EAVES + 8} "
            f"{middle + 10:.2f} {low}C{middle + 9:.2f} {low + 11} {middle - 9:.2f} {low + 11} {middle - 10:.2f} {low}"
            f"C{middle - 11:.2f} {EAVES + 8} {left:.2f} {EAVES + 12} {left:.2f} {EAVES + 5}Z",
            f"url(#hem{i % 2})",
            OUTLINE,
            1.8,
        )
        hem += path(f"M{middle - 5:.2f} {EAVES + 8}V{low - 2}", "none", WHITE, 2.4, stroke_opacity=0.45)
    for x in (_LEFT + 4, _RIGHT - 4):
        hem += circle(x, EAVES - 3, 8, lighten(cloth, 0.25), OUTLINE, 1.6) + circle(x - 2, EAVES - 6, 2.4, WHITE)
    return body + hem + _hem_line()


def _gable(cloth: Colour) -> str:
    """Draw a pediment of round tiles with finials at its ends, and a row of pennants."""
    apex, eave_left, eave_right = 34.0, 8.0, 432.0
    rise = EAVES - apex
    triangle = f"M{eave_left} {EAVES}L220 {apex}L{eave_right} {EAVES}Z"
    body = path(triangle, darken(cloth, 0.45), OUTLINE, 2)
    rows = 7
    for row in range(rows):
        y = apex + rise * (row + 0.15) / rows
        half = (y - apex) / rise * 212 - 2
        count = max(1, round(2 * half / 21))
        wide = 2 * half / count
        for i in range(count):
            left = 220 - half + i * wide
            tint = (
                mix(cloth, WHITE, 0.16) if (i * 7 + row * 5) % 4 == 0 else mix(cloth, "#2A1B4A", 0.10 * ((i + row) % 3))
            )
            low, right = y + rise / rows + 2, left + wide
            tile = (
                f"M{left:.2f} {y:.2f}H{right:.2f}V{low - 8:.2f}Q{right:.2f} {low:.2f} {left + wide / 2:.2f} {low:.2f}"
            )
            tile += f"Q{left:.2f} {low:.2f} {left:.2f} {low - 8:.2f}Z"
            body += path(tile, tint, OUTLINE, 1.1)
    edge = f"M{eave_left - 4} {EAVES}L220 {apex - 4}L{eave_right + 4} {EAVES}"
    body += path(edge, "none", OUTLINE, 12) + path(edge, "none", "#B5753F", 8.6) + path(edge, "none", "#FFD9A8", 1.6)
    body += rect(eave_left - 2, EAVES - 7, eave_right - eave_left + 4, 10, 3, "url(#plank)", OUTLINE, 1.8)
    for x in (eave_left + 8, eave_right - 8):
        body += path(finial(x, EAVES - 8, 1.1), "#E9A93C", OUTLINE, 1.4)
    hem = ""
    for i in range(_STRIPES):
        left, right = _stripe(i)
        middle = (left + right) / 2
        hem += path(
            f"M{left:.2f} {EAVES + 2}H{right:.2f}V{EAVES + 8}L{middle:.2f} {EAVES + 25}L{left:.2f} {EAVES + 8}Z",
            f"url(#hem{i % 2})",
            OUTLINE,
            1.8,
        )
        hem += circle(middle, EAVES + 28, 2.6, "#E9A93C", OUTLINE, 1)
    return body + hem


ROOFS: dict[Roof, Callable[[Colour], str]] = {"awning": _awning, "dome": _dome, "gable": _gable}
"""The function that draws each roof from its cloth's colour, with the gradients of `roof_gradients` and "plank"."""


def sign_board(roof: Roof) -> str:
    """Draw the board for a stall's name, 236 by 66 at (102, 6), with what holds it."""
    body = path("M140 66V90M300 66V90", "none", "#3A2012", 5)
    radius = {"awning": 12, "dome": 33, "gable": 6}[roof]
    wood = {"awning": "url(#sign)", "dome": "url(#sign-sea)", "gable": "url(#slate)"}[roof]
    body += rect(104, 10, 232, 66, radius, "#1B0F1E", fill_opacity=0.45)
    body += rect(102, 6, 236, 66, radius, wood, "#1B0F1E", 2)
    return body + rect(106, 10, 228, 58, max(3, radius - 3), "none", "url(#frame)", 2.6)


SIGN_GRADIENTS = (
    linear("sign", [(0, "#7A4526"), (1, "#4A2716")])
    + linear("sign-sea", [(0, "#1E6A70"), (1, "#0E3A48")])
    + linear("slate", [(0, "#33504A"), (1, "#1D302E")])
)
