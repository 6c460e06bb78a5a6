"""The widget kit: buttons, entries, lists and everything else that people operate.

Every widget takes the screen's `Style` first. A screen holds its widgets in one `Group` (a `WidgetScene` brings one)
and gives it every input. Boxes come from `layout`.
"""

from game.engine.widgets.choice import Choice, DropDown, choice
from game.engine.widgets.colourpicker import ColourPicker
from game.engine.widgets.dialog import Answer, Dialog
from game.engine.widgets.entry import Entry
from game.engine.widgets.listview import ListView, RowState
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind, Pressable
from game.engine.widgets.parts.faces import Clip, draw_face, draw_icon, focus_ring, glass_panel, paper_panel
from game.engine.widgets.parts.group import Container, Group
from game.engine.widgets.parts.keycap import draw_keycap, keycap_width
from game.engine.widgets.parts.label import Label, Panel
from game.engine.widgets.parts.layout import REST, centred, column, grid, inset, line_up, row, stack, wrap_up
from game.engine.widgets.parts.markup import escape
from game.engine.widgets.parts.richtext import Picture, RichText
from game.engine.widgets.parts.style import MemoryClipboard, Style
from game.engine.widgets.parts.tooltip import draw_hint
from game.engine.widgets.progress import ProgressBar, draw_progress
from game.engine.widgets.screen import RisingScene, WidgetScene
from game.engine.widgets.scrollarea import Paged, ScrollArea, Scrolled
from game.engine.widgets.segments import Option, Segments, Tabs
from game.engine.widgets.slider import Slider
from game.engine.widgets.stepper import Stepper
from game.engine.widgets.toggle import Toggle

__all__ = [
    "REST",
    "Answer",
    "Button",
    "Choice",
    "Clip",
    "ColourPicker",
    "Container",
    "Dialog",
    "DropDown",
    "Entry",
    "Group",
    "Kind",
    "Label",
    "ListView",
    "MemoryClipboard",
    "Option",
    "Paged",
    "Panel",
    "Picture",
    "Pressable",
    "ProgressBar",
    "RichText",
    "RisingScene",
    "RowState",
    "ScrollArea",
    "Scrolled",
    "Segments",
    "Slider",
    "Stepper",
    "Style",
    "Tabs",
    "Toggle",
    "Widget",
    "WidgetScene",
    "centred",
    "choice",
    "column",
    "draw_face",
    "draw_hint",
    "draw_icon",
    "draw_keycap",
    "draw_progress",
    "escape",
    "focus_ring",
    "glass_panel",
    "grid",
    "inset",
    "keycap_width",
    "line_up",
    "paper_panel",
    "row",
    "stack",
    "wrap_up",
]
