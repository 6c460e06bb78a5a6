"""PettingZoo's own tests over every game, and the example that learns (extra `rl`)."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow
pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

from game.cabinets.listed import CABINETS  # noqa: E402
from game.training.environments import aec_env, agent_of, parallel_env  # noqa: E402
from game.training.lesson import learnable  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
SEATS = {"l4g": 6}
"""Fewer than regularly, where that takes long."""


TOGETHER = [game for game in ("slime", "l4g") if game in CABINETS]
"""The games whose seats move at once."""


def environment(make: Callable[..., Any], game: str) -> Callable[[], Any]:
    return lambda: make(game, SEATS.get(game))


@pytest.mark.parametrize("game", [game for game, cabinet in CABINETS.items() if learnable(cabinet)])
def test_one_after_the_other(game: str) -> None:
    api_test(environment(aec_env, game)(), num_cycles=200)
    seed_test(environment(aec_env, game), num_cycles=60)


@pytest.mark.parametrize("game", TOGETHER)
def test_all_at_once(game: str) -> None:
    parallel_api_test(environment(parallel_env, game)(), num_cycles=200)
    parallel_seed_test(environment(parallel_env, game), num_cycles=60)


def test_a_game_of_turns_has_no_parallel_environment() -> None:
    with pytest.raises(ValueError, match="use aec_env"):
        parallel_env("marrakech")


@pytest.mark.parametrize("reward", ["standing", "score"])
def test_rewards_of_a_match_add_up(reward: str) -> None:
    env = parallel_env("slime", reward=reward, computers={1: "random"})
    env.reset(seed=3)
    before, earned = env._course.lesson.score(0), 0.0
    while env.agents:
        _, rewards, _, _, _ = env.step({})
        earned += rewards["seat_0"]
    lesson = env._course.lesson
    assert earned == (lesson.standing(0) if reward == "standing" else lesson.score(0) - before)


def test_a_seed_is_the_match_of_that_seed() -> None:
    env = aec_env("marrakech", render_mode="ansi")
    env.reset(seed=77)
    assert env._course.lesson.match.seed == 77
    assert env.agent_selection in map(agent_of, range(4))
    assert env.render()
    env.close()


def test_the_example_learns() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "examples.training.learn"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    before, after = map(int, re.findall(r"(\d+)%", done.stdout))
    assert after >= 80 > 65 > before
