"""One level being worked on: its workbench, its steps, its view and its proof."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random

import msgspec

from game.cabinets.workshop.bench import Bench
from game.cabinets.workshop.beside.maker import Maker, Wish, takes_long
from game.cabinets.workshop.own_bench import OwnBench
from game.cabinets.workshop.scenes.tree_picture import TreePicture
from game.cabinets.workshop.settings import Settings
from game.cabinets.workshop.stage.level_view import LevelView, boxes
from game.cabinets.workshop.stage.partition import letter, partition_of, room_in
from game.cabinets.workshop.stage.showing import points_of_way, shown_of, steps_of
from game.cabinets.workshop.stage.shown import LAYERS, Shown, Square
from game.cabinets.workshop.stage.steps import Player, Steps
from game.core.errors import SpokenError
from game.core.forge.formats.reading import follows
from game.core.forge.measures.measuring import measures
from game.core.forge.measures.walking import clusters
from game.core.forge.methods.bsp import BSP
from game.core.forge.methods.quadtree import cut
from game.core.forge.methods.registry import whole_recipe
from game.core.forge.model.level import DUNGEON_SIGNS, INNER, Level, Recipe, Value
from game.core.forge.model.method import Brought, Note, Preset, RecipeError
from game.core.forge.proof.repair import Mended
from game.engine.canvas import Box
from game.engine.text import Typeface
from game.ground.gameplay import own_play

REST = 0.25
"""Seconds after the last change until a proof is requested and large levels are measured."""
PATIENCE = 0.1
"""Seconds of waiting for a level after which the old one is dimmed."""
DIMMED = 0.6
"""How much (0 … 1) the old level is darkened while another one is being made."""
MOST_UNDONE = 200
"""Number of painted squares or pins that can be undone."""
QUICK_SQUARES = 64 * 64
"""Number of squares up to which a level is measured in the same frame that made it."""
_CODES = bytes(max(0, DUNGEON_SIGNS.find(chr(sign))) for sign in range(256))


class Desk:
    """Makes the level of its workbench, and shows the step at which its player stands."""

    def __init__(self, typeface: Typeface, method: str, number: int, maker: Maker | None = None) -> None:
        """Open a method and number. `maker` makes levels that take longer than a frame; without it none waits."""
        self.bench = Bench(method, number)
        self.level: Level
        self.steps = Steps(1, 1, 32, (), b" ")
        self.player = Player()
        self.view = LevelView(Box(0, 0, 10, 10), typeface)
        self.proof: Mended | None = None
        """The proof of the present level; None before it is known, and for a dungeon."""
        self.by_hand = False
        """Whether the level was changed by hand, so that its recipe does not make it."""
        self._made_level: Level | None = None
        """The level as its recipe makes it, before it was painted on; None where no recipe makes it."""
        self._opened: Level | None = None
        """An opened level whose recipe the maker follows, to see whether that makes it."""
        self.measured: dict[str, int] = {}
        self.own: OwnBench | None = None
        """A person's own generator that makes the levels; None if a method does."""
        self._own_before: OwnBench | None = None
        """The previous own generator, kept until the new one has delivered a level."""
        self._own_values: dict[str, dict[str, Value]] = {}
        """Parameters set for each own generator, by its specification."""
        self.pencil: int | None = None
        """The tile to paint with; None while nothing is painted."""
        self.draws_line = False
        """Whether the method's line is drawn by pressing on the level."""
        self.piece: str | None = None
        """The piece to pin, in place of a tile to paint with; None for none."""
        self.trouble: SpokenError | None = None
        """Why the requested level could not be made, so that the previous one is shown; None if it could."""
        self.failed = 0
        """The number whose level could not be made, while the previous one is shown; 0 for none."""
        self._laid: list[Brought] = []
        self._maker = maker
        self._wish: Wish | None = None
        """The maker's last request, until it is finished."""
        self._waited = 0.0
        self._owes_steps = False
        """Whether the steps of the level still have to be noted."""
        self._rested = 0.0
        self._stood = -1
        self._shown: Shown | None = None
        self._painted: list[Level] = []
        self.draft: Path | None = None
        """The file in which the level, left earlier, is kept; None for none."""
        self.tree: TreePicture | None = None
        """The quadtree of the level, if it was made from an image; else None."""
        self._partition: TreePicture | None = None
        """The tree of a partition as far as it is cut, if letters and graph are shown; else None."""
        self.make()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height that are asked for, in squares."""
        return self.bench.size if self.own is None else (self.level.width, self.level.height)

    def set_size(self, width: int, height: int) -> None:
        """Ask for a level of another size, in squares."""
        if self.own is None:
            self.bench.set_size(width, height)
        else:
            self.own.size = width, height
        self.make()

    @property
    def settings(self) -> Settings:
        """The parameters of the method, or of the own generator, with what is set for them."""
        return self.bench.settings if self.own is None else self.own.settings

    @property
    def values(self) -> Mapping[str, Value]:
        """The value of every parameter for the next level."""
        return self.bench.values if self.own is None else self.own.settings.values

    def set(self, name: str, value: Value) -> None:
        """Set a parameter."""
        (self.bench if self.own is None else self.own.settings).set(name, value)

    def roll(self, random: Random, name: str | None = None) -> None:
        """Draw a random value for the named parameter, or for each that is not locked."""
        (self.bench if self.own is None else self.own.settings).roll(random, name)

    def reset(self) -> None:
        """Reset every unlocked parameter, and drop a method's text and pins."""
        (self.bench if self.own is None else self.own.settings).reset()

    def make(self) -> None:
        """Make the level of the workbench and show it whole; an own generator is only asked to deliver one."""
        self.failed = 0
        if self.own is not None:
            self.own.ask(self.bench.number, own_play())
            return
        made = self._made()
        if made is not None:
            self._take(*made)
            self._note_origin(by_hand=any(self.bench.brought))

    def _note_origin(self, *, by_hand: bool) -> None:
        self.by_hand, self._made_level = by_hand, None if by_hand else self.level

    def remake(self) -> None:
        """Make the level again for another number, beside the window if it may take longer than a frame."""
        if self._maker is not None and self.own is None and takes_long(self.bench.recipe()):
            self.slide()
        else:
            self.make()

    def poll_maker(self, seconds: float) -> bool:
        """Take over the level that the maker has finished; return whether it had one. Dim the old one meanwhile."""
        if self._maker is None or (told := self._maker.poll()) is None:
            self._waited += seconds if self._wish is not None else 0.0
            if self._waited > PATIENCE and self._opened is None:
                self.view.dimmed = DIMMED
                self._waited = PATIENCE
            if self._wish is not None and self._maker is not None and not self._maker.busy:
                self._wish = None
                if self._opened is not None:
                    return False
                self.make()  # the process has ended; make the level here, so that a crash is not repeated for ever
                return True
            return False
        wish, made = told
        if wish != self._wish:
            return False
        self._wish, self._waited = None, 0.0
        opened, self._opened = self._opened, None
        if opened is not None:
            if made.level != opened:
                return False
            self.bench.take_recipe(wish.recipe)
        if made.level is None:
            self._fail(made.trouble)
            return False
        self._take(made.level, made.notes)
        self._note_origin(by_hand=wish.brought is not None)
        return True

    def slide(self) -> None:
        """Make the level while a slider is being moved; its steps are noted once the slider rests."""
        if self.own is not None:
            self.make()
            return
        if self._maker is not None and takes_long(self.bench.recipe()):
            self.failed, self._wish = 0, Wish(self.bench.recipe(), self.bench.laid)
            self._maker.ask(self._wish)
            return
        try:
            level = self.bench.make()
        except SpokenError as error:
            self._fail(error)
            return
        self._take(level, [])
        self._note_origin(by_hand=any(self.bench.brought))
        self._owes_steps = True

    def _made(self) -> tuple[Level, list[Note]] | None:
        """Return the workbench's level and its notes; None if text or pins allow none, with the reason in `trouble`."""
        notes: list[Note] = []

        def note(kind: str, numbers: tuple[int, ...]) -> None:
            notes.append((kind, numbers))

        try:
            return self.bench.make(note), notes
        except SpokenError as error:
            self._fail(error)
            return None

    def _fail(self, trouble: SpokenError | None) -> None:
        """Keep showing the previous level, dimmed, because the requested one could not be made."""
        self.trouble, self.failed, self.view.dimmed = trouble, self.bench.number, DIMMED

    def _take(self, level: Level, notes: list[Note]) -> None:
        self.level, self.failed, self._owes_steps = level, 0, False
        self._wish, self._opened, self._waited, self.view.dimmed = None, None, 0.0, 0.0
        self._painted, self.draft = [], None
        self.tree = TreePicture(level.graph) if level.graph.is_tree else None
        self.steps = steps_of(level, notes)
        self.player.load(len(self.steps))
        self.player.stops = self.bench.preset.stops if self.bench.preset is not None and notes else ()
        self.proof = None
        self._shown, self._stood, self._rested = None, -1, 0.0
        self.measured = dict(measures(level)) if len(level.tiles) <= QUICK_SQUARES else {}
        self.show_step()

    @property
    def own_spec(self) -> str:
        """The specification of the own generator; "" if a method makes the levels."""
        return self.own.spec if self.own is not None else ""

    @property
    def own_name(self) -> str:
        """The name of the own generator; "" if a method makes the levels."""
        return self.own.name if self.own is not None else ""

    def take_own(self, spec: str) -> None:
        """Let an own generator make the levels from now on; if its first level fails, undo that. Raise BotError."""
        self._keep_values()
        own = OwnBench(spec, self._own_values.get(spec, {}))
        before = self._own_before if self.own is None or not self.own.has_delivered else self.own
        if self.own is not None and self.own is not before:
            self.own.close()
        self.own, self._own_before = own, before
        self._wish = None
        self.make()

    def close(self) -> None:
        """End the own generator and the maker."""
        self.leave_own()
        if self._maker is not None:
            self._maker.close()

    def leave_own(self) -> None:
        """Let the workbench's method make the levels again."""
        self._keep_values()
        for own in (self.own, self._own_before):
            if own is not None:
                own.close()
        self.own = self._own_before = None
        self.failed, self.view.dimmed = 0, 0.0

    def _keep_values(self) -> None:
        if self.own is not None and self.own.has_delivered:
            self._own_values[self.own.spec] = self.own.settings.values

    def poll_own(self, now: float, seconds: float = 0.0) -> bool:
        """Return whether the own generator has just delivered a level. Raise SpokenError if it failed."""
        own = self.own
        if own is None or not own.owes:
            return False
        self._waited += seconds
        if self._waited > PATIENCE:
            self.view.dimmed = DIMMED
        try:
            level = own.poll(now)
        except SpokenError as error:
            self._waited = 0.0
            self._fail(error)
            if not own.has_delivered:
                own.close()
                self.own, self._own_before = self._own_before, None
                self.failed, self.view.dimmed = 0, 0.0
                if self.bench.number != self.level.recipe.number and (self.own or not self.by_hand):
                    self.make()
            raise
        if level is None:
            return False
        if self._own_before is not None:
            self._own_before.close()
            self._own_before = None
        self._take(level, [])
        self._note_origin(by_hand=True)
        return True

    def wait_own(self) -> None:
        """Wait for the level requested from the own generator. Raise SpokenError if it failed."""
        while (own := self.own) is not None and own.owes:
            own.generator.wait(PATIENCE)
            self.poll_own(time.monotonic())

    def take_preset(self, method: str, preset: Preset) -> None:
        """Take over a preset with the layers it is meant to be viewed with."""
        self.bench.take_preset(method, preset)
        self.make()
        wanted = {"things", "zones", *preset.layers}
        self.view.layers = {layer for layer in LAYERS if layer in wanted} | self.view.layers & {"reach", "way"}
        if preset.stops:
            self.player.seek(preset.stops[-1])
        self.refresh()

    def open(self, found: Level | Recipe) -> None:
        """Open a level or a recipe; a level that its recipe does not make here is shown alone, without steps.

        What takes longer than a frame is left to the maker. Raises RecipeError.
        """
        if isinstance(found, Recipe):
            self.bench.take_recipe(whole_recipe(found))
            self.remake()
            return
        try:
            recipe = whole_recipe(found.recipe)
        except RecipeError:
            recipe = None
        beside = recipe is not None and self._maker is not None and takes_long(recipe)
        if recipe is not None and not beside and follows(found):
            self.bench.take_recipe(recipe)
            self.make()
            return
        self.bench.set_number(found.recipe.number)
        self._take(found, [])
        self._note_origin(by_hand=True)
        if recipe is not None and self._maker is not None and beside:
            self._opened, self._wish = found, Wish(recipe, None)
            self._maker.ask(self._wish)

    def paint(self, squares: Iterable[Square], tile: int) -> None:
        """Change the tile of squares, which one `undo` takes back. The level then follows from no recipe; an image's
        tree is cut anew.
        """
        changed = bytearray(self.level.tiles)
        for column, row in squares:
            changed[row * self.level.width + column] = tile
        tiles = bytes(changed)
        if tiles == self.level.tiles:
            return
        self._painted = [*self._painted[1 - MOST_UNDONE :], self.level]
        level = msgspec.structs.replace(self.level, tiles=tiles, way=())
        if level.graph.is_tree:
            level = msgspec.structs.replace(level, graph=cut(tiles, level.width, level.height))
        self._change(level)

    def pin(self, column: int, row: int) -> None:
        """Pin the held piece on a square; the rest of the level is made around it."""
        if self.piece is not None:
            self.bring(self.bench.with_pin(self.bench.pin_at(self.piece, column, row)))

    def unpin(self, column: int, row: int) -> None:
        """Remove the pin on a square."""
        self.bring(self.bench.without_pin(column, row))

    def bring(self, brought: Brought) -> None:
        """Make the level from provided text and pins; if that fails, keep everything as it was."""
        before = self.bench.brought
        if brought == before:
            return
        self.bench.bring(brought)
        self.make()
        if self.trouble is None:
            self._laid = [*self._laid[1 - MOST_UNDONE :], before]
        else:
            self.bench.bring(before)
            self.failed, self.view.dimmed = 0, 0.0

    def undo(self) -> None:
        """Undo what was painted last, or else the last pin."""
        if self._painted:
            self._change(self._painted.pop())
        elif self._laid:
            self.bench.bring(self._laid.pop())
            self.make()

    def _change(self, level: Level) -> None:
        """Show a level that was changed by hand."""
        painted, draft = self._painted, self.draft
        self._take(level, [])
        self.by_hand, self._painted, self.draft = level != self._made_level, painted, draft

    @property
    def is_drawn(self) -> bool:
        """Whether a person painted or pinned something that no file and no recipe keeps."""
        return self.by_hand and bool(self._painted or self.bench.brought.pins)

    def refresh(self) -> None:
        """Draw the present step again, since layers or knowledge of the level have changed."""
        self._shown, self._stood = None, -1
        self.show_step()

    def prove(self, found: Mended) -> None:
        """Take over the result of the level's proof."""
        self.proof = found
        self.refresh()

    def show_step(self) -> None:
        """Show the step at which the player stands."""
        step = self.player.step
        if step == self._stood:
            return
        whole = step >= self.player.count
        shown = self._whole()
        if not whole:
            shown = shown.at_step(self.steps.signs(step), self.steps.things(step))
        if "clusters" in self.view.layers and shown.kind == "dungeon":
            shown = shown.with_clusters(clusters(shown.signs.translate(_CODES), shown.width))
        was_whole = self._stood < 0 or self._stood >= self.player.count
        self.view.show(shown, glow=whole and was_whole)
        self.view.marked = () if whole else boxes(self.steps.at(step).about)
        self.view.traces = self._leaves() if whole else boxes(self.steps.traces(step))
        self._name_parts(step)
        self._stood = step

    @property
    def shown_tree(self) -> TreePicture | None:
        """The tree drawn beside the level; None for none."""
        return self.tree if self.tree is not None and "graph" in self.view.layers else self._partition

    def _name_parts(self, step: int) -> None:
        """Name the parts of a partition, as far as it is cut, with letters as in the textbook, and make its tree."""
        self._partition, self.view.named = None, ()
        if "labels" not in self.view.layers or self.bench.method is not BSP or not len(self.steps):
            return
        graph = partition_of(self.level.width, self.level.height, self.steps.looked(step))
        tree = TreePicture(graph, [letter(number) for number in range(len(graph.nodes))])
        self._partition = tree if "graph" in self.view.layers else None
        signs, wide = self.steps.signs(step), self.level.width
        dug = [
            room
            for room in self.level.graph.nodes
            if signs[room.y * wide + room.x : room.y * wide + room.x + 1].strip()
        ]
        parts = [
            (room_in(node, dug), name)
            for node, name in zip(graph.nodes, tree.names, strict=False)
            if node.kind != INNER
        ]
        self.view.named = tuple((Box(part.x, part.y, part.width, part.height), name) for part, name in parts)

    def _leaves(self) -> tuple[Box, ...]:
        """Return boxes of what is pinned; for an image whose tree is shown, its quadrants of one colour."""
        if self.tree is None or "graph" not in self.view.layers:
            return tuple(Box(pin.x, pin.y, *size) for pin, size in self.bench.pinned())
        return tuple(Box(node.x, node.y, node.width, node.height) for node in self.tree.leaves())

    def _whole(self) -> Shown:
        if self._shown is None:
            way = points_of_way(self.proof.level) if self.proof and "way" in self.view.layers else ()
            self._shown = shown_of(self.level, way)
            if self.tree is not None or (self.bench.method is BSP and "labels" in self.view.layers):
                self._shown = self._shown.without_graph()
        return self._shown

    def _note_steps(self) -> None:
        """Note the steps of the level that was made while a slider moved."""
        self._owes_steps = False
        made = self._made()
        self.steps = steps_of(self.level, made[1] if made else [])
        self.player.load(len(self.steps))
        self._stood = self.player.step

    def update(self, seconds: float) -> bool:
        """Advance by some seconds. Return whether changes have just come to rest, so that longer work may begin."""
        self.player.update(seconds)
        self.show_step()
        before, self._rested = self._rested, self._rested + seconds
        if not before < REST <= self._rested:
            return False
        if self._owes_steps:
            self._note_steps()
        if not self.measured:
            self.measured = dict(measures(self.level))
        return True
