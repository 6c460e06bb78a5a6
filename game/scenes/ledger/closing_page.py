"""The closing page of an evening as one file of HTML that takes nothing from elsewhere, and allows nothing to."""

from __future__ import annotations

from html import escape

from game.ground.portrait import SIDE, valid_strokes
from game.ground.texts import Texts
from game.scenes.evening.portrait import sign_body
from game.scenes.ledger.closing import Closing
from game.scenes.ledger.page import POLICY

_STYLE = """
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:linear-gradient(#14122b,#2a2350 55%,#4b2e63);color:#f3e3c3;
font:17px/1.5 Pretendard,system-ui,sans-serif}
main{max-width:1000px;margin:0 auto;padding:48px 24px 64px}
h1{font-size:44px;line-height:1.15;margin:0;color:#fff6e3}h2{margin:40px 0 12px;color:#f6b24a;font-size:22px}
.date{color:#cbb8d8;margin:6px 0 0}
ol{list-style:none;margin:0;padding:0}
li{display:flex;gap:16px;align-items:center;padding:12px 18px;margin:8px 0;border-radius:12px;
background:#2e2654;border:1px solid #6b5a8e}
li.first{background:linear-gradient(#fff6e3,#f3e3c3);color:#2c1d12;border-color:#f6b24a;font-size:24px;font-weight:700}
.place{min-width:2.2em;font-weight:700}.name{flex:1;overflow-wrap:anywhere}
.points{font-weight:700;font-variant-numeric:tabular-nums}
small{color:#cbb8d8;font-size:14px;font-weight:400}li.first small{color:#6b5237}
.moments{display:grid;grid-template-columns:repeat(auto-fill,minmax(270px,1fr));gap:14px}
.moments div{background:#fff6e3;color:#2c1d12;border-radius:12px;padding:14px 18px;overflow-wrap:anywhere}
.moments b{color:#a8501f;display:block}.moments span{font-weight:700;display:block}
.moments small{color:#6b5237}
footer{margin-top:48px;color:#cbb8d8;font-size:14px}
@media print{body{background:#fff;color:#000}h1,h2{color:#000}li{background:#fff;border-color:#999}}
"""


def closing_html(closing: Closing, texts: Texts) -> str:
    """Return the page in the language of `texts`; whatever people wrote is escaped."""
    line = texts.line
    title = escape(closing.title)
    rows = "".join(
        f'<li class="{"first" if place == 1 else "other"}"><span class="place">'
        f"{escape(line('results.rank', rank=place))}</span>{_sign(closing.portraits.get(name, b''))}"
        f'<span class="name"><bdi>{escape(name)}</bdi> '
        f"<small>{escape(told)}</small></span>"
        f'<span class="points">{escape(line("results.score", score=points))}</span></li>'
        for place, name, points, told in closing.rows
    )
    cards = "".join(
        f"<div><b>{escape(moment.title)}</b><span><bdi>{escape(moment.names)}</bdi></span>"
        f"<small>{escape(moment.told)}</small></div>"
        for moment in closing.moments
    )
    parts = [
        f'<!doctype html><html lang="{texts.language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        POLICY,
        '<link rel="icon" href="data:,">',
        f"<title>{title} · {closing.evening}</title><style>{_STYLE}</style></head><body><main>",
        f'<h1><bdi>{title}</bdi></h1><p class="date">{escape(closing.subtitle(texts))}</p>',
        f"<h2>{escape(line('closing.places'))}</h2><ol>{rows}</ol>",
    ]
    if cards:
        parts.append(f'<h2>{escape(line("closing.moments"))}</h2><div class="moments">{cards}</div>')
    parts.append(f"<footer>{escape(line('ledger.rule'))}<br>Souk</footer></main></body></html>\n")
    return "".join(parts)


def _sign(portrait: bytes) -> str:
    """Return a person's own sign; empty where they drew none."""
    if not valid_strokes(portrait):
        return ""
    return f'<svg viewBox="0 0 {SIDE} {SIDE}" width="40" height="40" aria-hidden="true">{sign_body(portrait)}</svg>'
