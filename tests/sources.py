"""The repository's own source, for tests that hold all of it to a rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from tests import ROOT


def trees(*folders: str, holding: str | Callable[[str], object]) -> Iterator[tuple[str, ast.Module]]:
    """Parse the modules of these folders in whose text the pattern `holding` is found; each with its path.

    A rule's test names by `holding` what no source lacks that could break the rule: to parse all takes seconds. It may
    be a function of the text, where a pattern would take as long.
    """
    may_matter = re.compile(holding).search if isinstance(holding, str) else holding
    for path in sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if may_matter(source):
            yield path.relative_to(ROOT).as_posix(), ast.parse(source)
