"""For people who train: every game as a PettingZoo environment (extra `rl`, docs/training.md).

`layout.py` and `actions.py` derive spaces from the types that a game declares, `lesson.py` plays a match with
learners and computers, `environments.py` is the door to PettingZoo and alone imports it.
"""
