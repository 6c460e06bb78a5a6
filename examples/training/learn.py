"""Learns nullgame by trying: after a few seconds it beats random players.

    pip install -e ".[rl]"
    python -m examples.training.learn

Tabular Q-learning (Watkins 1989): `values[situation][action]` is the worth of an action, learned from matches against
a random player. The rows of numbers, the masks and the agents work the same for every other game of Souk.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random

import numpy

from game.training.environments import aec_env

MATCHES = 20_000
JUDGED = 500
RATE = 0.2
CURIOUS = 0.2


def play(env, values, random, curious, seed):
    """Play one match of seat 0 against the bot, improving `values` on the way. Returns the reward."""
    env.reset(seed=seed)
    before = None
    for _ in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        row = values[seen["observation"].tobytes()]
        if before is not None:
            worth = reward if over else numpy.where(seen["action_mask"], row, -1).max()
            situation, action = before
            values[situation][action] += RATE * (worth - values[situation][action])
        if over:
            return reward
        legal = numpy.flatnonzero(seen["action_mask"])
        action = random.choice(legal) if random.random() < curious else max(legal, key=lambda number: row[number])
        before = seen["observation"].tobytes(), action
        env.step(action)
    raise AssertionError("a match ends")


def main():
    """Learn, then print how often the learner wins before and after."""
    env, random = aec_env("nullgame", 2, computers={1: "random"}), Random(1)
    actions = env.action_space("seat_0").n
    values = defaultdict(lambda: numpy.zeros(actions))
    before = sum(play(env, values, random, 1.0, -seed) > 0 for seed in range(1, JUDGED + 1))
    for seed in range(MATCHES):
        play(env, values, random, CURIOUS, seed)
    after = sum(play(env, values, random, 0.0, seed) > 0 for seed in range(MATCHES, MATCHES + JUDGED))
    print(f"won {before / JUDGED:.0%} by chance, {after / JUDGED:.0%} after {MATCHES} matches")


if __name__ == "__main__":
    main()
