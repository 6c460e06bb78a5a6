"""Weights of `value.FEATURES` in thousandths, by number of seats; written by build/fit_gems.py."""

from __future__ import annotations

WEIGHTS: dict[int, tuple[int, ...]] = {
    2: (331, 94, 14, -129, 469, 184, 42, 11, 53, -219, 1811, 190, 287, 1347),
    3: (344, 237, 62, -80, 385, 201, 47, -5, -52, -27, 1890, 315, 299, 1296),
    4: (393, 285, 20, -94, 544, -82, -84, 76, 41, -194, 1049, 111, 255, 1868),
}
