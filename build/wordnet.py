"""Read WordNet's database (format: wndb(5WN)): the gloss of a word's most frequent sense, and nouns' broader terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

KINDS = ("noun", "verb", "adj", "adv")


def glosses(folder: Path) -> Mapping[str, str]:
    """Return words that consist of letters, each with the first part of its gloss, without examples."""
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


def members(folder: Path, roots: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """Return for each theme the nouns whose first sense lies below one of its roots, and which are mainly nouns.

    A root is a noun and the number of its sense. A word that fits several themes belongs to the nearest; among equally
    near ones to the first.
    """
    data = (folder / "data.noun").read_bytes()
    senses: dict[str, list[int]] = {}
    tagged: dict[str, tuple[int, str]] = {}
    for kind in KINDS:
        for line in (folder / f"index.{kind}").read_text(encoding="latin-1").splitlines():
            word, *fields = line.split(" ")
            if not word or not (word.replace("_", "")).isalpha():
                continue
            pointers = int(fields[2])
            if kind == "noun":
                senses[word] = [int(each) for each in fields[pointers + 5 : -2]]
            if word not in tagged or int(fields[pointers + 4]) > tagged[word][0]:
                tagged[word] = int(fields[pointers + 4]), kind
    below: dict[int, str] = {}
    for root, names in roots.items():
        for name in names:
            noun, _, number = name.partition(".")
            below.setdefault(senses[noun][int(number) - 1], root)
    found: dict[str, list[str]] = {theme: [] for theme in roots}
    for word in sorted(senses):
        if word.isalpha() and tagged[word][1] == "noun" and (theme := _nearest(data, senses[word][0], below)):
            found[theme].append(word)
    return found


def _nearest(data: bytes, synset: int, below: Mapping[int, str]) -> str | None:
    """Return the theme of the nearest ancestor of a synset that is a root, the synset itself included."""
    level, seen = [synset], {synset}
    while level:
        for each in level:
            if each in below:
                return below[each]
        above = [other for each in level for other in _above(data, each)]
        level = [each for each in dict.fromkeys(above) if each not in seen]
        seen.update(level)
    return None


def _above(data: bytes, synset: int) -> Iterator[int]:
    """Yield the broader synsets of a noun's synset. Single persons or places have none."""
    fields = data[synset : data.index(b"\n", synset)].decode("latin-1").partition(" | ")[0].split()
    start = 4 + 2 * int(fields[3], 16) + 1
    for place in range(start, start + 4 * int(fields[start - 1]), 4):
        if fields[place] == "@":
            yield int(fields[place + 1])
