"""A page that a gate serves, with its words in it and its script named by digest in its policy."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from game.ground import paths

WORDS = "@WORDS@"
"""Where the page's words stand in its script, as JSON."""


class Page(NamedTuple):
    """What is served at a path, and the policy that it is served with."""

    content: bytes
    policy: str
    kind: str = "text/html; charset=utf-8"
    kept: bool = False
    """Whether a browser may keep it for good: its path names its content."""


@cache
def _source(name: str) -> str:
    return (paths.assets() / "web" / f"{name}.html").read_text(encoding="utf-8")


def page_with(name: str, words: Mapping[str, object]) -> Page:
    """Return the page of this name with these words. Its policy allows its own script and style and nothing else."""
    told = json.dumps(dict(words), ensure_ascii=False).replace("<", "\\u003c")
    content = _source(name).replace(WORDS, told)
    script, style = (_digest(_between(content, f"<{tag}>", f"</{tag}>")) for tag in ("script", "style"))
    policy = (
        f"default-src 'none'; script-src '{script}'; style-src '{style}'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return Page(content.encode(), policy)


def _between(text: str, begin: str, end: str) -> str:
    return text.split(begin, 1)[1].split(end, 1)[0]


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
