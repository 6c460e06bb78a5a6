"""A graph of players' actions from a vocabulary that a designer chose, and a dungeon that requires these actions.

Sources: Van der Linden, Lopes and Bidarra 2013; Shaker and others 2016, chapter 3.5. The vocabulary is in
`data/gameplay.actions`.
"""

from __future__ import annotations

from pathlib import Path

from game.core.forge.grammar.actions import Vocabulary, read_own_vocabulary, read_vocabularies
from game.core.forge.grammar.building import build, fill, look
from game.core.forge.grammar.playing import Told, draft, heard, tell
from game.core.forge.grammar.rewriting import rewrite
from game.core.forge.grammar.rules import Rule, web_of
from game.core.forge.grammar.space import nodes_for
from game.core.forge.grammar.web import Web
from game.core.forge.model.chance import Chance
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Brings, Brought, Choice, Method, NoteT, Number, Preset

START, WEIGH, ACT, LOCK, PLACE, ROOM, WAY = range(7)
VOCABULARIES = read_vocabularies(
    (Path(__file__).parent.parent / "data" / "gameplay.actions").read_text(encoding="utf-8")
)
NEARER = 8
"""The factor on the weight of an action that brings the mean difficulty nearer to the wanted one."""


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: rewrite a graph of actions, lay it out, dig it, and place what the actions need."""
    return _make_by(VOCABULARIES[str(recipe.parameters["vocabulary"])], recipe, note)


def _make_of(recipe: Recipe, note: NoteT, brought: Brought) -> Level:
    """Make a level from the first vocabulary of a person's own file. Raises VocabularyError."""
    return _make_by(read_own_vocabulary(brought.text), recipe, note)


def _make_by(words: Vocabulary, recipe: Recipe, note: NoteT) -> Level:
    wished, tasks = 100 * int(recipe.parameters["difficulty"]), int(recipe.parameters["tasks"])
    grammar = words.grammar()

    def weigh(web: Web, rule: Rule) -> int:
        nearer = abs(words.after(web, rule) - wished) <= abs(words.mean(web) - wished)
        return rule.weight * (NEARER if nearer else 1)

    def grow(chance: Chance, told: list[Told]) -> Web:
        start = web_of(grammar.start)
        return rewrite(
            grammar, start, chance, tasks, words.wishes(tasks), heard(told), weigh=weigh, allowed=words.allows
        )

    drafted = draft(recipe, grow)
    locking = {name: LOCK for name, action in words.actions.items() if action.lock}
    acting = {rule.name: ACT for rule in grammar.rules}

    def mean(web: Web) -> None:
        note("difficulty", (words.mean(web) // 100, WEIGH))

    tell(note, drafted, web_of(grammar.start), acting | locking, START, mean)
    ground = Ground(recipe, note)
    look(drafted.layout, PLACE, note)
    graph = build(drafted.web, drafted.layout, ground, Chance(recipe.number, "gameplay", "rooms"), (ROOM, WAY), note)
    content = {name: action.content for name, action in words.actions.items()}
    standing = fill(drafted.web, graph, ground, Chance(recipe.number, "gameplay", "furnish"), content)
    return ground.level(standing, graph)


GAMEPLAY = Method(
    "gameplay",
    "dungeon",
    "grammars",
    1,
    {
        "vocabulary": Choice(("siege", "heist", "pilgrimage"), "siege"),
        "difficulty": Number(0, 10, 5),
        "tasks": Number(5, 24, 12),
    },
    ("start", "weigh", "act", "lock", "place", "room", "way"),
    make,
    presets=(
        Preset("graph", "3.11", 11, 48, 36, {}, ("graph",)),
        Preset("heist", "", 3, 64, 48, {"vocabulary": "heist", "tasks": 18}, ("graph",)),
        Preset("pilgrimage", "", 3, 64, 48, {"vocabulary": "pilgrimage", "difficulty": 2, "tasks": 18}, ("graph",)),
    ),
    limits={"tasks": lambda _values, width, height: nodes_for(width, height)},
    least=(26, 21),
    brings=Brings(_make_of, ".actions"),
)
"""The method of gameplay grammars, with its parameters and presets."""
