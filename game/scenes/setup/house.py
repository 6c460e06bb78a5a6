"""The rules with which a match is set up: remembered from the last match, saved under a name, or read from a friend's
file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.options import describe, joined, names_in
from game.engine.audio import Sound
from game.engine.scene import Context
from game.engine.widgets import Answer, Button, Dialog, Entry, Style
from game.ground import house_rules
from game.ground.house_rules import HouseRules
from game.scenes.page.menu import ButtonMenu, MenuItem
from game.scenes.setup.options import LIMITS, Titled, limit_control

ICON = "sliders-horizontal"


class TableRules:
    """The options and the time limit of one game while a match of it is set up."""

    def __init__(
        self, context: Context, cabinet: Cabinet, on_taken: Callable[[], None], usual_limit: int | None = None
    ) -> None:
        """Begin with the options chosen last. `on_taken` is called when a whole set of rules replaces them;
        `usual_limit` is the time limit unless a person chose one.
        """
        self._context, self._cabinet, self._on_taken = context, cabinet, on_taken
        self._usual = cabinet.options_in(context.texts.language)
        settings = context.settings
        last = {option.name: settings.options.get(f"{cabinet.id}.{option.name}") for option in self._described}
        chosen = {name: value for name, value in last.items() if value is not None}
        self.values: dict[str, Any] = house_rules.fitting(cabinet, self._usual, chosen)
        """The value of every option by name. The dict object stays the same, as controls write into it."""
        self._usual_limit = usual_limit
        self.limit: int | None = self._offered(settings.limits.get(cabinet.id, usual_limit))

    @property
    def _described(self) -> tuple[Any, ...]:
        return describe(self._cabinet.info.options)

    def _offered(self, limit: int | None) -> int | None:
        """Return a time limit if it can be chosen for this game; else None."""
        return limit if limit in LIMITS and not self._cabinet.info.own_clock else None

    def limit_controls(self, style: Style) -> list[Titled]:
        """Make the control of the time limit; none for a game with a clock of its own."""
        if self._cabinet.info.own_clock:
            return []
        return [limit_control(style, self.limit, partial(setattr, self, "limit"))]

    def keep_lists(self, offered: Mapping[str, tuple[Any, ...]]) -> None:
        """Drop own lists whose files no longer exist; `offered` are the choices of each option."""
        for name, choices in offered.items():
            self.values[name] = joined({list_name for list_name in names_in(self.values[name]) if list_name in choices})

    def remember(self) -> None:
        """Put the options into the settings for the next time; they are saved when the settings are applied."""
        settings, game = self._context.settings, self._cabinet.id
        for option in self._described:
            settings.options.pop(f"{game}.{option.name}", None)
        for name, value in self._differing().items():
            settings.options[f"{game}.{name}"] = value
        if self.limit == self._usual_limit:
            settings.limits.pop(game, None)
        else:
            settings.limits[game] = self.limit or 0

    def button(self, style: Style) -> Button:
        """Make the button to the house rules."""
        return Button(style, icon=ICON, tooltip=style.texts.line("house_rules.title"), on_press=self.show)

    def show(self) -> None:
        """Open the menu of the default and the saved house rules, with saving the current ones. The choice resumes the
        scene below with a function to call.
        """
        line = self._context.texts.line
        items = [MenuItem(line("house_rules.usual"), "rotate-ccw", self._take_usual)]
        kept = house_rules.kept(self._cabinet.id)
        items += [MenuItem(name, "scroll-text", partial(self.take_file, path)) for name, path in kept.items()]
        items.append(MenuItem(line("house_rules.keep"), "save", self._ask_name))
        if kept:
            items.append(MenuItem(line("house_rules.forget"), "trash-2", self._ask_which))
        self._context.stack.push(ButtonMenu(self._context, line("house_rules.title"), items))

    def drop(self, path: Path) -> bool:
        """Take a dropped file as house rules and keep it. Returns False for a file of another kind."""
        if not house_rules.is_house_rules(path):
            return False
        if self.take_file(path):
            self._keep(path.stem)
        return True

    def take_file(self, path: Path) -> bool:
        """Use the rules of a file, or say what is wrong with it. Returns whether it was used."""
        try:
            rules = house_rules.read_rules(path, self._cabinet)
        except SpokenError as error:
            self._refuse(error)
            return False
        self._take(rules)
        return True

    def _take_usual(self) -> None:
        self._take(HouseRules(self._cabinet.id, limit=self._usual_limit))

    def _take(self, rules: HouseRules) -> None:
        texts = {option.name: self.values[option.name] for option in self._described if option.kind == "text"}
        self.values.update(house_rules.fitting(self._cabinet, self._usual, rules.options) | texts)
        self.limit = self._offered(rules.limit)
        self._on_taken()

    def _ask_name(self) -> None:
        line = self._context.texts.line
        kept = house_rules.kept(self._cabinet.id)
        numbered = (line("house_rules.numbered", number=number) for number in range(1, len(kept) + 2))
        free = next(name for name in numbered if name not in kept)  # a pad writes nothing
        entry = Entry(Style.of(self._context), free, limit=house_rules.LONGEST_NAME, icon="pencil")
        entry.line.select_all()
        answers = [
            Answer(line("widgets.cancel"), None),
            Answer(line("house_rules.keep_it"), Dialog.TEXT, "save", primary=True),
        ]
        title, text = line("house_rules.keep"), line("house_rules.keep_help")
        self._context.stack.push(_NameDialog(self._context, title, text, answers, entry, self._keep))

    def _keep(self, name: str) -> None:
        rules = HouseRules(self._cabinet.id, self._differing(), self.limit)
        try:
            path = house_rules.keep(self._cabinet, name, rules)
        except SpokenError as error:
            self._refuse(error)
        else:
            self._context.notify(self._context.texts.line("house_rules.kept", name=path.stem, path=str(path)))

    def _ask_which(self) -> None:
        kept = house_rules.kept(self._cabinet.id)
        items = [MenuItem(name, "trash-2", partial(self._forget, path)) for name, path in kept.items()]
        self._context.stack.push(ButtonMenu(self._context, self._context.texts.line("house_rules.forget"), items))

    def _forget(self, path: Path) -> None:
        try:
            house_rules.forget(path)
        except SpokenError as error:
            self._refuse(error)
        else:
            self._context.notify(self._context.texts.line("house_rules.forgotten", name=path.stem))

    def _differing(self) -> dict[str, Any]:
        return house_rules.differing(self.values, self._usual, self._cabinet)

    def _refuse(self, error: SpokenError) -> None:
        self._context.audio.play(Sound.REFUSE)
        self._context.notify(self._context.texts.line(error.key, error.values))


class _NameDialog(Dialog):
    """Asks for a name; returns a function that acts on the name typed."""

    def __init__(
        self,
        context: Context,
        title: str,
        text: str,
        answers: list[Answer],
        entry: Entry,
        keep: Callable[[str], None],
    ) -> None:
        super().__init__(context, title, text, answers, entry=entry)
        self._keep = keep

    def _answer(self, answer: Answer) -> None:
        written = self.entry.text.strip() if self.entry else ""
        if answer.value is not Dialog.TEXT:
            super()._answer(answer)
        elif written:
            self.stack.pop(partial(self._keep, written))
        else:
            self.style.play_sound(Sound.REFUSE)
