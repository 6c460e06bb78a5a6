"""The quiz of the word game: what is seen of the hidden word, hints, races, points; and its secret."""

from __future__ import annotations

import math
from itertools import permutations
from random import Random

import pytest

from game.cabinets.words import lists, quiz, tempo
from game.cabinets.words.cabinet import WORDS
from game.cabinets.words.glosses import masked
from game.cabinets.words.lists import THEMES
from game.cabinets.words.rules import Words
from game.cabinets.words.state import MOST_TRIES, RIDDLES, GiveUp, Options, State, Try
from game.conformance.cases import with_defaults
from game.conformance.law import Law
from game.conformance.laws import LAWS_OF_RULES, secrets_are_kept, types_travel
from game.conformance.walks import random_match
from game.core.attachments import AttachmentError, attach
from game.core.language.hangul import initials
from game.core.options import joined, names_in, parse
from game.core.rules import NATURE, OMNISCIENT, Event, Move

QUIZ, GLOSS = (with_defaults(WORDS, {"mode": mode, "rounds": 2}) for mode in ("quiz", "gloss"))
RULES = Words()


def riddle(word: str = "다람쥐", theme: str = "animal", seats: int = 3, **options: object) -> State:
    """A round that has just begun; its syllables are uncovered from the left."""
    mode = "gloss" if word.isascii() else "quiz"
    state = RULES.start(seats, Options(mode=mode, **options))  # type: ignore[arg-type]
    RULES.step(state, [Move(NATURE, quiz.riddles(state).index((theme, word)))])
    RULES.step(state, [Move(NATURE, 0)])
    state.order = list(range(len(word)))
    return state


def play(state: State, seat: int, text: str | None, spent: int = 1_000) -> list[Event]:
    action = GiveUp() if text is None else Try(text)
    return RULES.step(state, [Move(seat, action, spent=spent)])


def wait(state: State) -> list[Event]:
    ask = RULES.ask(state)
    assert ask is not None
    return RULES.step(state, [Move(seat, GiveUp(), True, ask.limit_ms) for seat in ask.seats])


@pytest.mark.parametrize("check", LAWS_OF_RULES, ids=lambda check: check.name)
def test_the_quiz_conforms(check: Law) -> None:
    check(QUIZ, 3, 3, None)


@pytest.mark.parametrize("check", [secrets_are_kept, types_travel])
def test_the_english_quiz_conforms(check: Law) -> None:
    check(GLOSS, 3, 3, None)


def test_a_letter_alone_is_a_wrong_try_and_said_as_such() -> None:
    state = riddle()
    (missed,) = play(state, 0, "ㄷㄹㅈ")
    assert (missed.kind, missed.data["why"], missed.data["text"]) == ("missed", "unfinished", "ㄷㄹㅈ")


def test_what_holds_a_barred_word_is_shown_to_nobody() -> None:
    state = riddle()
    for text, why in (("병신", "blocked"), ("큰병신", "wrong")):
        (missed,) = play(state, 0, text)
        assert (missed.data["why"], missed.data["text"], state.tries[-1].text) == (why, "", "")


def test_the_least_length_holds_for_hidden_words_of_all_themes_where_the_chosen_ones_have_none() -> None:
    for options, low, high in (
        (Options(mode="quiz", least=7, themes="family"), 7, 8),
        (Options(mode="quiz", least=5, longest=3), 5, 5),
    ):
        lengths = {len(word) for words in quiz.pool(options).values() for word in words}
        assert lengths and low <= min(lengths) <= max(lengths) <= high


def test_every_theme_has_words_that_can_be_hidden() -> None:
    assert tuple(lists.themes()) and set(lists.themes()) == set(THEMES)
    korean = [word for words in lists.themes().values() for word in words if word >= "가"]
    assert len(THEMES) >= 40 and len(korean) >= 2_500
    for theme, words in quiz.pool(Options(mode="quiz")).items():
        assert len(words) > 50, theme
        assert len(set(words)) == len(words)
        assert all(quiz.SHORTEST <= len(word) <= quiz.LONGEST[True] and initials(word) for word in words)
    english = quiz.pool(Options(mode="gloss"))
    assert len(english) == 37 and all(len(words) > 10 and len(set(words)) == len(words) for words in english.values())
    assert all(len(word) <= quiz.LONGEST[False] and word.isascii() for words in english.values() for word in words)


def test_every_theme_can_be_chosen_at_once() -> None:
    options = parse(Options, {"themes": joined(THEMES)})
    assert len(names_in(options.themes)) == len(THEMES) == tempo.MOST_THEMES


def test_more_is_seen_with_each_hint_and_never_all() -> None:
    for word in ("사과", "다람쥐", "고슴도치", "헨젤과그레텔"):
        for order in list(permutations(range(len(word))))[:24]:
            looks = [quiz.shown(word, order, hints) for hints in range(quiz.HINTS + 1)]
            assert all(quiz.fits(word, look) for look in looks)
            whole = [sum(sign >= "가" for sign in look) for look in looks]
            assert whole == [1, 1, (len(word) + 1) // 2] and whole[2] < len(word)
    assert quiz.shown("다람쥐", (0, 1, 2), 1) == ("다", "ㄹㅏ", "ㅈㅟ")
    assert not quiz.fits("다람쥐", ("다", "ㄹㅓ", "ㅈ")) and not quiz.fits("람쥐", ("다", "ㄹㅏ", "ㅈ"))
    for word, order in (("ape", (2, 0, 1)), ("giraffe", (5, 3, 0, 6, 1, 2, 4))):
        looks = [quiz.shown(word, order, hints) for hints in range(quiz.HINTS + 1)]
        assert all(quiz.fits(word, look) and look[0] == word[0] for look in looks)
        assert [sum(sign != quiz.BLANK for sign in look) for look in looks] == [1, 1, (len(word) + 1) // 2]
    assert looks[2] == ("g", "_", "_", "a", "_", "f", "e") and not quiz.fits("giraffe", ("g", "_", "_", "e", *"____"))


def test_a_gloss_never_holds_the_word() -> None:
    for theme, words in quiz.pool(Options(mode="gloss")).items():
        for word in words:
            assert masked(word) and word not in masked(word).lower() and word not in theme, word


def test_points_are_those_of_the_formula() -> None:
    random = Random(2)
    for _ in range(2_000):
        seats = random.randint(1, 8)
        before, themes, whole = random.randrange(seats), random.randint(1, 40), random.randint(10, 300) * 1000
        spent = random.randint(0, whole)
        exact = 6 * (seats - before + 3) ** 1.4 * (0.5 + 0.5 * (1 - spent / whole)) * 0.3 * math.log(0.6 * themes + 1)
        if abs(exact % 1 - 0.5) > 1e-3:
            assert tempo.quiz_points(seats, before, themes, spent, whole) == math.floor(exact + 0.5)


def test_hints_come_at_thirds_and_the_word_at_the_end() -> None:
    state = riddle()
    ask = RULES.ask(state)
    assert ask is not None
    assert (ask.seats, ask.limit_ms, ask.lead) == ((0, 1, 2), 30_000, tempo.BEFORE_ROUND)
    assert wait(state) == [Event("hinted", {"number": 1})]
    play(state, 1, "두더지", 5_000)
    ask = RULES.ask(state)
    assert ask is not None and (ask.limit_ms, ask.lead) == (25_000, 0.0)
    assert wait(state) == [Event("hinted", {"number": 2})]
    assert [event.kind for event in wait(state)] == ["revealed"]
    assert RULES.view(state, 0).gloss == "", "there are none in Korean"
    assert (state.lost, state.phase, state.drawn) == ([["다람쥐"]] * 3, "title", "다람쥐")


def test_the_english_quiz_tells_the_meaning_first_and_then_letters() -> None:
    state = riddle("violinist", "art", seats=1)
    told = []
    for _ in range(3):
        view = RULES.view(state, 0)
        told.append(("".join(view.seen), view.gloss))
        wait(state)
    meaning = "a musician who plays the ___"
    assert told == [("v________", ""), ("v________", meaning), ("violi____", meaning)]
    assert (state.drawn, RULES.view(state, 0).gloss) == ("violinist", "")


def test_the_first_who_has_it_cuts_the_time_and_shows_both_hints() -> None:
    state = riddle()
    (solved,) = play(state, 2, "다람쥐", 4_000)
    assert solved == Event("solved", {"seat": 2, "points": state.points[2]})
    assert state.hints == quiz.HINTS
    ask = RULES.ask(state)
    assert ask is not None and (ask.seats, ask.limit_ms) == ((0, 1), 10_000)
    play(state, 0, "다람쥐", 1_000)
    assert 0 < state.points[0] < state.points[2]
    assert [event.kind for event in play(state, 1, None)] == ["passed", "revealed"]
    assert list(map(len, state.lost)) == [0, 1, 0]


def test_wrong_ones_are_shown_to_all_and_forty_are_enough() -> None:
    state = riddle(clean=True)
    assert play(state, 0, "두더지", 10) == [Event("missed", {"seat": 0, "text": "두더지", "why": "wrong"})]
    assert play(state, 0, "병신", 10)[0].data == {"seat": 0, "text": "", "why": "blocked"}
    for _ in range(MOST_TRIES - 3):
        play(state, 0, "두더지", 10)
    assert [event.kind for event in play(state, 0, "두더지", 10)] == ["missed", "passed"]
    assert state.out == [0]


def test_typing_takes_its_time_up_to_the_next_hint() -> None:
    state = riddle()
    play(state, 0, "다람쥐", 0)
    assert state.spent == state.solved[0].spent == 8 * tempo.KEY
    state = riddle()
    state.spent, state.left = 29_900, 60_100
    assert [event.kind for event in play(state, 0, "두더지", 10)] == ["missed", "hinted"]
    assert state.spent == 30_000


@pytest.mark.parametrize("mode", RIDDLES)
def test_nobody_is_told_the_word_before_the_end(mode: str) -> None:
    for seed in range(3):
        match = random_match(WORDS, 4, seed, Options(mode=mode, rounds=3))  # type: ignore[arg-type]
        state = RULES.start(4, match.options)
        for step in match.steps:
            hidden = state.hidden if state.phase in ("turn", "uncover") else ""
            events = RULES.step(state, step.moves)
            told = [str(event.data) for event in events if event.kind != "revealed"]
            assert not hidden or not any(hidden in line for line in told)
            if state.phase in ("turn", "uncover"):
                for viewer in (0, OMNISCIENT):
                    assert state.hidden not in str(RULES.view(state, viewer))


def test_another_word_is_dealt_that_looks_the_same() -> None:
    state = riddle("사자")
    state.order = [1, 0]
    dealt = {RULES.redeal(state, 0, Random(seed)).hidden for seed in range(30)}
    assert "사자" in dealt
    assert all(quiz.fits(word, quiz.seen(state)) for word in dealt)
    state = riddle("lion")
    dealt = {RULES.redeal(state, 0, Random(seed)).hidden for seed in range(30)}
    assert {"lion", "lamb"} <= dealt and all(len(word) == 4 and word[0] == "l" for word in dealt)
    state.hints = 1
    assert {RULES.redeal(state, 0, Random(seed)).hidden for seed in range(3)} == {"lion"}, "who reads it knows"


def test_no_word_comes_twice_while_others_are_left() -> None:
    state = riddle(rounds=10)
    state.earlier = {word: 1 for _, word in quiz.riddles(state) if word != "사자"}
    assert {word for _, word in quiz.riddles(state)} == {"사자"}
    state.earlier["사자"] = 1
    assert len(quiz.riddles(state)) > 1_000


def test_a_list_of_ones_own_can_be_hidden_and_said() -> None:
    digest = attach("# theme: us\n갑돌이 멍멍\n갑순이멍멍 # twice\n\nzebra\n".encode())
    name = f"우리 반@{digest}"
    options = Options(mode="quiz", themes=name)
    assert quiz.pool(options) == {name: ("갑돌이멍멍", "갑순이멍멍")}
    state = RULES.start(1, options)
    RULES.step(state, [Move(NATURE, 0)])
    (told,) = RULES.step(state, [Move(NATURE, 0)])
    assert (told.kind, told.data["theme"]) == ("own_riddle", "우리 반")


@pytest.mark.parametrize(
    ("data", "key"), [(b"\xff", "utf8"), ("가방\n가방1\n".encode(), "line"), (b"# nothing\n", "size")]
)
def test_a_broken_list_is_refused_with_its_line(data: bytes, key: str) -> None:
    with pytest.raises(AttachmentError) as refused:
        lists.own_words(attach(data))
    assert refused.value.key == f"words.list.{key}"
    if key == "line":
        assert refused.value.values == {"line": 2, "text": "가방1"}
