"""Pictures of every widget, to be looked at: `python -m tests.engine.widgets.gallery FOLDER [SCALE …]`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import SEAT_COLOURS
from game.engine.input import FIRST_PAD, Command, CommandName, PointerMoved, TextComposed, TextTyped
from game.engine.light import dusk
from game.engine.text import Typeface, Weight
from game.engine.widgets import (
    REST,
    Button,
    ColourPicker,
    DropDown,
    Entry,
    Group,
    Kind,
    Label,
    ListView,
    MemoryClipboard,
    Option,
    Panel,
    RichText,
    RowState,
    ScrollArea,
    Segments,
    Slider,
    Stepper,
    Style,
    Tabs,
    Toggle,
    Widget,
    column,
    line_up,
    row,
    stack,
    wrap_up,
)
from game.ground.texts import Texts

SIZES = ((960, 540), (1280, 720), (1920, 1080))
TEXT_SIZES = (100, 150)
_SECONDS = 0.5

WORDS: dict[str, dict[str, str]] = {
    "ko": {
        "play": "놀이",
        "under": "양탄자를 펴요",
        "replay": "다시보기",
        "quit": "나가기",
        "ready": "준비 완료",
        "watch": "관전",
        "sit": "봇 앉히기",
        "open": "판 열기",
        "name": "내 이름",
        "address": "주소",
        "message": "메시지 쓰기",
        "written": "하늘바",
        "composed": "람",
        "sound": "효과음",
        "music": "배경 음악 크기",
        "motion": "움직임 줄이기",
        "cover": "같은 양탄자의 두 칸을 한꺼번에 덮지 못하게 하기",
        "slow": "느리게",
        "normal": "보통",
        "fast": "빠르게",
        "now": "바로",
        "empty": "아직 아무것도 없어요",
        "level": "상대",
        "easy": "초보 봇",
        "greedy": "욕심쟁이 봇",
        "expert": "고수 봇",
        "human": "사람",
        "closed": "닫힌 자리",
        "seats": "명",
        "tip": "이 판의 기록을 처음부터 다시 봐요. 어느 차례로든 바로 갈 수 있어요.",
        "row": "번째 판 · 마라케시",
        "rules": """# 양탄자와 통행료
아쌘은 시장을 걷고, 상인들은 그 길에 **양탄자**를 폅니다. 남의 양탄자에 멈추면 값을 치러요.

## 한 차례
1. 아쌘의 방향을 정해요. **뒤로는** 못 돌아요.
2. 주사위 :dices: 만큼 걸어요.
3. 남의 양탄자에 멈추면 이어진 칸 수만큼 [lantern]디르함[/] :coins: 을 내요.
4. 아쌘 옆에 양탄자 하나를 펴요.

## 끝
- 마지막 양탄자까지 펴면 끝나요.
- 보이는 칸 하나가 **1점**, 1디르함이 1점이에요.
- 아주 긴 주소처럼 띄어쓰기가 없어도 https://souk.example/어디까지나/이어지는/주소/잘나뉘어요 괜찮아요.""",
    },
    "en": {
        "play": "Play",
        "under": "Lay the rugs",
        "replay": "Replays",
        "quit": "Quit",
        "ready": "I am ready",
        "watch": "Watch",
        "sit": "Seat a bot",
        "open": "Open a match",
        "name": "My name",
        "address": "Address",
        "message": "Write a message",
        "written": "Hanul",
        "composed": "바",
        "sound": "Sound effects",
        "music": "Volume of the music",
        "motion": "Reduced motion",
        "cover": "Never cover both squares of one rug at once",
        "slow": "Slow",
        "normal": "Normal",
        "fast": "Fast",
        "now": "Instant",
        "empty": "Nothing here yet",
        "level": "Opponent",
        "easy": "Beginner bot",
        "greedy": "Greedy bot",
        "expert": "Expert bot",
        "human": "Person",
        "closed": "Closed seat",
        "seats": " seats",
        "tip": "Watch this match again from the start; you can jump to any turn at once.",
        "row": ". match · Marrakech",
        "rules": """# Rugs and tolls
Assam walks the market and the merchants lay **rugs** on his way. Whoever stops on another's rug pays.

## A turn
1. Choose where Assam heads. He **never** turns back.
2. He walks as the die :dices: says.
3. On another's rug you pay one [lantern]dirham[/] :coins: for each square of the patch.
4. Lay a rug beside him.

## The end
- It ends when the last rug is laid.
- Each square in sight is **1 point**, and so is each dirham.
- A long address without any spaces https://souk.example/that/goes/on/and/on/for/ever breaks well.""",
    },
}


def nothing() -> None:
    """What the gallery's buttons do."""


def controls(style: Style, words: dict[str, str]) -> Group:
    """Buttons, entries, switches, sliders, choices."""
    frame = Box(24, 20, 1232, 680)
    left, right = row(frame, [REST, REST], 24)
    ground = [Panel(style, left), Panel(style, right)]
    primary = Button(style, words["ready"], icon="check", kind=Kind.PRIMARY, size=20, on_press=nothing)
    play = Button(style, words["play"], icon="play", key="Enter", under=words["under"], kind=Kind.PRIMARY)
    replay = Button(style, words["replay"], icon="clapperboard", key="R", under="Replays")
    small = [
        Button(style, words["watch"], icon="eye", tooltip=words["tip"]),
        Button(style, words["sit"], size=13),
        Button(style, words["open"], kind=Kind.PAPER, icon="plus"),
        Button(style, words["quit"], icon="log-out", key="Esc"),
        Button(style, icon="undo-2"),
        Button(style, icon="lightbulb"),
    ]
    off = Button(style, words["quit"], icon="lock")
    off.enabled = False
    name = Entry(style, words["written"], label=words["name"], limit=12)
    address = Entry(style, "192.168.0.37", label=words["address"])
    message = Entry(style, placeholder=words["message"], icon="send")
    inside = Box(left.left + 20, left.top + 20, left.width - 40, left.height - 40)
    y = inside.top
    primary.box = Box(inside.left, y, inside.width, primary.natural_height(0))
    y = primary.box.bottom + 12
    play.box, replay.box = row(Box(inside.left, y, inside.width, play.natural_height(0)), [REST, REST], 12)
    y = play.box.bottom + 12
    y += wrap_up(Box(inside.left, y, inside.width, 40), [*small, off], 10) + 12
    name.box, address.box = row(Box(inside.left, y, inside.width, name.natural_height(0)), [REST, REST], 12)
    y = name.box.bottom + 12
    message.box = Box(inside.left, y, inside.width, message.natural_height(0))
    buttons: list[Widget] = [primary, play, replay, *small, off, name, address, message]
    group = Group(style, [*ground, *buttons, *_settings(style, words, right)])
    group.focus(name)
    group.handle(TextTyped(""))
    group.handle(TextComposed(words["composed"]))
    return group


def _settings(style: Style, words: dict[str, str], box: Box) -> list[Widget]:
    pace = [Option(key, words[key]) for key in ("now", "fast", "normal", "slow")]
    icons = {"human": "user", "easy": "bot", "greedy": "coins", "expert": "crown", "closed": "x"}
    people = [Option(key, words[key], icon) for key, icon in icons.items()]
    tabs = Tabs(style, [Option(1, words["sound"]), Option(2, words["level"]), Option(3, words["motion"])], 2)
    drop = DropDown(style, people, "expert")
    off = Slider(style, 30, 0, 100)
    off.enabled = False
    parts: list[Widget] = [
        tabs,
        Toggle(style, words["motion"], True),
        Toggle(style, words["cover"]),
        Label(style, words["music"], weight=Weight.SEMIBOLD, icon="volume-2"),
        Slider(style, 65, 0, 100, show=lambda value: f"{value} %"),
        off,
        Segments(style, pace, "normal"),
        drop,
        Stepper(style, 4, 2, 4, show=lambda value: f"{value}{words['seats']}"),
    ]
    area = ScrollArea(style, Box(box.left + 14, box.top + 14, box.width - 28, box.height - 28), parts, 12)
    return [area]


def texts(style: Style, words: dict[str, str]) -> Group:
    """Rich text, list, colour picker."""
    left, right = row(Box(24, 20, 1232, 680), [REST, REST], 24)
    upper, lower = column(right, [330, REST], 20)
    picker_box = Panel(style, lower).inside

    def paint(canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        colour = theme.TEXT_BRIGHT if state.selected else theme.TEXT
        style.typeface.line(canvas, f"{number + 1}{words['row']}", box.left + 12, box.centery, 16, colour=colour)

    rules = RichText(style, words["rules"], Box(left.left + 24, left.top + 20, left.width - 40, 640))
    rows = ListView(style, paint, 40, Box(upper.left + 12, upper.top + 12, upper.width - 24, 306), selected=3)
    picker = ColourPicker(
        style, "#1FA5A0", picker_box, swatches=list(SEAT_COLOURS.values())[:6], on_change=lambda _: None
    )
    group = Group(style, [Panel(style, left), Panel(style, upper), Panel(style, lower), rules, rows, picker])
    group.focus(rows)
    return group


def opened(style: Style, words: dict[str, str]) -> Group:
    """A drop-down open, a tooltip, an empty list, paper."""
    people = [Option(key, words[key]) for key in ("human", "easy", "greedy", "expert", "closed")]
    drop = DropDown(style, people, "greedy", Box(80, 120, 260, style.typeface.grown(40)))
    watch = Button(style, words["watch"], icon="eye", tooltip=words["tip"])
    watch.box = Box(520, 120, watch.natural_width(), watch.natural_height(0))
    paper = Panel(style, Box(800, 100, 400, 260), paper=True, title=words["open"], icon="store")
    rows = ListView(style, lambda *_: None, 0, Box(800, 400, 400, 200), empty=words["empty"])
    glass = Panel(style, Box(40, 40, 700, 640), title=words["level"], icon="users")
    line = [Button(style, words[key], kind=Kind.PAPER) for key in ("open", "watch")]
    line_up(paper.inside, line, 12, "middle")
    labels = [Label(style, words["cover"], icon="info"), Label(style, words["tip"], size=13, colour="#B9A9C4")]
    stack(Box(80, 420, 560, 200), labels, 12)
    group = Group(style, [glass, paper, rows, drop, watch, *line, *labels])
    group.focus(drop)
    group.handle(Command(CommandName.CONFIRM, FIRST_PAD))
    group.handle(Command(CommandName.DOWN, FIRST_PAD))
    return group


def hints(style: Style, words: dict[str, str]) -> Group:
    """The same with a tooltip in place of the list."""
    group = opened(style, words)
    group.handle(Command(CommandName.BACK))
    watch = next(widget for widget in group.walk() if widget.tooltip)
    group.handle(PointerMoved(watch.box.centerx, watch.box.centery))
    return group


PAGES: dict[str, Callable[[Style, dict[str, str]], Group]] = {
    "controls": controls,
    "texts": texts,
    "opened": opened,
    "hints": hints,
}


def picture(page: str, size: tuple[int, int], language: str, text_size: int) -> tuple[pygame.Surface, Style]:
    """One page of the gallery, and the style it was drawn with (for its overflows)."""
    style = Style(Typeface(text_size), Texts(language), clipboard=MemoryClipboard())
    group = PAGES[page](style, WORDS[language])
    surface = pygame.Surface(size)
    canvas = Canvas.fit(surface)
    surface.blit(dusk(*size), (0, 0))
    for _ in range(30):
        group.update(_SECONDS / 30)
    group.draw(canvas)
    return surface, style


def main(folder: Path, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Write every picture into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        for language in WORDS:
            for text_size in TEXT_SIZES:
                for page in PAGES:
                    surface, style = picture(page, size, language, text_size)
                    file = folder / f"{page}-{language}-{text_size}-{size[1]}.png"
                    pygame.image.save(surface, file)
                    print(file, *style.typeface.overflows)


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    main(Path(sys.argv[1]))
