"""Other names in what is handed out: drawn from the seed, the same in every page of a contest."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from game.core.chance import derive

_KEPT = {"digest", "folder", "main", "kind", "key", "out", "title", "game", "options", "part_names", "call", "souk"}
"""Fields whose values are no names."""
_NAMED = {"grades", "failed_calls", "specs", "bots"}
"""Fields whose values have names for keys."""


def other_names(names: Sequence[str], words: Sequence[str], seed: str, taken: Sequence[str] = ()) -> dict[str, str]:
    """Return another name for each of `names`, of these words, which are numbered where they are too few."""
    random = Random(derive(0, "anonymous", seed))
    free = [word for word in words if word not in taken]
    random.shuffle(free)
    drawn = (word if not lap else f"{word} {lap + 1}" for lap in count() for word in free)
    shuffled = list(names)
    random.shuffle(shuffled)
    return dict(zip(shuffled, drawn, strict=False))


def anonymised(data: bytes, others: Mapping[str, str]) -> bytes:
    """Return the content of a contest's `results.json` with other names, in what failed too, and without what
    else tells who it was: members and banners.
    """
    whole = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(others, key=len, reverse=True)))

    def told(value: Any, field: str = "") -> Any:
        if isinstance(value, dict):
            if field in _KEPT:
                return value
            names = others if field in _NAMED else {}
            return {names.get(name, name): told(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [] if field == "members" else [told(inner, field) for inner in value]
        if not isinstance(value, str) or field in _KEPT or (field == "path" and Path(value).is_absolute()):
            return value
        return whole.sub(lambda found: others[found[0]], value)

    document = json.loads(data)
    for entry in (document.get("contest") or {}).get("entries", ()):
        entry.pop("banner", None)
    return json.dumps(told(document), ensure_ascii=False).encode()
