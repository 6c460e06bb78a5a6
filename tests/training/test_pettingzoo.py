"""PettingZoo's own tests over every game, and the example that learns (extra `rl`)."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests import ROOT

pytestmark = pytest.mark.slow
pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

from game.cabinets.listed import CABINETS  # noqa: E402
from game.core.bots import BotSetup, Request  # noqa: E402
from game.training.course import ActionError, NotBegunError, SettingError, agent_of  # noqa: E402
from game.training.environments import aec_env, parallel_env  # noqa: E402
from game.training.lesson import learnable  # noqa: E402
from game.training.notebook import run  # noqa: E402
from game.training.solo import solo_env  # noqa: E402

PAGE = ROOT / "docs" / "training.md"
SEATS = {"l4g": 6}
"""Fewer than regularly, where that takes long."""


LEARNABLE = [game for game, cabinet in CABINETS.items() if learnable(cabinet)]
TOGETHER = [game for game in ("slime", "l4g", "racer") if game in CABINETS]
"""The games whose seats move at once."""


def environment(make: Callable[..., Any], game: str) -> Callable[[], Any]:
    return lambda: make(game, SEATS.get(game))


@pytest.mark.parametrize("game", LEARNABLE)
def test_one_after_the_other(game: str) -> None:
    api_test(environment(aec_env, game)(), num_cycles=200)
    seed_test(environment(aec_env, game), num_cycles=60)


@pytest.mark.parametrize("game", TOGETHER)
def test_all_at_once(game: str) -> None:
    parallel_api_test(environment(parallel_env, game)(), num_cycles=200)
    parallel_seed_test(environment(parallel_env, game), num_cycles=60)


@pytest.mark.parametrize("game", LEARNABLE)
def test_one_learner_among_computers(game: str) -> None:
    check_env(solo_env(game, SEATS.get(game)), skip_render_check=True)


@pytest.mark.parametrize("game", LEARNABLE)
def test_what_moves_at_once_says_that_it_is_parallelizable(game: str) -> None:
    assert environment(aec_env, game)().metadata["is_parallelizable"] is (game in TOGETHER)


@pytest.mark.parametrize("action", [-1, 10**9, 1.7, None, "3"])
@pytest.mark.parametrize("game", ["omok", "tablut", "gems"])
def test_what_is_no_action_is_refused_in_a_sentence_and_nothing_is_played(game: str, action: Any) -> None:
    env = aec_env(game, 2)
    env.reset(seed=1)
    before, space = env.course.lesson.match.hash(), env.action_space("seat_0")
    with pytest.raises(ActionError, match=re.escape(f"{action!r} is no action of {space}")):
        env.step(action)
    assert env.course.lesson.match.hash() == before
    alone = solo_env(game, 2)
    alone.reset(seed=1)
    with pytest.raises(ActionError, match="is no action of"):
        alone.step(action)


def test_all_at_once_refuses_what_is_no_action_before_anything_is_played() -> None:
    env = parallel_env("slime", 2)
    env.reset(seed=1)
    before = env.course.lesson.match.hash()
    with pytest.raises(ActionError, match="the whole numbers 0 to "):
        env.step({"seat_0": 0, "seat_1": -1})
    assert env.course.lesson.match.hash() == before and env.course.lesson.asked == (0, 1)


@pytest.mark.parametrize(
    "act",
    [
        lambda: aec_env("nullgame").step(0),
        lambda: aec_env("nullgame").last(),
        lambda: aec_env("nullgame").observe("seat_0"),
        lambda: parallel_env("slime").step({}),
        lambda: solo_env("nullgame").step(0),
    ],
)
def test_before_a_match_begins_a_sentence_says_what_to_call(act: Callable[[], Any]) -> None:
    with pytest.raises(NotBegunError, match="call reset first"):
        act()


def test_after_the_end_a_lone_learner_is_told_to_begin_again() -> None:
    env = solo_env("nullgame", 2)
    env.reset(seed=1)
    while not env.step(int(env.action_masks().nonzero()[0][0]))[2]:
        pass
    with pytest.raises(NotBegunError, match="the match is over"):
        env.step(0)


def test_a_game_of_turns_has_no_parallel_environment() -> None:
    with pytest.raises(SettingError, match="use aec_env"):
        parallel_env("marrakech")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: aec_env("chess"), "there is no game called 'chess'; the games are "),
        (lambda: aec_env("words"), "in words people write words"),
        (lambda: aec_env("marrakech", 9), "marrakech takes 2 to 4 seats, not 9"),
        (lambda: aec_env("nullgame", 2, computers={0: "random", 1: "random"}), "leave at least one to learn"),
        (lambda: aec_env("nullgame", 2, computers={5: "random"}), "there is no seat 5; the seats are 0 to 1"),
        (lambda: aec_env("nullgame", computers={1: "randon"}), "There is no bot called randon for this game."),
        (
            lambda: aec_env("marrakech", options={"regoin": "owner"}),
            "no option 'regoin'; its options are region",
        ),
        (lambda: aec_env("marrakech", options={"region": "x"}), "options of marrakech: Invalid enum value 'x'"),
        (lambda: aec_env("marrakech", options=3), "options are a dict, or the game's Options, not int"),
        (lambda: aec_env("marrakech", reward="money"), "reward is one of 'standing', 'score', not 'money'"),
        (lambda: aec_env("marrakech", render_mode="human"), "render_mode is one of None, 'ansi', 'rgb_array'"),
        (lambda: solo_env("marrakech", computers={1: "greedy"}), "name a bot for each seat but 0, of 0 to 3"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(SettingError) as refused:
        make()
    assert sentence in str(refused.value)


def walk(env: Any, steps: int, random: Random) -> list[Any]:
    """What is seen on a random walk of so many steps."""
    seen = []
    for _ in range(steps):
        observed, reward, over, _, _ = env.last()
        seen.append((observed["observation"].tolist(), reward, over, env.agent_selection))
        if over:
            break
        env.step(random.choice(observed["action_mask"].nonzero()[0]))
    return seen


@pytest.mark.parametrize("computers", [{}, {1: "greedy"}])
@pytest.mark.parametrize(
    "way", [lambda env: env.clone(), lambda env: pickle.loads(pickle.dumps(env))], ids=["cloned", "pickled"]
)
def test_an_environment_can_be_copied_and_goes_on_alike(way: Callable[[Any], Any], computers: dict[int, str]) -> None:
    env = aec_env("marrakech", 3, computers=computers, options={"region": "colour"})
    env.reset(seed=4)
    walk(env, 9, Random(1))
    other = way(env)
    before = env.course.lesson.match.hash()
    ahead = walk(other, 30, Random(2))
    assert env.course.lesson.match.hash() == before, "the copy is one of its own"
    assert walk(env, 30, Random(2)) == ahead
    other.reset()
    env.reset()
    assert other.course.lesson.match.seed == env.course.lesson.match.seed


def test_a_copy_keeps_what_was_sealed() -> None:
    env = aec_env("slime", 2)
    env.reset(seed=4)
    env.step(0)
    assert env.clone().agent_selection == "seat_1"
    assert env.clone().course.lesson.asked == env.course.lesson.asked == (1,)


@pytest.mark.parametrize("game", ["marrakech", "slime"])
def test_an_observation_says_whose_it_is(game: str) -> None:
    env = aec_env(game)
    env.reset(seed=1)
    assert env.observation_names[0] == "you"
    assert [env.observe(agent)["observation"][0] for agent in env.agents] == list(range(len(env.agents)))


def test_a_board_becomes_pixels() -> None:
    env = aec_env("marrakech", 2, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    walk(env, 6, Random(1))
    later = env.render()
    assert first.shape == later.shape == (540, 960, 3)
    assert first.std() > 10
    assert (first != later).any()
    env.close()


def test_many_matches_beside_each_other() -> None:
    vector = gymnasium.vector.SyncVectorEnv([lambda: solo_env("marrakech", 2, computers="greedy")] * 3)
    seen, _ = vector.reset(seed=[1, 2, 3])
    for _ in range(30):
        actions = [int(mask.nonzero()[0][0]) if mask.any() else 0 for mask in seen["action_mask"]]
        seen, rewards, _, _, _ = vector.step(actions)
    assert seen["observation"].shape[0] == rewards.shape[0] == 3
    single = solo_env("nullgame", 2)
    single.reset(seed=1)
    assert single.action_masks().sum() == single.course.observe("seat_0")["action_mask"].sum() > 0
    vector.close()


@pytest.mark.parametrize("reward", ["standing", "score"])
def test_rewards_of_a_match_add_up(reward: str) -> None:
    env = parallel_env("slime", reward=reward, computers={1: "random"})
    env.reset(seed=3)
    before, earned = env.course.lesson.score(0), 0.0
    while env.agents:
        _, rewards, _, _, _ = env.step({})
        earned += rewards["seat_0"]
    lesson = env.course.lesson
    assert earned == (lesson.standing(0) if reward == "standing" else lesson.score(0) - before)


def test_a_seed_is_the_match_of_that_seed() -> None:
    env = aec_env("marrakech", render_mode="ansi")
    env.reset(seed=77)
    assert env.course.lesson.match.seed == 77
    assert env.agent_selection in map(agent_of, range(4))
    assert env.render()
    env.close()


@pytest.mark.parametrize("example", ["learn", "masked"])
def test_the_examples_learn(example: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", f"examples.training.{example}"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=True,
    )
    before, after = map(int, re.findall(r"(\d+)%", done.stdout))
    assert after >= 80 > 65 > before


class Careless:
    """A person's bot, as it stands in a cell."""

    def __init__(self, setup: BotSetup) -> None:
        self._setup = setup

    def decide(self, request: Request) -> Any:
        return request.legal[0]


def test_a_match_in_a_cell_is_that_of_its_seed_and_shows_itself() -> None:
    match = run("nullgame", ["expert", Careless], seed=5)
    again = run("nullgame", ["expert", Careless], seed=5)
    assert match.result == again.result and match.steps == again.steps
    assert len(match.views) > 2 and [seat.rank for seat in match.result.seats].count(1) >= 1
    assert {line.partition(" ")[2].rpartition(" ")[0] for line in str(match).splitlines()} == {"expert", "Careless"}
    assert match._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess", ["random"]), "no game called 'chess'"),
        (("marrakech", ["random"]), "takes 2 to 4 bots, not 1"),
        (("marrakech", ["random", "randon"]), "randon"),
    ],
    ids=["game", "seats", "bot"],
)
def test_a_match_that_cannot_be_played_is_refused_in_a_sentence(words: tuple[Any, Any], sentence: str) -> None:
    with pytest.raises(SettingError, match=sentence):
        run(*words)


def test_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found: dict[str, Any] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), found)
    found["vector"].close()
    assert found["picture"].startswith(b"\x89PNG") and found["picture"] != found["match"].picture(0)
