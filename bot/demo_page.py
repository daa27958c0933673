"""HTML of the demo's first page, and of the bar at the top of each person's page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from bot.language import Localizer

HOST = "127.0.0.1"

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
}

FRONT_STYLE = """
:root { color-scheme: dark; }
body { margin: 0; background: #313338; color: #f2f3f5; font: 17px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { margin: 0 0 .25rem; font-size: 1.9rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
p, ol { margin: .5rem 0; }
ol { padding-left: 1.4rem; }
li { margin: .3rem 0; }
code { padding: .1rem .35rem; border-radius: 4px; background: #1e1f22; }
small { color: #b5bac1; font-size: .9rem; }
nav a { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; margin: .6rem 0;
  padding: .9rem 1rem; border-radius: 8px; background: #3f4147; color: inherit; text-decoration: none; }
nav a:first-child { background: #5865f2; }
nav a:first-child small { color: #e3e5ff; }
nav a:hover, nav a:focus-visible { outline: 2px solid #fff; }
"""

BAR_STYLE = """
.preview-brand, #messages-toggle, .viewer-control, #refresh, #capture-open, #inspector-toggle, .session-menu,
.messages-sidebar, .drawer-scrim { display: none !important; }
.tefuda-bar { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 14px; padding: 2px 4px; }
.tefuda-bar a { color: #c9cdfb; }
.preview-toolbar { height: auto !important; min-height: 48px !important; }
@media (max-width: 700px) { #action-status { display: none; } }
"""
"""CSS that hides the simulator's controls: each page is one person's, and follows the bot by itself."""


class PageLink(NamedTuple):
    """A link to the page of a person in the demo.

    Attributes:
        is_direct: the page shows direct messages with the bot instead of the server's channel.
    """

    name: str
    language: str
    address: str
    is_direct: bool = False


def front_page(links: Sequence[PageLink], language: str) -> str:
    """Return the HTML of the demo's first page, with a link for each person."""
    words = Localizer(language)

    def html_text(key: str, **arguments: str) -> str:
        # Texts mark commands by double brackets, since they must not contain HTML.
        text = escape(words(key, **arguments))
        return text.replace("[[", "<code>").replace("]]", "</code>")

    # Links to the pages of the channel and of the direct message, and the first steps as a list.
    anchors = ""
    alone = ""
    for link in links:
        way = html_text("demo-way", language=words(f"demo-language-{link.language}"))
        anchor = (
            f'<a href="{escape(link.address)}" target="_blank" rel="noopener">'
            f"<strong>{escape(link.name)}</strong><small>{way}</small></a>"
        )
        if link.is_direct:
            alone += anchor
        else:
            anchors += anchor
    steps = [
        html_text("demo-step-play", button=words("help-now")),
        html_text("demo-step-others"),
        html_text("demo-step-alone"),
    ]
    begin = "".join(f"<li>{step}</li>" for step in steps)
    return f"""<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html_text("demo-title")}</title>
<style>{FRONT_STYLE}</style>
</head>
<body>
<main>
<h1>{html_text("demo-title")}</h1>
<p>{html_text("demo-about")}</p>
<h2>{html_text("demo-begin")}</h2>
<ol>{begin}</ol>
<h2>{html_text("demo-ways")}</h2>
<nav>{anchors}</nav>
<h2>{html_text("demo-alone")}</h2>
<p>{html_text("demo-alone-about")}</p>
<nav>{alone}</nav>
<p><small>{html_text("demo-simulated")}</small></p>
</main>
</body>
</html>
"""


def with_bar(page: str, link: PageLink, home: str, language: str) -> str:
    """Add a bar with a person's name to the HTML of a page.

    Args:
        page: HTML of the simulator's page.
        home: address of the demo's first page.
    """
    words = Localizer(language)
    title = words("demo-title")
    back = words("demo-back")
    you = words("demo-you-alone" if link.is_direct else "demo-you", name=link.name)
    bar = (
        f'<span class="tefuda-bar"><strong>🎴 {escape(you)}</strong>'
        f'<a href="{escape(home)}" target="_blank" rel="noopener">{escape(back)}</a></span>'
    )
    # The simulator's own page is changed by replacing two places in it.
    begin, toolbar = page.split('<div class="preview-brand">', 1)
    named = begin.replace(
        "<title>SimCord Preview</title>", f"<title>{escape(link.name)} · {escape(title)}</title>"
    )
    return f'{named}{bar}<div class="preview-brand">{toolbar}'
