"""Spaces from types, and matches with learners (game/training, but PettingZoo itself)."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.cabinet import Cabinet
from game.core.schema import schemas_of
from game.training.actions import ActionTable, FreeTextError
from game.training.layout import UnboundedError, layout_of
from game.training.lesson import Lesson, actions_of, learnable, observations_of

LEARNABLE = {game: cabinet for game, cabinet in CABINETS.items() if learnable(cabinet)}
GAMES = pytest.mark.parametrize("cabinet", LEARNABLE.values(), ids=list(LEARNABLE))


def play(lesson: Lesson, random: Random, steps: int = 10**6) -> None:
    while not lesson.over and steps:
        for seat in lesson.asked:
            lesson.act(seat, random.choice(lesson.legal(seat)))
        steps -= 1


@GAMES
def test_every_view_of_a_match_lies_in_its_ranges(cabinet: Cabinet) -> None:
    layout = observations_of(cabinet.info.view)
    lesson, random = Lesson(cabinet, cabinet.info.usual_seats, seed=5), Random(5)
    for _ in range(12):
        for seat in lesson.learners[:4]:
            row = lesson.row(seat)
            assert len(row) == len(layout)
            outside = [
                (name, number)
                for name, low, number, high in zip(layout.names, layout.lows, row, layout.highs, strict=True)
                if not low <= number <= high
            ]
            assert outside == []
        play(lesson, random, 1)


@GAMES
def test_numbered_actions_are_the_actions_of_the_game(cabinet: Cabinet) -> None:
    table = actions_of(cabinet.info.action)
    actions = list(table.actions) if isinstance(table, ActionTable) else []
    assert len(set(actions)) == len(actions)
    lesson = Lesson(cabinet, cabinet.info.usual_seats, seed=2)
    for seat in lesson.asked[:4]:
        legal = lesson.match.legal(seat)
        found = [lesson.action(seat, number) for number in lesson.legal(seat)]
        assert found == actions if legal is None else set(found) == set(legal)


def test_where_too_many_actions_are_possible_the_place_among_the_legal_ones_counts() -> None:
    lesson = Lesson(CABINETS["gems"], 2, seed=2)
    (seat,) = lesson.asked
    legal = lesson.match.legal(seat)
    assert legal is not None and list(lesson.legal(seat)) == list(range(len(legal)))
    assert lesson.act(seat, len(legal) - 1) is None
    played = [move for step in lesson.match.steps for move in step.moves if move.seat == seat]
    assert [move.action for move in played] == [legal[-1]] and not played[0].forced
    (seat,) = lesson.asked
    assert lesson.act(seat, 4000) is not None
    forced = [move for step in lesson.match.steps for move in step.moves if move.forced]
    assert [move.seat for move in forced] == [seat]


def test_different_views_have_different_rows() -> None:
    layout = observations_of(CABINETS["marrakech"].info.view)
    lesson, random, rows, views = Lesson(CABINETS["marrakech"], 3, seed=1), Random(1), set(), set()
    for _ in range(60):
        views.add(msgspec.json.encode(lesson.match.view(0)))
        rows.add(tuple(layout.row(lesson.match.view(0))))
        play(lesson, random, 1)
    assert len(rows) == len(views) > 50


class Numbers(msgspec.Struct):
    number: int


class Lists(msgspec.Struct):
    numbers: tuple[Annotated[int, msgspec.Meta(ge=0, le=1)], ...]


class Many(msgspec.Struct, frozen=True):
    first: Annotated[int, msgspec.Meta(ge=0, le=999)]
    second: Annotated[int, msgspec.Meta(ge=0, le=999)]


class Wordy(msgspec.Struct, frozen=True):
    maybe: bool | None
    said: str | None = "nothing"


@pytest.mark.parametrize(("declared", "field"), [(Numbers, "number"), (Lists, "numbers")])
def test_an_open_range_is_named(declared: Any, field: str) -> None:
    with pytest.raises(UnboundedError, match=field):
        layout_of(declared)


@pytest.mark.parametrize("declared", [Numbers, Many])
def test_too_many_actions_are_refused(declared: Any) -> None:
    with pytest.raises(UnboundedError):
        ActionTable.of(declared)


def test_a_game_in_which_people_write_or_views_are_open_is_none_to_learn() -> None:
    assert set(CABINETS) - set(LEARNABLE) == {"words", "sketch", "workshop", "rails", "rooftops", "cisterns"}
    with pytest.raises(FreeTextError, match="text"):
        Lesson(CABINETS["words"], 2)


def test_free_texts_are_left_out() -> None:
    assert ActionTable.of(Wordy).actions == (Wordy(False), Wordy(True), Wordy(None))
    layout = layout_of(Wordy)
    assert layout.names == ("maybe.there", "maybe")
    assert [layout.row(Wordy(value, "hello")) for value in (None, False, True)] == [[0, 0], [1, 0], [1, 1]]


def test_an_action_that_may_not_be_played_becomes_the_fallback() -> None:
    lesson = Lesson(CABINETS["nullgame"], 2, seed=1)
    nine = ActionTable.of(CABINETS["nullgame"].info.action).index(CABINETS["nullgame"].info.action(9))
    assert lesson.act(0, nine) == "nullgame.refuse.number"
    (move,) = lesson.match.steps[-1].moves
    assert move.forced


def test_standings_are_shared_and_add_up_to_nothing() -> None:
    lesson = Lesson(CABINETS["slime"], 2, seed=4)
    assert lesson.standing(0) == 0.0
    while not lesson.over:
        for seat in lesson.asked:
            lesson.pass_over(seat)
    assert lesson.standing(0) + lesson.standing(1) == 0.0
    assert [lesson.score(seat) for seat in (0, 1)] == list(lesson.match.scores())


def test_windows_that_only_time_closes_go_on() -> None:
    rules = CABINETS["slime"].rules
    lesson = Lesson(CABINETS["slime"], 2, options=rules.info.options(seconds=1), seed=4)
    play(lesson, Random(4))
    assert lesson.over


def test_computers_sit_where_no_learner_does() -> None:
    lesson = Lesson(CABINETS["marrakech"], 3, computers={0: "greedy", 2: "random"}, seed=4)
    assert lesson.learners == (1,)
    play(lesson, Random(4))
    assert lesson.over
    assert {move.seat for step in lesson.match.steps for move in step.moves if not move.forced} >= {0, 1, 2}


def schema_choices(schema: Any, definitions: dict[str, Any]) -> set[tuple[Any, ...]]:
    """Every list of values in a schema, in its order."""
    if isinstance(schema, list):
        return set().union(*(schema_choices(part, definitions) for part in schema))
    if not isinstance(schema, dict):
        return set()
    found = {tuple(schema["enum"])} if "enum" in schema else set()
    return found.union(*(schema_choices(part, definitions) for part in schema.values()))


@GAMES
def test_choices_are_numbered_in_the_order_that_the_schema_shows(cabinet: Cabinet) -> None:
    schemas, definitions = schemas_of([cabinet.info.view])
    shown = schema_choices([schemas, definitions], definitions)
    layout = observations_of(cabinet.info.view)
    assert set(layout.choices) <= set(layout.names)
    assert set(layout.choices.values()) <= shown


def test_a_choice_is_decoded_by_what_is_published() -> None:
    cabinet = CABINETS["marrakech"]
    layout = observations_of(cabinet.info.view)
    lesson = Lesson(cabinet, 2, seed=1)
    view, row = lesson.match.view(0), lesson.row(0)
    assert layout.choices["phase"] == ("heading", "lay", "order", "over", "roll", "turn")
    assert layout.choices["phase"][row[layout.names.index("phase")]] == view.phase.value
    heading = next(name for name in layout.choices if name.endswith("heading"))
    assert layout.choices[heading] == tuple(sorted(layout.choices[heading]))
