"""The word game: Hangul, clock and points, the refusals one by one, and the laws of a chain."""

from __future__ import annotations

import math
import unicodedata
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.words import lists, tempo
from game.cabinets.words.book import book
from game.cabinets.words.cabinet import WORDS
from game.cabinets.words.lexicon import LexiconError, lexicon, packed, unpacked
from game.cabinets.words.rules import Words
from game.cabinets.words.state import GiveUp, Options, Said, State, Try
from game.conformance.walks import random_match
from game.core.attachments import AttachmentError, attach
from game.core.language.hangul import FINALS, INITIALS, SPLIT, VOWELS, compose, from_latin, initial_law, made_of, parts
from game.core.options import OptionError
from game.core.rules import NATURE, Event, Move
from game.ground.texts import Texts

SYLLABLES = [chr(code) for code in range(ord("가"), ord("힣") + 1)]


def test_every_syllable_is_made_of_its_parts() -> None:
    assert [made_of(*parts(syllable)) for syllable in SYLLABLES] == SYLLABLES


def test_the_initial_law_goes_one_way_once_and_keeps_vowel_and_final() -> None:
    changed = 0
    for syllable in SYLLABLES:
        other = initial_law(syllable)
        if other is None:
            continue
        changed += 1
        assert parts(other)[1:] == parts(syllable)[1:]
        assert (parts(syllable)[0], parts(other)[0]) in {("ㄹ", "ㄴ"), ("ㄹ", "ㅇ"), ("ㄴ", "ㅇ")}
        assert initial_law(other) is None
    assert changed == (6 + 6 + 4) * 28
    assert [initial_law(sign) for sign in "리락녀가라"] == ["이", "낙", "여", None, "나"]


def test_the_automaton_makes_every_syllable_of_its_letters() -> None:
    for syllable in SYLLABLES:
        letters = "".join(SPLIT.get(part, part) for part in parts(syllable) if part)
        assert compose(letters) == syllable
    for initial, vowel, final in (("ㄷ", "ㅏ", "ㄺ"), ("ㅇ", "ㅢ", "")):
        code = 0xAC00 + (INITIALS.index(initial) * 21 + VOWELS.index(vowel)) * 28 + FINALS.index(final)
        assert unicodedata.normalize("NFC", chr(code)) == made_of(initial, vowel, final)
    assert from_latin("rkqkd") == "가방"
    assert from_latin("dkssud") == "안녕"
    assert compose("ㄷㅏㄹㄱㅇㅡㄹ") == "닭을"


@pytest.mark.parametrize(("letters", "words", "worth"), [(2, 0, 16), (3, 0, 20), (5, 0, 28), (12, 0, 50), (2, 20, 48)])
def test_points_of_the_published_examples(letters: int, words: int, worth: int) -> None:
    assert tempo.points(letters, words, 3_000, 15_000) == worth


def test_points_are_those_of_the_formula() -> None:
    random = Random(3)
    for _ in range(3_000):
        letters, words, turn = random.randint(2, 40), random.randint(0, 90), random.randint(1_000, 15_000)
        spent = random.randint(0, turn)
        wanted = 2 * ((5 + 7 * letters) ** 0.74 + 0.88 * words) * (0.5 + 0.5 * (1 - spent / turn))
        if abs(wanted % 1 - 0.5) > 1e-4:
            assert tempo.points(letters, words, spent, turn) == math.floor(wanted + 0.5)
    assert tempo.points(4, 3, 100, 5_000, said=15) * 2 - tempo.points(4, 3, 100, 5_000) in (-1, 0, 1)
    assert tempo.penalty(10, 200) == 61
    assert tempo.penalty(40, 5) == 5


def test_the_beat_gets_faster_as_a_round_goes_on() -> None:
    times = [tempo.turn_time(left, 100) for left in range(0, 120_000, 500)]
    assert times == sorted(times)
    assert (times[0], times[-1]) == (1_000, 15_000)
    assert tempo.round_left(200_000, 0) == 150_000
    assert tempo.round_left(90_000, 95) == 10_000


def test_a_list_packs_to_the_same_bytes() -> None:
    for language, count in (("ko", 216_195), ("en", 111_474)):
        words = lexicon(language)
        assert len(words.words) == count
        assert unpacked(packed(words.words[:2_000], words.ranks[:2_000])).words == words.words[:2_000]
    assert packed(["가"], [1]) == packed(["가"], [1])
    with pytest.raises(LexiconError):
        unpacked(b"nothing")


def turn(asked: str, *chain: str, **options: object) -> State:
    """A round of two in which the first is asked to go on from a chain."""
    state = Words().start(2, Options(**options))  # type: ignore[arg-type]
    state.order, state.phase, state.title, state.left = [0, 1], "turn", [asked] * state.options.rounds, 90_000
    state.chain = [Said(word, 1, 5, 100) for word in chain]
    state.asked = book(state.options).first(asked)
    return state


def tried(state: State, text: str, spent: int = 1_000) -> list[Event]:
    assert Words().check(state, 0, Try(text)) is None
    return Words().step(state, [Move(0, Try(text), spent=spent)])


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        (turn("가"), "나비", "start"),
        (turn("리"), "기린", "start"),
        (turn("가", mode="front"), "가방", "end"),
        (turn("ㄱㅂ", mode="consonants"), "나비", "initials"),
        (turn("가", themes="animal"), "가방", "theme"),
        (turn("가", mode="three"), "가방", "length"),
        (turn("가", "가방"), "가방", "used"),
        (turn("가"), "가나가나가나", "unknown"),
        (turn("가", words="usual"), "가가대소", "list"),
        (turn("병"), "병신", "blocked"),
        (turn("들"), "들녘", "dead_end"),
        (turn("가"), "가ㅂ", "unfinished"),
        (turn("가", mode="front"), "ㅏ가", "unfinished"),
        (turn("ㄱㅂ", mode="consonants"), "ㄱㅂ", "unfinished"),
        (turn("ㄱㅂ", mode="consonants"), "각ㅏ", "unfinished"),
        (turn("가"), "가병신", "unknown"),
    ],
)
def test_every_refusal(state: State, text: str, why: str) -> None:
    (missed,) = tried(state, text)
    assert (missed.kind, missed.data["why"]) == ("missed", why)
    assert missed.data["text"] == ("" if "병신" in text else text)
    ask = Words().ask(state)
    assert ask is not None
    assert (ask.seats, ask.lead, ask.limit_ms) == ((0,), 0.0, tempo.turn_time(90_000, 100) - 1_000)


@pytest.mark.parametrize("text", ["ㆍ", "abc", "가 방", "가\u200b나", "가" * 41])
def test_what_is_no_word_is_refused_by_the_rules(text: str) -> None:
    assert Words().check(turn("가"), 0, Try(text)) == "words.refuse.hangul"
    assert Words().check(turn("a", mode="letter"), 0, Try("Äpfel")) == "words.refuse.letters"


def test_no_word_at_all_is_refused_and_costs_nothing() -> None:
    for mode in ("chain", "quiz"):
        state = turn("가", mode=mode)
        before = Words().dump(state)
        assert Words().check(state, 0, Try("")) == "words.refuse.empty"
        assert Words().dump(state) == before


def test_what_holds_a_barred_word_is_not_shown_as_meant_either() -> None:
    state = turn("가")
    tried(state, "가병신")
    events = Words().step(state, [Move(0, GiveUp(), spent=900)])
    assert not [event for event in events if event.kind == "meant"]
    assert tried(turn("가", clean=False), "가병신")[0].data["text"] == "가병신"


def test_nobody_is_asked_for_a_word_in_less_than_a_third_of_a_second() -> None:
    for left, kinds in ((1_800, ["said"]), (1_299, ["said", "timed_out", "could_have", "begun"])):
        state = turn("가")
        state.left, state.points = left, [0, 100]
        assert [event.kind for event in tried(state, "가방", 1_000)] == kinds
    assert (state.lost, state.points[1]) == ([[], ["방"]], 100 - tempo.penalty(1, 100))


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "three", "least": 4},
        {"mode": "three", "least": 3, "alternate": True},
        {"mode": "consonants", "least": 3},
    ],
)
def test_lengths_that_no_word_can_have_are_refused_among_the_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError) as refused:
        Options(**options)
    least, most = options["least"], options["least"] - 1
    assert (refused.value.key, refused.value.values) == ("words.refuse.least", {"least": least, "most": most})
    assert Options(**{**options, "least": most})


def test_the_initial_law_is_taken_and_the_way_back_is_not() -> None:
    assert tried(turn("리"), "이야기")[0].kind == "said"
    assert tried(turn("이"), "리본")[0].kind == "missed"
    assert tried(turn("이", initial_law="both"), "리본")[0].kind == "said"
    assert tried(turn("리", initial_law="off"), "이야기")[0].kind == "missed"


def test_a_dead_end_is_refused_only_first_where_manners_are_off() -> None:
    assert tried(turn("들", manner="off"), "들녘")[0].data["why"] == "dead_end"
    assert tried(turn("들", "바다", manner="off"), "들녘")[0].kind == "said"


def test_typing_takes_time_for_everybody() -> None:
    state = turn("가")
    tried(state, "가방", spent=0)
    assert state.chain[-1].spent == 5 * tempo.KEY


def test_wrong_words_use_the_turn_up() -> None:
    state = turn("가")
    ask = Words().ask(state)
    assert ask is not None
    kinds = [event.kind for event in tried(state, "나비", ask.limit_ms)]
    assert kinds == ["missed", "timed_out", "could_have", "begun"]
    state = turn("가")
    for _ in range(39):
        assert [event.kind for event in tried(state, "나", 0)] == ["missed"]
    assert tried(state, "나", 0)[1].kind == "timed_out"
    assert (state.lost, state.wrong) == ([["가"], []], [40, 0])


def test_results_tell_the_fastest_word_the_tries_and_where_rounds_were_lost() -> None:
    state = turn("가")
    state.options = Options(rounds=1, words="usual")
    for seat, word, spent in ((0, "가방", 2_450), (1, "방석", 3_000), (0, "석유", 1_960), (1, "갸갸", 500)):
        Words().step(state, [Move(seat, Try(word), spent=spent)])
    Words().step(state, [Move(1, GiveUp())])
    first, second = Words().result(state).seats
    assert first.details == {"lost": 0, "lost_at": False, "longest": "가방", "fastest": "석유 1.9", "wrong": False}
    assert second.details == {"lost": 1, "lost_at": "유", "longest": "방석", "fastest": "방석 3.0", "wrong": 1}


def test_english_words_have_themes_of_the_dictionary() -> None:
    known = book(Options(mode="letter"))
    english = {theme: [word for word in words if word < "가"] for theme, words in lists.themes().items()}
    english = {theme: words for theme, words in english.items() if words}
    assert len(english) >= 36 and sum(map(len, english.values())) >= 5_000
    for words in english.values():
        assert words == sorted(words) and all(known.usual(known.lexicon.find(word) or 0) for word in words)
    assert "eagle" in english["bird"] and "eagle" not in english["animal"] and "violin" in english["art"]
    state = turn("e", mode="letter", themes="bird,fruit")
    assert [event.kind for event in tried(state, "east")] == ["missed"]
    assert tried(state, "eagle")[0].kind == "said"


def test_giving_up_costs_the_penalty_and_the_loser_begins() -> None:
    state = turn("가", "바다", "다가")
    state.points = [100, 100]
    events = Words().step(state, [Move(0, GiveUp())])
    assert events[0] == Event("gave_up", {"seat": 0, "lost": tempo.penalty(2, 100)})
    assert events[1].kind == "could_have"
    assert events[2].data["seat"] == 0
    for lost, said in ((0, "P가 포기했어요"), (24, "P가 포기했어요 (−24)")):
        assert Texts("ko", ["P"]).line("words.event.gave_up", seat=0, lost=lost) == said
    assert state.earlier == {"바다": 1, "다가": 1}


@pytest.mark.parametrize("loser", [0, 1])
def test_the_player_after_the_loser_begins_where_that_is_agreed(loser: int) -> None:
    state = turn("가", "바다", "다가", begins="next")
    state.place = state.order.index(loser)
    events = Words().step(state, [Move(loser, GiveUp())])
    begun = next(event for event in events if event.kind == "begun")
    assert begun.data["seat"] == 1 - loser
    assert Words().ask(state).seats == (1 - loser,)  # type: ignore[union-attr]


@pytest.mark.parametrize("mode", ["chain", "three", "front", "consonants", "letter", "tail"])
def test_a_chain_holds_what_the_mode_says(mode: str) -> None:
    options = Options(mode=mode, mission=True, rounds=2, alternate=mode == "three")
    match = random_match(WORDS, 3, 6, options)
    rules, state, said = Words(), Words().start(3, options), 0
    words = book(options)
    for step in match.steps:
        before = rules.load(rules.dump(state))
        for event in rules.step(state, step.moves):
            if event.kind != "said":
                continue
            said += 1
            word = event.data["word"]
            chain = [each.word for each in before.chain]
            assert word not in chain
            assert words.lexicon.find(word) is not None
            assert any(words.answers(word, key) for key in before.asked)
            assert not words.length(len(chain)) or len(word) == words.length(len(chain))
            assert any(
                words.lexicon.words[n] not in {*chain, word} for n in words.candidates(state.asked, len(chain) + 1)
            )
        assert state.left >= 0
        assert min(state.points) >= 0
    assert said > 1
    assert match.steps[0].moves[0].seat == NATURE


def test_what_follows_is_counted_where_the_match_teaches() -> None:
    assert Words().view(turn("가"), 0).follow == -1
    state = turn("가", "가방", teach="danger", words="usual")
    words = book(state.options)
    fit = {word for n, word in enumerate(words.lexicon.words) if word[0] == "가" and words.counts(n)}
    assert Words().view(state, 0).follow == len(fit - {"가방"})


@pytest.mark.parametrize(("teach", "shown"), [("off", 1), ("danger", 1), ("answers", 3)])
def test_words_that_would_have_counted_are_shown(teach: str, shown: int) -> None:
    events = {event.kind: event for event in Words().step(turn("가", teach=teach), [Move(0, GiveUp(), spent=900)])}
    answers = events["could_have"].data["word"].split(", ")
    assert len(set(answers)) == shown
    assert all(tried(turn("가"), answer)[0].kind == "said" for answer in answers)


def test_what_a_wrong_word_was_meant_for_is_shown_after_the_round() -> None:
    state = turn("가")
    tried(state, "가방끝")
    events = {event.kind: event.data for event in Words().step(state, [Move(0, GiveUp(), spent=900)])}
    assert events["meant"]["text"] == "가방끝" and events["meant"]["words"].split(", ")[0] == "가방끈"
    assert "meant" not in [event.kind for event in Words().step(turn("가"), [Move(0, GiveUp(), spent=900)])]


def test_a_position_leaves_nothing_to_chance() -> None:
    state = Words().start(2, Options(position="기", rounds=2))
    ask = Words().ask(state)
    assert ask is not None and (ask.seats, state.title, state.order) == ((0,), ["기", "기"], [0, 1])
    with pytest.raises(OptionError):
        Options(position="a")


def test_the_last_draw_a_forfeit() -> None:
    digest = attach(b"Sing  a song # loudly\n\n")
    name = f"ours at home@{digest}"
    state = Words().start(3, Options(position="가", rounds=1, forfeit=name))
    state.points = [50, 0, 0]
    Words().step(state, [Move(0, GiveUp(), spent=0)])
    ask = Words().ask(state)
    assert state.phase == "forfeit" and ask is not None and (ask.seats, ask.outcomes) == ((NATURE,), 1)
    events = Words().step(state, [Move(NATURE, 0)])
    assert [(event.kind, event.data) for event in events] == [
        *(("own_forfeit", {"seat": seat, "forfeit": "Sing a song"}) for seat in (0, 1, 2) if not state.points[seat]),
        ("over", {}),
    ]
    assert Words().view(state, 0).losers == tuple(seat for seat in range(3) if not state.points[seat])
    assert Words().ask(state) is None
    with pytest.raises(AttachmentError):
        Words().start(2, Options(forfeit=f"long@{attach(b'x' * 81)}"))


@pytest.mark.parametrize(
    ("mode", "sent", "kept"),
    [("chain", unicodedata.normalize("NFD", "가방"), "가방"), ("letter", "Apple", "apple"), ("letter", "ＡB", "ａb")],
)
def test_a_word_is_kept_composed_and_small_however_it_was_sent(mode: Any, sent: str, kept: str) -> None:
    action = msgspec.msgpack.decode(msgspec.msgpack.encode({"type": "try", "text": sent}), type=Try)
    assert action.text == kept and msgspec.json.decode(msgspec.json.encode(action), type=Try) == action
    state = Words().start(2, Options(mode=mode, position="가" if mode == "chain" else "a"))
    assert Words().check(state, 0, action) == (None if kept != "ａb" else "words.refuse.letters")
