"""Actions of players, and the graph grammar made from them.

An action has a name and a difficulty from 0 to 10. It says how often it may happen, which actions it must come before,
which actions it may never directly follow, whether it lies off the main way or locks what is behind it, and what stands
in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import msgspec

from game.core.errors import SpokenError
from game.core.forge.grammar.rules import KEY, Grammar, Pattern, Rule
from game.core.forge.grammar.web import LOCK, ONE_WAY, OPEN, Web
from game.core.given import TextError, toml_of

ANY: frozenset[str] = frozenset()
ENTRANCE, GOAL = "entrance", "goal"
START = Pattern({"e": frozenset((ENTRANCE,)), "g": frozenset((GOAL,))}, {("e", "g"): OPEN})
THINGS = frozenset(("treasure", "potion", "bomb", "rat", "spitter", "brute", "lurker", "lamp"))
"""The things that may stand where an action happens."""
_Name = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_-]{0,39}$")]


class VocabularyError(SpokenError):
    """A text is not a valid vocabulary of actions."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a player does in one place of a level."""

    name: _Name
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=10)]
    most: Annotated[int, msgspec.Meta(ge=0, le=64)]
    content: Annotated[tuple[tuple[_Name, ...], ...], msgspec.Meta(min_length=1, max_length=16)]
    before: tuple[_Name, ...] = ()
    never_after: tuple[_Name, ...] = ()
    side: bool = False
    lock: bool = False
    sure: bool = False


class _Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    action: tuple[Action, ...]


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary: actions by name, the graph grammar made from them, and checks of graphs that consist of them."""

    actions: Mapping[str, Action]

    def grammar(self) -> Grammar:
        """Return the graph grammar with a rule for each action."""
        return Grammar(START, tuple(_rule(action) for action in self.actions.values()))

    def wishes(self, tasks: int) -> Mapping[str, int]:
        """Return how often each action that must happen should happen: once in six tasks, within its limit."""
        sure = (action for action in self.actions.values() if action.sure)
        return {action.name: min(action.most, max(1, tasks // 6)) for action in sure}

    def allows(self, web: Web) -> bool:
        """Return whether a graph is sound and each of its actions is in a place allowed to it."""
        kinds = web.kinds
        for (a, b), way in web.ways.items():
            action = self.actions.get(kinds[b])
            if way.kind != ONE_WAY and action is not None and kinds[a] in action.never_after:
                return False
        return web.is_sound() and self._in_order(web)

    def _in_order(self, web: Web) -> bool:
        wanted = {later: name for name, action in self.actions.items() for later in action.before}
        parents = web.parents()
        for node, kind in web.kinds.items():
            if kind in wanted:
                above = node
                while parents[above] != above and web.kinds[above] != wanted[kind]:
                    above = parents[above]
                if web.kinds[above] != wanted[kind]:
                    return False
        return True

    def mean(self, web: Web) -> int:
        """Return the mean difficulty of the actions in a graph, in hundredths; 0 without actions."""
        found = [self.actions[kind].difficulty for kind in web.kinds.values() if kind in self.actions]
        return 100 * sum(found) // len(found) if found else 0

    def after(self, web: Web, rule: Rule) -> int:
        """Return the mean difficulty of a graph, in hundredths, as if `rule` were applied to it."""
        action = self.actions[rule.name]
        found = [self.actions[kind].difficulty for kind in web.kinds.values() if kind in self.actions]
        return 100 * (sum(found) + action.difficulty) // (len(found) + 1)


def read_vocabularies(text: str) -> Mapping[str, Vocabulary]:
    """Return the vocabularies of a TOML text, by name. Raises msgspec.ValidationError or TextError."""
    found = msgspec.convert(toml_of(text), dict[str, _Vocabulary])
    return {
        name: Vocabulary({action.name: action for action in vocabulary.action}) for name, vocabulary in found.items()
    }


def read_own_vocabulary(text: str) -> Vocabulary:
    """Return the first vocabulary of a person's own TOML text. Raises VocabularyError."""
    try:
        found = read_vocabularies(text)
    except (msgspec.ValidationError, TextError) as error:
        raise VocabularyError("forge.error.actions.text", why=str(error)) from error
    if not found or not all(vocabulary.actions for vocabulary in found.values()):
        raise VocabularyError("forge.error.actions.none")
    vocabulary = next(iter(found.values()))
    for action in vocabulary.actions.values():
        for thing in (thing for things in action.content for thing in things):
            if thing not in THINGS:
                known = ", ".join(sorted(THINGS))
                raise VocabularyError("forge.error.actions.thing", name=action.name, thing=thing, known=known)
        if action.name in (ENTRANCE, GOAL, KEY):
            raise VocabularyError("forge.error.actions.name", name=action.name)
    return vocabulary


def _rule(action: Action) -> Rule:
    """Return the rule that adds an action: on a way, off it, or on a way with a lock behind it and the key anywhere."""
    new = frozenset((action.name,))
    if action.lock:
        find = Pattern({"a": ANY, "b": ANY, "x": ANY}, {("a", "b"): OPEN})
        nodes = {"a": ANY, "b": ANY, "x": ANY, "n": new, "k": frozenset((KEY,))}
        ways = {("a", "n"): OPEN, ("n", "b"): LOCK, ("x", "k"): OPEN}
        return Rule(action.name, find, Pattern(nodes, ways), 3, action.most)
    if action.side:
        put = Pattern({"a": ANY, "n": new}, {("a", "n"): OPEN})
        return Rule(action.name, Pattern({"a": ANY}, {}), put, 4, action.most)
    put = Pattern({"a": ANY, "n": new, "b": ANY}, {("a", "n"): OPEN, ("n", "b"): OPEN})
    return Rule(action.name, Pattern({"a": ANY, "b": ANY}, {("a", "b"): OPEN}), put, 4, action.most)
