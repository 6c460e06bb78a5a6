"""The product's font in a report, cut to the letters that the page uses."""

from __future__ import annotations

import base64
import io
from functools import cache
from importlib.util import find_spec
from typing import Any

from game.ground import paths

_WEIGHTS = {400: "Pretendard-Regular.otf", 700: "Pretendard-Bold.otf"}


def typeface_for(page: str) -> str:
    """Return the rules of style that give a page the product's font; empty where fontTools (extra `report`) is missing,
    and the page takes the reader's own font.
    """
    if find_spec("fontTools") is None:
        return ""
    letters = "".join(sorted(set(page)))
    return "".join(
        f"@font-face{{font-family:Report;font-weight:{weight};"
        f'src:url("data:font/woff;base64,{_cut(name, letters)}")}}\n'
        for weight, name in _WEIGHTS.items()
    )


@cache
def _cut(name: str, letters: str) -> str:
    """Return a font with these letters only, in base64."""
    import logging

    from fontTools import subset

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    options: Any = subset.Options(flavor="woff", layout_features=["kern", "tnum", "calt", "ccmp"], desubroutinize=True)
    font = subset.load_font(str(paths.assets() / "fonts" / name), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    file = io.BytesIO()
    subset.save_font(font, file, options)
    return base64.b64encode(file.getvalue()).decode()
