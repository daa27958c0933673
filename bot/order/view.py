"""The private pages by which order is kept: of the server, a table, a member, and what was done."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import escape, label, mention
from bot.pages.people import people_localizer
from bot.tables.news import is_person
from bot.tables.snapshot import Snapshot
from bot.wire.components import (
    CHOICES_LIMIT,
    PLACEHOLDER_LIMIT,
    ActionRow,
    Button,
    Item,
    UserSelect,
    button,
    button_rows,
    clip,
    custom_id,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from storage.fields import Name
from storage.servers.order import Act, Bar

ALL = "all"
"""The subject of what is of no table and of no member."""


def order_page(tables: Sequence[Snapshot], bars: Sequence[Bar], words: Localizer) -> Page:
    """Render where to begin: the open tables, a member, what was done; and who may not play."""
    items: list[Item] = [text_display(words("order-title"), f"-# {words('order-about')}")]
    if tables:
        options = [option(one.id, _title(one, words), _names(one, words)) for one in tables[:CHOICES_LIMIT]]
        items.append(menu("order_table", ALL, words("order-choose-table"), options))
    else:
        items.append(text_display(words("order-no-tables")))
    prompt = clip(words("order-choose-member"), PLACEHOLDER_LIMIT)
    items.append(ActionRow((UserSelect(custom_id("u", "order_member", ALL), prompt),)))
    if bars:
        who = [
            words("order-bar", who=_who(one.user_id, one.name, words), when=_day(one.since)) for one in bars
        ]
        items.append(text_display(words("order-bars"), *who, limit=1500))
    return framed(
        *items, *button_rows([button("order_log", ALL, words("button-order-log"))]), accent=colours.LOBBY
    )


def table_page(snapshot: Snapshot, words: Localizer, *, asks: str = "") -> Page:
    """Render what can be done at a table: close it, and take people out while it is a lobby.

    With ``asks`` the reader is asked whether to close it: ``"yes"``, or ``"plays"`` who has a stake.
    """
    said = [words("order-table", game=_title(snapshot, words), table=snapshot.id), _names(snapshot, words)]
    items: list[Item] = [text_display(*said)]
    people = [seat for seat in snapshot.seats if is_person(seat)]
    if asks:
        items.append(
            text_display(
                words("order-ask-lobby") if snapshot.is_lobby else words("order-ask-game", plays=asks)
            )
        )
        close = button("order_close", snapshot.id, words("button-order-close-yes"), style="danger")
    else:
        if snapshot.is_lobby and people:
            options = [option(str(seat.user_id), label(seat.name)) for seat in people[:CHOICES_LIMIT]]
            items.append(menu("order_out", snapshot.id, words("options-take-out"), options))
        close = button("order_ask", snapshot.id, words("button-order-close"), style="danger")
    return framed(*items, *button_rows([close, _back(words)]), accent=colours.LOBBY)


def member_page(user_id: int, *, is_barred: bool, words: Localizer) -> Page:
    """Render whether a member may open and join tables here, and let that be changed."""
    said = words("order-member-barred" if is_barred else "order-member", who=mention(user_id))
    change = (
        button("order_admit", str(user_id), words("button-order-admit"), style="success")
        if is_barred
        else button("order_bar", str(user_id), words("button-order-bar"), style="danger")
    )
    return framed(text_display(said), *button_rows([change, _back(words)]), accent=colours.LOBBY)


def log_page(acts: Sequence[Act], words: Localizer, older: int | None = None) -> Page:
    """List who did what of late, newest first; ``older``: from the how-manieth act on there is more."""
    lines = [_line(act, words) for act in acts]
    said = lines or [words("order-log-empty")]
    more = [] if older is None else [button("order_log", ALL, words("button-order-older"), str(older))]
    return framed(
        text_display(words("order-log-title")),
        text_display(*said, limit=3500),
        *button_rows([*more, _back(words)]),
        accent=colours.QUIET,
    )


def _line(act: Act, words: Localizer) -> str:
    setting = words(f"settings-{act.about}") if words.has(f"settings-{act.about}") else act.about
    return words(
        f"order-act-{act.kind}",
        when=_day(act.at),
        by=_who(act.by_id, act.by, words),
        whom=_who(act.whom_id, act.whom, words),
        table=act.about,
        setting=setting,
    )


def _who(user_id: int | None, name: Name, words: Localizer) -> str:
    """Name a person; who is not called anything here yet is named by Discord."""
    if user_id is None:
        return words("former-player")
    return escape(name) if name else mention(user_id)


def _day(at: int) -> str:
    return f"<t:{at // 1000}:f>"


def _title(snapshot: Snapshot, words: Localizer) -> str:
    return f"{snapshot.game.emoji} {words(f'{snapshot.game_id}-name')}"


def _names(snapshot: Snapshot, words: Localizer) -> str:
    named = people_localizer(snapshot, words.language)
    return clip(words.join([named.name(seat.seat) for seat in snapshot.seats]).replace("**", ""), 100)


def _back(words: Localizer) -> Button:
    return button("order", ALL, words("button-acts-back"))
