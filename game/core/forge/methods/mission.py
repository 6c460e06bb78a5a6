"""A mission first, then the space for it: tasks, locks and keys by a graph grammar, rooms by a shape grammar.

Sources: Dormans 2010; Shaker and others 2016, chapter 3.5. The rules are in `data/mission.grammar`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.core.forge.grammar.building import ContentT, build, fill, look
from game.core.forge.grammar.playing import Told, draft, heard, tell
from game.core.forge.grammar.rewriting import rewrite
from game.core.forge.grammar.rules import Grammar, read_grammar, read_own_grammar, web_of
from game.core.forge.grammar.space import nodes_for
from game.core.forge.grammar.web import Web
from game.core.forge.model.chance import Chance
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Brings, Brought, Method, NoteT, Number, Preset

START, LENGTHEN, BRANCH, LOCK, BACK, PLACE, ROOM, WAY = range(8)
GRAMMAR = read_grammar((Path(__file__).parent.parent / "data" / "mission.grammar").read_text(encoding="utf-8"))
LINES = {
    "lengthen": LENGTHEN,
    "split": LENGTHEN,
    "bonus": BRANCH,
    "lock": LOCK,
    "gate": LOCK,
    "double": LOCK,
    "back": BACK,
}
CONTENT: ContentT = {
    "entrance": ((), ("potion",), ("lamp",)),
    "task": (("rat",), ("rat", "rat"), ("spitter",), ("lurker",), ("brute",), ("rat", "spitter"), ("bomb",), ("lamp",)),
    "key": ((), ("rat",), ("lurker",)),
    "gate": (("spitter",), ("rat", "rat")),
    "bonus": (("treasure",), ("treasure", "potion"), ("treasure", "treasure", "rat")),
    "goal": (("treasure",), ("brute", "treasure")),
}
"""For each kind of room, the lists of things that may stand in it; one list is drawn."""
LEAST_TASKS = 5


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: rewrite a mission, lay it out, dig it, and place things."""
    return _make_by(GRAMMAR, Web.is_sound, recipe, note)


def _make_of(recipe: Recipe, note: NoteT, brought: Brought) -> Level:
    """Make a level by the rules of a person's own grammar. Raises GrammarError."""
    return _make_by(read_own_grammar(brought.text), Web.can_be_laid_out, recipe, note)


def _make_by(grammar: Grammar, allowed: Callable[[Web], bool], recipe: Recipe, note: NoteT) -> Level:
    values = {name: int(value) for name, value in recipe.parameters.items()}
    wishes = {"lock": values["locks"], "bonus": values["branches"], "back": values["oneway"]}
    wishes |= dict.fromkeys(("gate", "double"), int(values["locks"] >= 2))

    def grow(chance: Chance, told: list[Told]) -> Web:
        return rewrite(grammar, web_of(grammar.start), chance, values["tasks"], wishes, heard(told), allowed=allowed)

    drafted = draft(recipe, grow)
    tell(note, drafted, web_of(grammar.start), LINES, START)
    ground = Ground(recipe, note)
    look(drafted.layout, PLACE, note)
    web = drafted.web
    graph = build(web, drafted.layout, ground, Chance(recipe.number, "mission", "rooms"), (ROOM, WAY), note)
    return ground.level(fill(web, graph, ground, Chance(recipe.number, "mission", "furnish"), CONTENT), graph)


MISSION = Method(
    "mission",
    "dungeon",
    "grammars",
    1,
    {
        "tasks": Number(LEAST_TASKS, 24, 12),
        "locks": Number(0, 6, 3),
        "branches": Number(0, 6, 3),
        "oneway": Number(0, 3, 1),
    },
    ("start", "lengthen", "branch", "lock", "back", "place", "room", "way"),
    make,
    presets=(
        Preset("mission", "", 12, 48, 36, {}, ("graph",)),
        Preset("long", "", 7, 64, 64, {"tasks": 24, "locks": 5, "branches": 5, "oneway": 2}, ("graph",)),
    ),
    limits={"tasks": lambda _values, width, height: nodes_for(width, height)},
    least=(26, 21),
    brings=Brings(_make_of, ".grammar"),
)
"""The method of missions, with its parameters and presets."""
