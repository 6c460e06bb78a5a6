"""Recordings outlive options and fields that are added later with a default that plays as before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.conformance.walks import walk_again
from game.core.cabinet import Cabinet
from game.core.match.match import Match
from game.core.recording.replay import (
    Playback,
    Replay,
    ReplayError,
    ReplayWriter,
    header_of,
    read_replay,
    resume_match,
    seal_of,
)
from game.core.rules import AnyRules
from game.core.sealing import CURRENT, FIRST, sealed
from tests.laws.test_golden import GOLDEN
from tests.walks import cases

FIRST_SEALED = [path for path in GOLDEN if read_replay(path).header.seal == FIRST]


def with_an_option_more(rules: AnyRules) -> AnyRules:
    """The rules as a later version has them, with one more option, by whose default they play as before."""
    options = msgspec.defstruct("Options", [("planted", bool, False)], bases=(rules.info.options,), frozen=True)
    info = msgspec.structs.replace(rules.info, options=options)
    later: AnyRules = type("Later", (type(rules),), {"info": info})()
    return later


def recorded_today(replay: Replay, rules: AnyRules, path: Path) -> Replay:
    """The same moves in a recording that is made today."""
    playback = Playback(replay, rules)
    header = header_of(rules.info, replay.header.seed, playback.options, replay.header.seats, key=replay.header.key)
    writer = ReplayWriter(path, header)
    match = Match(rules, len(header.seats), playback.options, header.seed, journal=writer, key=header.key, undo=False)
    for step in replay.steps:
        match.play(step.moves)
    writer.finish(match)
    return read_replay(path)


def recordings() -> Iterator[object]:
    """Every golden recording; in the quick suite the first of each game, and those with options of their own."""
    games = set()
    for path in GOLDEN:
        game, _, kind = path.stem.partition("-")
        quick = game not in games or "-" in kind
        games.add(game)
        yield pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (not quick))


@pytest.mark.parametrize("path", [*recordings()])
def test_an_option_more_breaks_no_recording(path: Path, tmp_path: Path) -> None:
    replay = read_replay(path)
    rules = CABINETS[replay.header.game].rules
    later = with_an_option_more(rules)
    Playback(replay, later).verify()
    today = recorded_today(replay, rules, tmp_path / "today.souk")
    assert today.header.seal == CURRENT
    Playback(today, later).verify()


@pytest.mark.parametrize("path", FIRST_SEALED[::6], ids=lambda path: path.stem)
def test_a_field_that_a_state_gains_breaks_no_recording(path: Path) -> None:
    replay = read_replay(path)
    rules = CABINETS[replay.header.game].rules
    playback = Playback(replay, rules)
    playback.seek(len(replay.steps) // 2)
    state = rules.load(playback.match.dump())
    if not isinstance(state, msgspec.Struct):
        pytest.skip("states that pack themselves say themselves what is sealed")
    grown = msgspec.defstruct(
        "State", [("planted", list[int], msgspec.field(default_factory=list))], bases=(type(state),)
    )
    later = grown(**msgspec.structs.asdict(state))
    assert rules.seal(later) == rules.seal(state)
    gaining: AnyRules = type("Gaining", (type(rules),), {"gained": rules.gained | {"planted"}})()
    assert gaining.seal_first(later, replay.header.options) == rules.seal_first(state, replay.header.options)
    later.planted = [1]
    assert rules.seal(later) != rules.seal(state)


def test_a_match_goes_on_under_the_seal_of_its_recording(tmp_path: Path) -> None:
    replay = next(read_replay(path) for path in FIRST_SEALED if path.stem == "gems-2")
    rules = CABINETS["gems"].rules
    options = Playback(replay, rules).options
    match = Match(rules, 2, options, replay.header.seed, key=replay.header.key, seal=seal_of(replay.header, rules))
    resume_match(replay, match)
    assert replay.end is not None
    assert match.hash() == replay.end.hash


def test_a_seal_that_is_unknown_here_is_told() -> None:
    replay = read_replay(next(path for path in GOLDEN if path.stem == "nullgame-2"))
    newer = msgspec.structs.replace(replay, header=msgspec.structs.replace(replay.header, seal=99))
    with pytest.raises(ReplayError) as raised:
        Playback(newer, CABINETS["nullgame"].rules)
    assert raised.value.key == "replay.error.seal"


@pytest.mark.parametrize(("cabinet", "seats"), [case for case in cases() if case[1] == case[0].info.usual_seats])
def test_a_seal_tells_states_apart_that_their_dumps_tell_apart(cabinet: Cabinet, seats: int) -> None:
    states = list(walk_again(cabinet, seats, 1, 60))
    dumps = {cabinet.rules.dump(state) for state, _, _ in states}
    assert len({cabinet.rules.seal(state) for state, _, _ in states}) == len(dumps)


class Leaf(msgspec.Struct):
    at: int
    kind: str = "plain"


class Row(msgspec.Struct, array_like=True):
    at: int
    kind: str = "plain"
    count: int = 0


class Tree(msgspec.Struct):
    leaf: Leaf | None
    leaves: list[Leaf]
    pairs: dict[int, Leaf]
    rows: tuple[Row, ...] = ()
    inner: Tree | None = None


def test_defaults_are_left_out_at_every_depth() -> None:
    def told(tree: Tree) -> Any:
        return msgspec.msgpack.decode(sealed(tree, None), strict=False)

    bare = Tree(Leaf(1), [Leaf(2)], {3: Leaf(4)}, (Row(5),))
    assert told(bare) == {"leaf": {"at": 1}, "leaves": [{"at": 2}], "pairs": {3: {"at": 4}}, "rows": [[5]]}
    full = Tree(None, [Leaf(2, "oak")], {}, (Row(5, "plain", 6),), Tree(Leaf(1), [], {}))
    assert told(full) == {
        "leaf": None,
        "leaves": [{"at": 2, "kind": "oak"}],
        "pairs": {},
        "rows": [[5, "plain", 6]],
        "inner": {"leaf": {"at": 1}, "leaves": [], "pairs": {}},
    }
