"""Make the word lists of the word game from dictionaries whose licences allow it.

    pip download --no-deps python-mecab-ko-dic==2.1.1.post2
    apt-get download scowl wordnet-base          # 2020.12.07-2 and 1:3.0-37
    python build/word_lists.py [--check] PYTHON_MECAB_KO_DIC.whl SCOWL.deb WORDNET_BASE.deb

writes game/cabinets/words/data/*.words, en.glosses and en.themes, which are committed. The same sources give the same
bytes: `--check` writes nothing and compares, and ends with 1 where a byte differs.
`supplement.txt`, `blocked.txt` and `english_themes.txt` beside it in build/words are ours: words that the dictionary
lacks, scraps that are not ordinary, and which senses of WordNet make a theme.
"""

from __future__ import annotations

import argparse
import lzma
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from mecab_dictionary import entries
from wordnet import glosses, members

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.cabinets.words.book import slurs  # noqa: E402
from game.cabinets.words.glosses import LONGEST, glossed  # noqa: E402
from game.cabinets.words.lexicon import DATA, lexicon, packed  # noqa: E402

OURS = ROOT / "build" / "words"
HANGUL = re.compile(r"[가-힣]{2,}")
LETTERS = re.compile(r"[a-z]{3,}")
LEVELS = (10, 20, 35, 40, 50, 55, 60, 70)
DEFAULT_FROM = 500
"""A cost shared by at least this many nouns was assigned to a class of words, not learned from texts."""


def ours(name: str) -> list[str]:
    """Return the words of one of our own files; text after a # says where a word is attested."""
    lines = (OURS / name).read_text(encoding="utf-8").splitlines()
    return [word for line in lines if (word := line.partition("#")[0].strip())]


def korean(dictionary: bytes) -> Mapping[str, int]:
    """Return the general nouns in Hangul, each with its rank among those seen in texts; 0 for the others."""
    costs: dict[str, list[int]] = {}
    for entry in entries(dictionary):
        if entry.features.startswith("NNG,") and HANGUL.fullmatch(entry.surface):
            costs.setdefault(entry.surface, []).append(entry.cost)
    shared = Counter(cost for each in costs.values() for cost in each)
    blocked = set(ours("blocked.txt"))
    learned = {
        word: min(seen)
        for word, each in costs.items()
        if word not in blocked and (seen := [cost for cost in each if shared[cost] < DEFAULT_FROM])
    }
    ranks = ranked(learned)
    middle = sorted(ranks.values())[len(ranks) // 2]
    supplement = dict.fromkeys(ours("supplement.txt"), middle)
    return {**dict.fromkeys(costs, 0), **supplement, **ranks}


def ranked(costs: Mapping[str, int]) -> dict[str, int]:
    """Rank words by cost from 1; equal costs share a rank."""
    order = {cost: rank for rank, cost in enumerate(sorted(set(costs.values())), 1)}
    return {word: order[cost] for word, cost in costs.items()}


def english(folder: Path) -> Mapping[str, int]:
    """Return the words of the levels, american and common, each with the number of its first level."""
    words: dict[str, int] = {}
    for rank, level in enumerate(LEVELS, 1):
        for kind in ("english", "american"):
            file = folder / f"{kind}-words.{level}"
            for word in file.read_text(encoding="latin-1").splitlines() if file.exists() else ():
                if LETTERS.fullmatch(word):
                    words.setdefault(word, rank)
    return words


def word_list(name: str, ranks: Mapping[str, int]) -> bytes:
    """Pack a list, and print its figures."""
    words = sorted(ranks)
    data = packed(words, [ranks[word] for word in words])
    print(f"{name}: {len(words):,} words, {sum(map(bool, ranks.values())):,} ordinary, {len(data):,} bytes")
    return data


def gloss_list(folder: Path) -> bytes:
    """Pack a line for each ordinary English word: its gloss, or nothing."""
    words, known = lexicon("en"), glosses(folder)
    lines = [known.get(words.words[number], "") for number in glossed(words)]
    lines = [
        line if len(line) <= LONGEST else f"{line[:LONGEST].rpartition(' ')[0].rstrip(' ,:(')} …" for line in lines
    ]
    data = lzma.compress("\n".join(lines).encode(), check=lzma.CHECK_CRC64, preset=9 | lzma.PRESET_EXTREME)
    print(f"en.glosses: {sum(map(bool, lines)):,} glosses, {len(data):,} bytes")
    return data


def theme_list(folder: Path) -> bytes:
    """Return the ordinary English words of each theme, as WordNet sorts them."""
    roots = {name: places.split() for name, _, places in (line.partition(":") for line in ours("english_themes.txt"))}
    words, barred = lexicon("en"), slurs()
    ordinary = {words.words[number] for number in glossed(words)} - barred
    found = {theme: [word for word in those if word in ordinary] for theme, those in members(folder, roots).items()}
    print(f"en.themes: {sum(map(len, found.values())):,} words in {len(found)} themes")
    return "".join(f"# theme: {theme}\n{' '.join(those)}\n" for theme, those in found.items()).encode()


def made(wheel: str, scowl: str, wordnet: str) -> Iterator[tuple[str, bytes]]:
    """Yield each file's name and bytes. The glosses are for the English words now in the folder."""
    with zipfile.ZipFile(wheel) as archive:
        yield "ko.words", word_list("ko.words", korean(archive.read("mecab_ko_dic/dictionary/sys.dic")))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "-x", scowl, folder], check=True)
        yield "en.words", word_list("en.words", english(Path(folder, "usr/share/dict/scowl")))
        subprocess.run(["dpkg-deb", "-x", wordnet, folder], check=True)
        yield "en.glosses", gloss_list(Path(folder, "usr/share/wordnet"))
        yield "en.themes", theme_list(Path(folder, "usr/share/wordnet"))


def main() -> int:
    """Write the files, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("sources", nargs=3)
    arguments = parser.parse_args()
    differ = 0
    for name, data in made(*arguments.sources):
        path = DATA / name
        if not arguments.check:
            path.write_bytes(data)
        elif path.read_bytes() != data:
            differ = 1
            print(f"{name} DIFFERS from {path}")
        else:
            print(f"{name} is equal byte for byte")
    return differ


if __name__ == "__main__":
    sys.exit(main())
