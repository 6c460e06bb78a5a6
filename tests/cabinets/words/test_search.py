"""Searching the dictionary: against a naive search, by hand, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game.cabinets.words.book import book
from game.cabinets.words.glosses import LONGEST, gloss, glossed
from game.cabinets.words.lexicon import Lexicon, lexicon
from game.cabinets.words.search import PatternError, danger, longest_of_each, matches, nearest, ordered
from game.cabinets.words.state import Options
from game.core.language.hangul import INITIALS, is_syllable, parts
from tests.commands.command_line import souk_here


def fits(pattern: str, word: str) -> bool:
    """Whether a word fits a pattern, sign by sign."""
    if not pattern:
        return not word
    if pattern[0] == "*":
        return any(fits(pattern[1:], word[place:]) for place in range(len(word) + 1))
    if not word:
        return False
    if pattern[0] == "[":
        end = pattern.index("]")
        return any(_one(sign, word[0]) for sign in pattern[1:end]) and fits(pattern[end + 1 :], word[1:])
    return _one(pattern[0], word[0]) and fits(pattern[1:], word[1:])


def _one(sign: str, other: str) -> bool:
    if sign in INITIALS:
        return is_syllable(other) and parts(other)[0] == sign
    return sign in ("?", other)


def test_the_search_equals_a_naive_one() -> None:
    random, words = Random(5), lexicon("ko").words[::431]
    few = Lexicon(words, [0] * len(words), 0, "")
    found = 0
    for _ in range(300):
        word = random.choice(words)
        pattern = ""
        for sign in word:
            kind = random.randrange(6)
            pattern += ["?", "*", parts(sign)[0], f"[{sign}가]", sign, sign][kind]
        wanted = [word for word in words if fits(pattern, word)]
        assert list(matches(few, pattern)) == wanted, pattern
        found += len(wanted)
    assert found > 300


@pytest.mark.parametrize(
    ("pattern", "key"),
    [("가[", "set"), ("가[]", "set"), ("가1", "sign"), ("[가?]", "sign"), ("?" * 41, "long")],
)
def test_a_bad_pattern_says_what_is_wrong(pattern: str, key: str) -> None:
    with pytest.raises(PatternError) as refused:
        matches(lexicon("ko"), pattern)
    assert refused.value.key == f"words.search.error.{key}"


def test_ordinary_english_words_have_glosses() -> None:
    words = lexicon("en")
    numbers = list(glossed(words))
    known = [gloss(words.words[number]) for number in numbers]
    assert sum(map(bool, known)) > 32_000
    assert max(map(len, known)) <= LONGEST + 20
    assert all(words.ranks[number] <= 5 for number in numbers)
    assert gloss("lanterns") == f"lantern: {gloss('lantern')}"
    assert gloss("zzz") == gloss("가방") == ""


def test_words_are_put_in_order() -> None:
    rules = book(Options())
    words = matches(rules.lexicon, "요?")
    assert "요리" in words
    by_danger = [danger(rules, word) for word in ordered(rules, words, "danger")]
    assert by_danger == sorted(by_danger)
    assert len(ordered(rules, matches(rules.lexicon, "요*"), "length")[0]) == 10
    assert any(word.startswith("요") and len(word) == 10 for word in longest_of_each(rules.lexicon))


def test_the_commands_search_and_export(tmp_path: Path) -> None:
    found = souk_here(tmp_path, "words-search", "요?????????", "--json")
    assert json.loads(found.stdout.splitlines()[0])["word"] == "요소폼알데하이드수지"
    bad = souk_here(tmp_path, "words-search", "가[")
    assert bad.returncode == 1
    assert len(bad.stderr.splitlines()) == 1


def test_the_nearest_words_are_those_with_fewest_other_letters() -> None:
    words = ["가방", "가방끈", "가마", "사과", "값", "strawberry", "straw"]
    assert nearest(words, "가망", 2) == ["가마", "가방"]
    assert nearest(words, "strawbery", 3) == ["strawberry"]
    assert nearest(words, "하늘소", 3) == []
