"""Learns nullgame with a masked policy, many matches side by side: what MaskablePPO does, without torch.

    pip install -e ".[rl]"
    python -m examples.training.masked

REINFORCE (Williams 1992) with a linear policy: actions that may not be played get probability 0, here and in the
gradient. With sb3-contrib, `MaskablePPO("MultiInputPolicy", solo_env(...))` learns in the same environment and asks
`action_masks()` which actions may be played.
"""

from __future__ import annotations

import gymnasium
import numpy

from game.training.solo import solo_env

MATCHES = 32
ROUNDS = 250
JUDGED = 500
RATE = 0.5


def features(seen, low, high):
    """Return the heap of each observation one-hot encoded, so that a linear policy can tell its values apart."""
    heap = seen["observation"][:, 1]
    return numpy.eye(64)[numpy.minimum(heap, 63)]


def chances(weights, row, mask):
    """Return the probability of each action; 0 for those that may not be played."""
    worth = numpy.where(mask == 1, row @ weights, -numpy.inf)
    worth = numpy.exp(worth - worth.max(axis=1, keepdims=True))
    return worth / worth.sum(axis=1, keepdims=True)


def play(vector, weights, random, seed):
    """Play one match in each environment.

    Returns the rewards, and for each decision the features, actions, probabilities and which matches were running.
    """
    seen, _ = vector.reset(seed=[seed + number for number in range(vector.num_envs)])
    space = vector.single_observation_space["observation"]
    running = numpy.ones(vector.num_envs, bool)
    won, course = numpy.zeros(vector.num_envs), []
    while running.any():
        mask = numpy.where(seen["action_mask"].any(axis=1, keepdims=True), seen["action_mask"], 1)
        row = features(seen, space.low, space.high)
        likely = chances(weights, row, mask)
        actions = numpy.array([random.choice(len(line), p=line) for line in likely])
        course.append((row, actions, likely, running.copy()))
        seen, rewards, over, _, _ = vector.step(actions)
        won += rewards * running
        running &= ~over
    return won, course


def learn(weights, won, course):
    """Change the weights by one gradient step towards the actions that won."""
    better = won - won.mean()
    for row, actions, likely, running in course:
        push = (numpy.eye(likely.shape[1])[actions] - likely) * (better * running)[:, None]
        weights += RATE / len(won) * row.T @ push


def rate_of(vector, weights, random, seed):
    """Return the share of matches that a policy wins."""
    results = [play(vector, weights, random, seed + 1000 * number)[0] for number in range(JUDGED // vector.num_envs)]
    return (numpy.concatenate(results) > 0).mean()


def main():
    """Learn, then print how often the policy wins before and after."""
    vector = gymnasium.vector.SyncVectorEnv([lambda: solo_env("nullgame", 2)] * MATCHES)
    random = numpy.random.default_rng(1)
    weights = numpy.zeros((64, vector.single_action_space.n))
    before = rate_of(vector, weights, random, 10**6)
    for number in range(ROUNDS):
        learn(weights, *play(vector, weights, random, number * MATCHES))
    after = rate_of(vector, weights, random, 2 * 10**6)
    print(f"won {before:.0%} by chance, {after:.0%} after {ROUNDS * MATCHES} matches")


if __name__ == "__main__":
    main()
