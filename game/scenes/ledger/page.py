"""An evening's ledger as one self-contained page of HTML, to print or keep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from html import escape

from game.ground.texts import Texts
from game.scenes.ledger.words import fingerprint, names_in_order, said_of, title_of, when_of
from net.ledger.lines import LedgerLine
from net.ledger.standing import placed, standings, titles

POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'\">"
)
"""What keeps a page of an evening from loading or running anything, whatever names it holds."""
_STYLE = """
body{margin:0;background:#1b1440;color:#f6ead2;font:17px/1.5 system-ui,sans-serif}
main{max-width:900px;margin:0 auto;padding:40px 24px}
h1{font-size:40px;margin:0}h2{margin:36px 0 8px;color:#f6b24a}
.date,small{color:#cbb8d8}
table{width:100%;border-collapse:collapse}
td,th{padding:8px 10px;text-align:left;border-bottom:1px solid #453a78;vertical-align:top}
.number{text-align:right;font-variant-numeric:tabular-nums}
tr.first td{background:#f3e3c3;color:#2c1d12;font-weight:700}
.titles{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:12px}
.titles div{background:#2e2654;border:1px solid #6b5a8e;border-radius:12px;padding:12px 16px}
.titles b{color:#f6b24a;display:block}
@media print{body{background:#fff;color:#000}.titles div{background:#fff}}
"""


def page_of(evening: date, lines: Sequence[LedgerLine], texts: Texts) -> str:
    """Return the page in the language of `texts`."""
    line = texts.line
    title = escape(line("ledger.title"))
    parts = [
        f'<!doctype html><html lang="{texts.language}"><head><meta charset="utf-8">{POLICY}',
        f"<title>{title} {evening}</title>",
        f"<style>{_STYLE}</style></head><body><main><h1>{title}</h1>",
        f'<p class="date">{evening} · {escape(line("history.count", count=len(lines)))}</p>',
        f"<h2>{escape(line('ledger.points'))}</h2>",
        _points(lines, texts),
        f"<p><small>{escape(line('ledger.rule'))}</small></p>",
    ]
    honours = titles(lines)
    if honours:
        boxes = "".join(
            f"<div><b>{escape(title_of(title, texts))}</b>{escape(', '.join(title.names))}<br>"
            f"<small>{escape(said_of(title, texts))}</small></div>"
            for title in honours
        )
        parts += [f"<h2>{escape(line('ledger.titles'))}</h2>", f'<div class="titles">{boxes}</div>']
    parts += [f"<h2>{escape(line('ledger.matches'))}</h2>", _matches(lines, texts)]
    parts.append(f"<p><small>{escape(line('ledger.signed'))}</small></p></main></body></html>\n")
    return "".join(parts)


def _points(lines: Sequence[LedgerLine], texts: Texts) -> str:
    people = standings(lines)
    rows = [
        _row(
            (str(place), person.name, line_of(texts, person.matches, person.won), str(person.points)),
            first=place == 1,
        )
        for place, person in placed(people)
    ]
    return f"<table>{''.join(rows)}</table>"


def line_of(texts: Texts, matches: int, won: int) -> str:
    """Return how many matches a person played and won, in words."""
    return f"{texts.line('history.count', count=matches)} · {texts.line('history.won', won=won)}"


def _matches(lines: Sequence[LedgerLine], texts: Texts) -> str:
    rows = [
        _row(
            (
                when_of(line),
                texts.game(line.said.game),
                names_in_order(line, texts),
                line.said.room,
                fingerprint(line),
            )
        )
        for line in lines
    ]
    return f"<table>{''.join(rows)}</table>"


def _row(cells: Iterable[str], *, first: bool = False) -> str:
    inside = "".join(
        f'<td class="number">{escape(cell)}</td>' if cell.isdecimal() else f"<td>{escape(cell)}</td>" for cell in cells
    )
    return f'<tr class="first">{inside}</tr>' if first else f"<tr>{inside}</tr>"
