"""Parameters of which the quick suite takes some; the slow suite runs the rest."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest


def in_turns(one_in: int = 1, **values: Iterable[Any]) -> pytest.MarkDecorator:
    """Parametrize a test by every combination of some values, by the names of its arguments.

    Each value of the longest list meets one combination of the others in the quick suite, the next value the next one:
    what depends on two values at once is left to the slow suite. With `one_in` 3 only every third value of the longest
    list is met there. Values may be of `pytest.param`, with marks.

    >>> mark = in_turns(size=[540, 720, 1080], language=["ko", "en"])
    >>> [param.values for param in mark.args[1] if not param.marks]
    [(540, 'ko'), (720, 'en'), (1080, 'ko')]
    """
    lists = {name: [_param(each) for each in given] for name, given in values.items()}
    longest = max(lists, key=lambda name: len(lists[name]))
    others = [*product(*(range(len(given)) for name, given in lists.items() if name != longest))]
    params = []
    for places in product(*(range(len(given)) for given in lists.values())):
        place = dict(zip(lists, places, strict=True))
        turn = others[place[longest] // one_in % len(others)]
        quick = place[longest] % one_in == 0 and turn == tuple(place[name] for name in lists if name != longest)
        chosen = [lists[name][place[name]] for name in lists]
        marks = [mark for param in chosen for mark in param.marks]
        params.append(
            pytest.param(*(param.values[0] for param in chosen), marks=[*marks, *[pytest.mark.slow] * (not quick)])
        )
    return pytest.mark.parametrize(tuple(lists), params)


def some(one_in: int, cases: Iterable[Any]) -> list[Any]:
    """Leave all but every `one_in`-th case of a test to the slow suite.

    Cases are single values, tuples of several, or of `pytest.param`: those with ids or marks, and a tuple that is one.

    >>> [param.values for param in some(2, "abc") if not param.marks]
    [('a',), ('c',)]
    """
    params = []
    for place, case in enumerate(cases):
        values, name, marks = (case.values, case.id, case.marks) if hasattr(case, "marks") else (case, None, ())
        several = values if isinstance(values, tuple | list) else (values,)
        params.append(pytest.param(*several, id=name, marks=[*marks, *[pytest.mark.slow] * (place % one_in > 0)]))
    return params


def _param(value: Any) -> Any:
    return value if hasattr(value, "marks") else pytest.param(value)
