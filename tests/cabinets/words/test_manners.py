"""Strict manners of the word game, held against crossing out word by word on small graphs."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from game.cabinets.words.book import book
from game.cabinets.words.cabinet import WORDS
from game.cabinets.words.manners import Graph, graph, prepared
from game.cabinets.words.rules import Words
from game.cabinets.words.state import GiveUp, Options, State, Try
from game.conformance.walks import random_match
from game.core.attachments import attach
from game.core.match.match import Match
from game.core.options import OptionError
from game.core.rules import SPECTATOR, Move


class Small:
    """A book of a few words over a few letters; some letters may be said for others."""

    def __init__(self, words: list[str], forms: dict[str, tuple[str, ...]]) -> None:
        self.lexicon = SimpleNamespace(words=words)
        self.options = Options()
        self._forms = forms

    def counts(self, number: int) -> bool:
        return True

    def keys_of(self, word: str) -> tuple[str, ...]:
        return (word[0],)

    def ends(self, word: str) -> tuple[str, str]:
        return word[0], word[-1]

    def asks(self, word: str) -> tuple[str, ...]:
        return self._forms[word[-1]]

    def allowed(self, word: str, used: Collection[str]) -> bool:
        """The same by the definition: the largest set of unused words each of which leaves one of the set."""
        left = set(self.lexicon.words) - {*used, word}
        while True:
            kept = {each for each in left if any(other != each and other[0] in self.asks(each) for other in left)}
            if kept == left:
                return any(other[0] in self.asks(word) for other in left)
            left = kept


def test_allowed_words_are_those_of_the_definition() -> None:
    random, seen = Random(4), set()
    for _ in range(400):
        letters = "abcdefgh"[: random.randint(2, 8)]
        forms = {
            sign: (sign, *(other for other in letters if other != sign and random.random() < 0.15)) for sign in letters
        }
        words = sorted({random.choice(letters) + random.choice("xyz") + random.choice(letters) for _ in range(12)})
        small = Small(words, forms)
        made = Graph(cast(Any, small))
        used: set[str] = set()
        for word in random.sample(words, len(words)):
            if word not in used:
                wanted = small.allowed(word, used)
                assert made.allowed(word, used) == wanted
                seen.add(wanted)
                if random.random() < 0.5:
                    used.add(word)
    assert seen == {True, False}


def test_the_graph_is_built_in_pieces_before_the_first_turn() -> None:
    options = Options(mode="chain", manner="strict", words="usual", longest=3)
    graph.cache_clear()
    pieces = sum(1 for _ in prepared(options))
    assert pieces > len(book(options).lexicon.words) / 4_000
    made = graph(options)
    assert next(made.pieces(), "built") == "built"
    whole = Graph(book(options))
    for word in ("가방", "기차", "나트륨", "산기슭"):
        assert made.allowed(word, ()) == whole.allowed(word, ())


def test_strict_matches_are_played_in_every_mode_of_turns() -> None:
    for mode in ("three", "front"):
        options = Options(mode=mode, manner="strict", rounds=1, alternate=True, words="usual")
        rules, words = Words(), book(options)
        match = random_match(WORDS, 2, 6, options)
        state = rules.start(2, options)
        for step in match.steps:
            kinds = [event.kind for event in rules.step(state, step.moves)]
            if "said" in kinds and "used_up" not in kinds:
                used = {said.word for said in state.chain}
                fitting = [words.lexicon.words[n] for n in words.candidates(state.asked, len(state.chain))]
                assert any(graph(options).allowed(word, used) for word in fitting if word not in used)


def tiny(*words: str) -> State:
    """A strict round over no more than these words."""
    name = f"tiny@{attach(chr(10).join(words).encode())}"
    options = Options(rounds=2, extra=name, themes=name, initial_law="off")
    state = Words().start(2, options)
    state.options = replace(options, manner="strict")
    state.order, state.phase, state.title, state.left, state.asked = [0, 1], "turn", ["가", "나"], 90_000, ("가",)
    return state


def said(state: State, seat: int, word: str) -> list[str]:
    return [event.kind for event in Words().step(state, [Move(seat, Try(word), spent=900)])]


def test_a_word_that_leaves_only_dead_ends_is_refused() -> None:
    state = tiny("가나", "나가")
    assert book(state.options).leaves("가나", 0, ())
    assert said(state, 0, "가나") == ["missed"]
    assert state.tries[-1].why == "dead_end"


def test_a_word_does_not_follow_itself() -> None:
    state = tiny("가나", "나다나")
    assert said(state, 0, "가나") == ["missed"]
    assert state.tries[-1].why == "dead_end"
    state = tiny("가나", "나다나", "나라나")
    assert said(state, 0, "가나") == ["said", "used_up", "begun"]
    state = tiny("가나", "나다나")
    events = {event.kind for event in Words().step(state, [Move(0, GiveUp(), spent=900)])}
    assert "could_have" not in events


def test_a_round_whose_words_are_used_up_ends_without_a_penalty() -> None:
    state = tiny("가나", "나가", "가다", "다가")
    state.points = [50, 50]
    assert said(state, 0, "가나") == ["said"]
    assert said(state, 1, "나가") == ["said", "used_up", "begun"]
    assert state.lost == [[], []] and min(state.points) > 50 and state.round == 1


def listed(*words: str, **options: Any) -> Options:
    name = f"own@{attach(chr(10).join(words).encode())}"
    return Options(extra=name, themes=name, initial_law="off", **options)


@pytest.mark.parametrize(
    "options",
    [
        listed("가방"),
        listed("가방", manner="strict"),
        listed("가나", "나가", manner="strict"),
        listed("가방", "나비", "다리"),
        listed("가가"),
        Options(mode="three", themes="sea"),
        Options(mode="letter", themes="town"),
    ],
)
def test_lists_on_which_nobody_can_go_on_are_refused_when_the_match_is_started(options: Options) -> None:
    with pytest.raises(OptionError) as refused:
        Words().start(2, options)
    assert refused.value.key == "words.refuse.themes"


@pytest.mark.parametrize("mode", ["chain", "three", "front", "tail"])
def test_a_round_begins_with_a_sign_that_a_word_of_the_list_answers(mode: Any) -> None:
    words = ("zebra", "bravo") if mode == "tail" else ("하늘색", "색동하", "하모니")
    options = listed(*words, mode=mode)
    match = Match(WORDS.rules, 2, options, 1)
    match.tick(0.0)
    view = match.view(SPECTATOR)
    assert view.phase == "turn"
    assert any(book(options).remains((key,), 0, ()) for key in view.asked)
