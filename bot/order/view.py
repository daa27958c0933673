"""Moderation pages: the server, a table, a member, and the log."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import LONGEST_QUOTE, escape, label, mention, quote
from bot.pages.people import people_localizer
from bot.tables.news import is_person
from bot.tables.snapshot import Snapshot
from bot.wire.components import (
    CHOICES_LIMIT,
    TITLE_LIMIT,
    Button,
    Form,
    FormSelect,
    Item,
    Label,
    button,
    button_rows,
    clip,
    custom_id,
    field,
    member_menu,
    menu,
    option,
    reason_field,
    text_display,
)
from bot.wire.messages import Page, framed
from games import find_game
from storage.fields import Name
from storage.servers.order import CLOSED, CLOSED_STANDING, Act, Bar

ALL = "all"
"""Stands in custom ids in place of an id, in buttons that concern neither a table nor a member."""


def moderation_page(tables: Sequence[Snapshot], bans: Sequence[Bar], words: Localizer) -> Page:
    """Return the moderation page of a server."""
    items: list[Item] = [text_display(words("order-title"), f"-# {words('order-about')}")]
    # A menu of the open tables.
    if tables:
        options = [
            option(table.id, _game_title(table, words), _player_names(table, words))
            for table in tables[:CHOICES_LIMIT]
        ]
        items.append(menu("order_table", ALL, words("order-choose-table"), options))
    else:
        items.append(text_display(words("order-no-tables")))
    # A menu of all members, banned or not.
    items.append(member_menu("order_member", ALL, words("order-choose-member")))
    # Those who are banned, with the reason.
    if bans:
        ban_lines = [
            words(
                "order-bar",
                who=_person_name(ban.user_id, ban.name, words, ban.former),
                when=_time_mark(ban.since),
                until=_end_text(ban.until, words),
                why=_reason_text(ban.reason, words),
            )
            for ban in bans
        ]
        items.append(text_display(words("order-bars"), *ban_lines, limit=1500))
    return framed(
        *items, *button_rows([button("order_log", ALL, words("button-order-log"))]), accent=colours.LOBBY
    )


def table_page(
    snapshot: Snapshot, words: Localizer, *, asks_confirmation: bool = False, moderator_plays: bool = False
) -> Page:
    """Return the moderation page of a table.

    Args:
        asks_confirmation: ask before the table is closed.
        moderator_plays: warn that the moderator resigns by closing the table.
    """
    lines = [
        words("order-table", game=_game_title(snapshot, words), table=snapshot.id),
        _player_names(snapshot, words),
    ]
    items: list[Item] = [text_display(*lines)]
    people = [seat for seat in snapshot.seats if is_person(seat)]
    # Closing a table cannot be undone, so it is asked first.
    if asks_confirmation:
        plays = "plays" if moderator_plays else "yes"
        question = words("order-ask-lobby") if snapshot.is_lobby else words("order-ask-game", plays=plays)
        items.append(text_display(question))
        close = button("order_close", snapshot.id, words("button-order-close-yes"), style="danger")
    else:
        # Out of a lobby people can also be removed one by one.
        if snapshot.is_lobby and people:
            options = [option(str(seat.user_id), label(seat.name)) for seat in people[:CHOICES_LIMIT]]
            items.append(menu("order_out", snapshot.id, words("options-take-out"), options))
        close = button("order_ask", snapshot.id, words("button-order-close"), style="danger")
    return framed(*items, *button_rows([close, _back_button(words)]), accent=colours.LOBBY)


DURATIONS: dict[str, int | None] = {"1": 1, "7": 7, "30": 30, "always": None}
"""Durations of bans in days, by their names in menus; ``None`` has no end."""


def close_form(table_id: str, words: Localizer, *, asks_about_ranking: bool) -> Form:
    """Return the form in which a moderator gives the reason for closing a table.

    Args:
        asks_about_ranking: also ask whether the present ranking becomes the result.
    """
    fields = [_reason_field(words)]
    if asks_about_ranking:
        options = [
            option(how, words(f"order-how-{how}"), chosen=how == CLOSED_STANDING)
            for how in (CLOSED_STANDING, CLOSED)
        ]
        fields.append(field(words("order-how"), FormSelect("how", tuple(options))))
    return Form(
        custom_id("m", "order_closed", table_id), clip(words("order-close-form"), TITLE_LIMIT), tuple(fields)
    )


def ban_form(user_id: int, words: Localizer) -> Form:
    """Return the form for the duration and the reason of a ban from tables."""
    options = [
        option(duration, words(f"order-for-{duration}"), chosen=duration == "7") for duration in DURATIONS
    ]
    fields = (field(words("order-how-long"), FormSelect("days", tuple(options))), _reason_field(words))
    return Form(
        custom_id("m", "order_barred", str(user_id)), clip(words("order-bar-form"), TITLE_LIMIT), fields
    )


def _reason_field(words: Localizer) -> Label:
    return reason_field(words("order-reason"), LONGEST_QUOTE)


def member_page(user_id: int, bar: Bar | None, words: Localizer) -> Page:
    """Return the moderation page of a member, with a button that bans them or ends their ban."""
    if bar is None:
        sentence = words("order-member", who=mention(user_id))
    else:
        until, why = _end_text(bar.until, words), _reason_text(bar.reason, words)
        sentence = words("order-member-barred", who=mention(user_id), until=until, why=why)
    # One button: the opposite of what holds now.
    change = (
        button("order_admit", str(user_id), words("button-order-admit"), style="success")
        if bar is not None
        else button("order_bar", str(user_id), words("button-order-bar"), style="danger")
    )
    return framed(text_display(sentence), *button_rows([change, _back_button(words)]), accent=colours.LOBBY)


def log_page(acts: Sequence[Act], words: Localizer, older: int | None = None) -> Page:
    """Return a page of the moderation log.

    Args:
        older: offset of the page with older entries; ``None`` if there is none.
    """
    lines = [_log_line(act, words) for act in acts]
    log_lines = lines or [words("order-log-empty")]
    more = [] if older is None else [button("order_log", ALL, words("button-order-older"), str(older))]
    return framed(
        text_display(words("order-log-title")),
        text_display(*log_lines, limit=3500),
        *button_rows([*more, _back_button(words)]),
        accent=colours.QUIET,
    )


def _log_line(act: Act, words: Localizer) -> str:
    setting = words(f"settings-{act.about}") if words.has(f"settings-{act.about}") else act.about
    return words(
        f"order-act-{act.kind}",
        when=_time_mark(act.at),
        by=_person_name(act.by_id, act.by, words, act.by_former),
        whom=_person_name(act.whom_id, act.whom, words, act.whom_former),
        table=_table_description(act, words),
        setting=setting,
        until=_end_text(act.until, words),
        why=_reason_text(act.reason, words),
    )


def _table_description(act: Act, words: Localizer) -> str:
    if act.table is None:
        return act.about
    game, table = find_game(act.table.game), act.table
    name = f"{game.emoji} {words(f'{game.id}-name')}"
    return words(
        "order-act-table", game=name, channel=f"<#{table.channel_id}>", when=_time_mark(table.opened_at)
    )


def _end_text(until: int | None, words: Localizer) -> str:
    return words("order-for-ever") if until is None else words("order-until", when=_time_mark(until))


def _reason_text(reason: str, words: Localizer) -> str:
    return words("order-why", reason=quote(reason)) if reason else ""


def _person_name(user_id: int | None, name: Name, words: Localizer, former: int) -> str:
    if user_id is None:
        return words("former-player-numbered", number=former)
    return escape(name) if name else mention(user_id)


def _time_mark(at: int) -> str:
    return f"<t:{at // 1000}:f>"


def _game_title(snapshot: Snapshot, words: Localizer) -> str:
    return f"{snapshot.game.emoji} {words(f'{snapshot.row.game}-name')}"


def _player_names(snapshot: Snapshot, words: Localizer) -> str:
    localizer = people_localizer(snapshot, words.language)
    return clip(words.join([localizer.name(seat.seat) for seat in snapshot.seats]).replace("**", ""), 100)


def _back_button(words: Localizer) -> Button:
    return button("order", ALL, words("button-acts-back"))
