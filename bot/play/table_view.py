"""The table's message: whose turn it is and what happened last come first, then everything that lies open."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.interactions import colours
from bot.interactions.components import TapButton, button, button_rows, container_view, text_display
from bot.language.localizer import Localizer, flat, plain
from bot.showing.pages import Page, Picture, board_gallery
from bot.showing.people import people_localizer, seat_names
from bot.showing.standings import standing_lines
from bot.tables.snapshot import Snapshot
from games.core.presentation import Shortcut, TableScene

NEWS_SHOWN = 4


def table_page(snapshot: Snapshot, language: str) -> Page:
    """Render a game for the channel, from a spectator's view."""
    words = people_localizer(snapshot.seats, language)
    view = snapshot.view
    if view is None:  # its moves cannot be replayed any more
        return Page(
            container_view(text_display(words("table-broken", table=snapshot.id)), accent=colours.OVER)
        )
    scene = snapshot.game.presenter.table(view)
    title = words(
        "table-title",
        emoji=snapshot.game.emoji,
        game=words(f"{snapshot.game.id}-name"),
        table=snapshot.id,
    )
    headline = flat(words(scene.headline))
    picture: Picture | None = None
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [
        text_display(f"-# {title}", f"### {headline}", _turn_line(snapshot, headline, words), limit=1100)
    ]
    if scene.board is not None and scene.board.rows:
        names = seat_names(snapshot.seats, language)
        gallery, picture = board_gallery(scene.board, words, names, f"table-{snapshot.id}")
        items.append(gallery)
    items.append(text_display(*(words(line) for line in scene.lines), limit=1100))
    items.append(text_display(*_seat_lines(snapshot, scene, words), limit=1000))
    if not snapshot.is_over:
        told = {flat(words(line)) for line in (scene.headline, *scene.lines)}
        recent = [line for text in snapshot.news if (line := flat(words(text))) not in told][-NEWS_SHOWN:]
        items.append(text_display(*(f"-# {line}" for line in recent), limit=700))
    items += button_rows(_buttons(snapshot, scene, words))
    return Page(
        container_view(*items, accent=colours.OVER if snapshot.is_closed else colours.PLAYING), picture
    )


def call_page(snapshot: Snapshot, seats: Sequence[int], language: str) -> Page:
    """Render the message that calls the people at some seats."""
    words = people_localizer(snapshot.seats, language)
    mentions = words.join([f"<@{snapshot.seats[seat].user_id}>" for seat in seats])
    said = words("ping", people=mentions, game=words(f"{snapshot.game.id}-name"))
    hand = hand_button(snapshot, words)
    return Page(container_view(text_display(said), *button_rows([hand]), accent=colours.YOUR_TURN))


def hand_button(snapshot: Snapshot, words: Localizer) -> TapButton:
    """Make the button that opens one's private panel."""
    return button("hand", snapshot.id, words("button-hand"), style="primary", emoji="🎴")


def move_button(snapshot: Snapshot, shortcut: Shortcut, seat: int, words: Localizer) -> TapButton:
    """Make a button that plays a move at once; it names the decision that it was made for."""
    label = plain(words(shortcut.label))
    arg = f"{snapshot.decisions[seat]}:{shortcut.move}"
    return button("move", snapshot.id, label, arg, style=shortcut.style)


def _turn_line(snapshot: Snapshot, headline: str, words: Localizer) -> str:
    view = snapshot.view
    assert view is not None
    if snapshot.is_over:
        lines = standing_lines(snapshot.game, view, view.result, words)
        return "\n".join(line for line in lines if flat(line) != headline)
    if snapshot.is_closed:
        return words("table-abandoned")
    if not snapshot.acting:
        return ""
    names = words.join([words.name(seat) for seat in snapshot.acting])
    return words("table-turn", count=len(snapshot.acting), names=names)


def _seat_lines(snapshot: Snapshot, scene: TableScene, words: Localizer) -> list[str]:
    return [
        f"{'▶' if seat in snapshot.acting else '▫️'} {words.name(seat)} {words(line)}"
        for seat, line in scene.seats
    ]


def _buttons(snapshot: Snapshot, scene: TableScene, words: Localizer) -> list[TapButton]:
    table = snapshot.id
    if snapshot.is_closed:
        rematch = button("rematch", table, words("button-rematch"), style="primary")
        if not snapshot.is_over:
            return [rematch]  # a game that broke off has neither a record nor a replay to hand out
        return [
            rematch,
            button("record", table, words("button-record")),
            button("replay", table, words("button-replay")),
        ]
    public: list[TapButton] = []
    if len(snapshot.acting) == 1:
        seat = snapshot.acting[0]
        public = [move_button(snapshot, shortcut, seat, words) for shortcut in scene.public[:5]]
    more = [button("rules", table, words("button-rules"))]
    if snapshot.view is not None and snapshot.game.presenter.guide(snapshot.view):
        more.append(button("guide", table, words("button-guide")))
    return [hand_button(snapshot, words), *public, *more]
