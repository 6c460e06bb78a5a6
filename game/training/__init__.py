"""For people who train learners: every game as a PettingZoo environment (extra `rl`, docs/training.md).

`layout.py` and `actions.py` derive spaces from the types that a game declares, `lesson.py` plays a match with learners
and bots, `environments.py` connects to PettingZoo and is the only module that imports it.
"""
