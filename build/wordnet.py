"""Reads WordNet's database: the gloss of a word's most frequent sense. Format: wndb(5WN)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

KINDS = ("noun", "verb", "adj", "adv")


def glosses(folder: Path) -> Mapping[str, str]:
    """Words of letters alone, each with the first part of its gloss, without examples."""
    found: dict[str, tuple[int, str]] = {}
    for kind in KINDS:
        data = (folder / f"data.{kind}").read_bytes()
        for line in (folder / f"index.{kind}").read_text(encoding="latin-1").splitlines():
            word, *fields = line.split(" ")
            if not word.isalpha():
                continue
            tagged, first = int(fields[int(fields[2]) + 4]), int(fields[int(fields[2]) + 5])
            if word not in found or tagged > found[word][0]:
                found[word] = tagged, _gloss(data[first : data.index(b"\n", first)].decode("latin-1"))
    return {word: gloss for word, (_, gloss) in found.items()}


def _gloss(line: str) -> str:
    return line.partition(" | ")[2].partition('; "')[0].partition(";")[0].strip()
