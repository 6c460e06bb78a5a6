"""Recorded matches of every game that must go on playing as they did.

After a wanted change of rules raise the game's version and record them again:

    python main.py play GAME --seats random,random --seed 1 --headless --record tests/golden/GAME-2.souk
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.conformance.cases import seat_counts
from game.core.match.match import HASH_EVERY
from game.core.recording.replay import Playback, Replay, ReplayError, read_replay
from game.core.rules import AnyRules
from tests import ROOT
from tests.in_turns import some

FOLDER = ROOT / "tests" / "golden"
GOLDEN = sorted(FOLDER.glob("*.souk"))


def check_plays(replay: Replay, rules: AnyRules) -> None:
    """Play a recording to its end; where it goes another way, say with plain words what this step gives now."""
    playback = Playback(replay, rules)
    while playback.position < len(playback):
        try:
            playback.forward()
        except ReplayError as error:
            pytest.fail(f"{error}\n{as_text(playback)}", pytrace=False)
    try:
        playback.verify()
    except ReplayError as error:
        pytest.fail(f"{error}\n{as_text(playback)}", pytrace=False)


def as_text(playback: Playback) -> str:
    """What is played now at a position: the last steps since a hash agreed, then the view, drawn and in full."""
    match, view = playback.match, playback.view()
    steps = match.steps[-HASH_EVERY:]
    told = [
        f"step {step.number}: {step.moves}\n" + "\n".join(f"    {event}" for event in step.events) for step in steps
    ]
    fields = [f"{name} = {value!r}" for name, value in msgspec.structs.asdict(view).items()]
    return "\n".join([*told, playback.rules.sketch(view), *fields])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_replay_still_plays(path: Path) -> None:
    replay = read_replay(path)
    check_plays(replay, CABINETS[replay.header.game].rules)


def test_a_golden_replay_that_goes_another_way_says_what_is_played_now() -> None:
    replay = read_replay(FOLDER / "nullgame-2.souk")
    broken = msgspec.structs.replace(replay.steps[3], hash="0" * 32)
    steps = (*replay.steps[:3], broken, *replay.steps[4:])
    with pytest.raises(pytest.fail.Exception) as failed:
        check_plays(msgspec.structs.replace(replay, steps=steps), CABINETS["nullgame"].rules)
    said = str(failed.value)
    for part in ("'step': 3", "step 3: (Move(seat=", "    Event(kind='took'", "\nooo", "heap = "):
        assert part in said, said


@pytest.mark.parametrize("game", CABINETS)
def test_every_game_has_golden_replays(game: str) -> None:
    recorded = {len(read_replay(path).header.seats) for path in GOLDEN if path.stem.startswith(f"{game}-")}
    assert recorded == set(seat_counts(CABINETS[game]))


@pytest.mark.parametrize("path", some(3, GOLDEN), ids=lambda path: path.stem)
def test_a_replay_gone_through_in_any_order_is_the_match_as_it_was_played(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.core.recording.replay.MOST_STATES", 5)
    replay = read_replay(path)
    rules = CABINETS[replay.header.game].rules
    straight, leaping = Playback(replay, rules), Playback(replay, rules)
    leaping.verify()
    random = Random(path.stem)
    places = sorted(random.randrange(len(replay.steps)) for _ in range(6))
    expected = {}
    for place in places:
        straight.seek(place)
        expected[place] = straight.match.hash(), straight.view(), straight.forward().events
    for place in random.sample(places, len(places)):
        leaping.seek(place)
        assert leaping.match.number == place
        assert (leaping.match.hash(), leaping.view(), leaping.forward().events) == expected[place]
        assert [step.number for step in leaping.match.steps] == list(range(place + 1))
