"""The messages of a tournament, as pure functions of its state and a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import bold, escape, label, mention, quote
from bot.pages.titles import option_value
from bot.pairing.points import UNIT, Standing
from bot.pictures.painter import Drawn
from bot.pictures.ranking import RankRow, RankTable, draw_ranking
from bot.tournaments.state import TournamentState
from bot.wire.components import Button, Item, MediaGallery, button, button_rows, gallery, text_display
from bot.wire.messages import Page, framed
from storage.tournaments.rows import OUT, EntrantRow, PairedTable

MOST_NAMES = 40
"""Limit of names in the sign-up."""

MOST_ROWS = 16
"""Limit of rows of a standing in a message; *Standing* shows all."""

MOST_TABLES = 12
"""Limit of tables in a message; those that are still played come first."""

MEDALS = ("🥇", "🥈", "🥉")


def tournament_page(
    state: TournamentState, language: str, links: Mapping[str, int] | None = None, finest: str = ""
) -> Page:
    """Return the tournament's public message.

    Args:
        state: the tournament.
        language: the server's language.
        links: for each table that is played the channel or thread where it is.
        finest: the winner's finest moment.
    """
    words = Localizer(language)
    if state.row.status == "cancelled":
        reason = words(f"tournament-cancelled-{state.row.reason}")
        return framed(text_display(_title(state, words), reason), accent=colours.QUIET)
    if state.is_open:
        return _sign_up(state, words)
    return _course(state, words, links or {}, finest)


def _title(state: TournamentState, words: Localizer) -> str:
    game = f"{state.game.emoji} {words(f'{state.row.game}-name')}"
    return f"## 🏆 {words('tournament-title', game=game)}"


# --- the sign-up --------------------------------------------------------------------------------------------


def _sign_up(state: TournamentState, words: Localizer) -> Page:
    people = state.remaining
    row = state.row
    names = [bold(one.name) for one in people[:MOST_NAMES]]
    if len(people) > MOST_NAMES:
        names.append(words("tournament-more", count=len(people) - MOST_NAMES))
    said = words("tournament-people", count=len(people), most=row.most)
    listed = words.join(names) if names else words("tournament-nobody")
    buttons = [button("cup_join", state.id, words("button-tournament-join"), style="success")]
    if state.asks_for_presence:
        buttons.append(button("cup_here", state.id, words("button-tournament-here"), style="primary"))
    buttons += [
        button("cup_leave", state.id, words("button-tournament-leave")),
        _begin_button(state, words),
        button("cup_more", state.id, words("button-tournament-more")),
    ]
    return framed(
        text_display(_title(state, words), _start_line(state, words), _rules_line(state, words)),
        text_display(f"**{said}**", listed, limit=1900),
        *button_rows(buttons),
        text_display(f"-# {words('tournament-seal', commitment=state.commitment)}"),
        accent=colours.LOBBY,
    )


def _begin_button(state: TournamentState, words: Localizer) -> Button:
    return button("cup_begin", state.id, words("button-tournament-begin"), style="primary")


def _start_line(state: TournamentState, words: Localizer) -> str:
    at = state.row.starts_at
    if at is None:
        host = "" if state.row.host_id is None else mention(state.row.host_id)
        return words("tournament-starts-by-host", host=host, known="yes" if host else "no")
    told = words("tournament-starts", when=f"<t:{at // 1000}:F>", ahead=f"<t:{at // 1000}:R>")
    return f"{told}\n-# {words('tournament-presence')}" if state.asks_for_presence else told


def _rules_line(state: TournamentState, words: Localizer) -> str:
    """Return the settings in one line, with the options that differ from their defaults."""
    row, rules = state.row, state.game.rules
    parts = [
        words("tournament-rule-seats", seats=row.wanted),
        words("tournament-rule-rounds", rounds=state.all_rounds),
        words("tournament-rule-final") if row.has_final else "",
        words(f"clock-{row.clock}"),
        words("tournament-rule-computers", level=words(f"level-{row.level}")) if row.level else "",
    ]
    parts += [
        words(
            "table-option",
            option=words(f"{row.game}-option-{name}"),
            value=option_value(row.game, name, value, words),
        )
        for name, value in row.options.items()
        if name in rules.options and value != rules.options[name][0] and rules.has_effect(name, row.options)
    ]
    return f"-# {' · '.join(part for part in parts if part)}"


# --- its course and its end ---------------------------------------------------------------------------------


def _course(state: TournamentState, words: Localizer, links: Mapping[str, int], finest: str) -> Page:
    items: list[Item] = [text_display(_title(state, words), *_head(state, words, finest))]
    files: list[Drawn] = []
    if state.rounds:
        shown, picture = _picture(state, words)
        items.append(shown)
        files.append(picture)
    if not state.is_closed and (lines := _table_lines(state, words, links)):
        items.append(text_display(*lines, limit=1700))
    items += button_rows(_buttons(state, words))
    accent = colours.OVER if state.is_over else colours.PLAYING
    return framed(*items, accent=accent, files=files)


def _head(state: TournamentState, words: Localizer, finest: str) -> list[str]:
    """Return the medals of a tournament that is over, or which round is played."""
    if state.is_over:
        winners = [one for one in state.standings if one.place <= len(MEDALS)]
        lines = [f"{MEDALS[one.place - 1]} {_name(state, one.player, words)}" for one in winners[:6]]
        return [*lines, *([words("tournament-finest", said=finest)] if finest else [])]
    if state.row.is_paused:
        return [words("tournament-paused")]
    if not state.rounds:
        return [words("tournament-soon")]
    played = len(state.unfinished)
    if state.rounds[-1].is_final:
        return [words("tournament-final")]
    said = words("tournament-round", round=len(state.rounds), rounds=state.all_rounds)
    return [said, words("tournament-waits", count=played) if played else words("tournament-soon")]


def _buttons(state: TournamentState, words: Localizer) -> list[Button]:
    buttons = [button("cup_standing", state.id, words("button-tournament-standing"), style="primary")]
    if state.is_closed:
        last = state.rounds[-1].tables if state.rounds else ()
        if len(last) == 1:
            buttons.append(button("open", last[0].id, words("button-tournament-replay")))
        buttons.append(button("cup_proof", state.id, words("button-tournament-proof")))
        return buttons
    buttons.append(button("cup_here", state.id, words("button-tournament-back")))
    buttons.append(button("cup_leave", state.id, words("button-tournament-leave")))
    return [*buttons, button("cup_more", state.id, words("button-tournament-more"))]


def _table_lines(state: TournamentState, words: Localizer, links: Mapping[str, int]) -> list[str]:
    """Return a line for each table of the round, those that are still played first."""
    if not state.rounds:
        return []
    numbered = sorted(enumerate(state.rounds[-1].tables, 1), key=lambda one: one[1].is_done)
    lines = [_table_line(state, number, table, words, links) for number, table in numbered[:MOST_TABLES]]
    if len(numbered) > MOST_TABLES:
        lines.append(words("tournament-more-tables", count=len(numbered) - MOST_TABLES))
    bye = state.rounds[-1].bye
    return lines if bye is None else [*lines, words("tournament-bye", name=_name(state, bye, words))]


def _table_line(
    state: TournamentState, number: int, table: PairedTable, words: Localizer, links: Mapping[str, int]
) -> str:
    names = words.join([_seat_name(state, player, words) for player in table.seats])
    where = f"<#{links[table.id]}>" if table.id in links and not table.is_done else ""
    if table.aside:
        told = words("tournament-table-aside", reason=quote(table.reason) if table.reason else "")
    elif table.is_done:
        first = [player for player, place in zip(table.seats, table.places, strict=False) if place == 1]
        won = words.join([_seat_name(state, player, words) for player in first])
        told = words("tournament-table-won", names=won) if first else words("tournament-table-tie")
    else:
        told = where or words("tournament-table-plays")
    return words("tournament-table", number=number, names=names, state=told)


def _seat_name(state: TournamentState, player: int, words: Localizer) -> str:
    return _name(state, player, words) if player else words("tournament-computer")


def _name(state: TournamentState, number: int, words: Localizer) -> str:
    name = state.entrant(number).name
    return escape(name) if name else words("former-player")


def _label(one: EntrantRow, words: Localizer) -> str:
    return label(one.name) or words("former-player")


def points_text(points: int) -> str:
    """Return points with up to two decimals.

    >>> points_text(UNIT * 5 // 3), points_text(2 * UNIT)
    ('1.67', '2')
    """
    return f"{points / UNIT:.2f}".rstrip("0").rstrip(".")


def _picture(state: TournamentState, words: Localizer) -> tuple[MediaGallery, Drawn]:
    """Return the picture of the round's tables and the standing, with both in words."""
    standing = state.standings[:MOST_ROWS]
    rows = tuple(
        RankRow(
            one.place,
            _label(state.entrant(one.player), words),
            points_text(one.points),
            state.entrant(one.player).status == OUT,
        )
        for one in standing
    )
    tables = () if state.is_closed else tuple(_rank_tables(state, words))
    title = words(
        "tournament-picture",
        game=words(f"{state.row.game}-name"),
        round=len([one for one in state.rounds if not one.is_final]),
        rounds=state.all_rounds,
    )
    drawn = Drawn(
        "standing",
        msgspec.json.encode((title, tables, rows)),
        partial(draw_ranking, title, tables, rows),
    )
    told = [words("tournament-row", place=row.place, name=row.name, points=row.points) for row in rows]
    return gallery(drawn.filename, "\n".join([title, *told])), drawn


def _rank_tables(state: TournamentState, words: Localizer) -> list[RankTable]:
    numbered = sorted(enumerate(state.rounds[-1].tables, 1), key=lambda one: one[1].is_done)
    found = []
    for number, table in numbered[: MOST_TABLES // 2]:
        people = [
            _label(state.entrant(player), words) if player else words("tournament-computer")
            for player in table.seats
        ]
        note = words("tournament-note-done" if table.is_done else "tournament-note-plays")
        found.append(RankTable(str(number), words.join(people), note, table.is_done))
    return found


# --- calls and private pages --------------------------------------------------------------------------------


def presence_page(state: TournamentState, language: str) -> Page:
    """Return the call to those who signed up, shortly before a set start."""
    words = Localizer(language)
    people = words.join([mention(one.user_id or 0) for one in state.remaining if one.user_id is not None])
    at = (state.row.starts_at or 0) // 1000
    game = words(f"{state.row.game}-name")
    key = "tournament-presence-call" if state.asks_for_presence else "tournament-soon-call"
    said = words(key, people=people, game=game, ahead=f"<t:{at}:R>")
    buttons = [button("cup_here", state.id, words("button-tournament-here"), style="success")]
    buttons.append(button("cup_leave", state.id, words("button-tournament-leave")))
    return framed(text_display(said, limit=3800), *button_rows(buttons), accent=colours.YOUR_TURN)


def subscribers_page(state: TournamentState, people: Sequence[int], language: str) -> Page:
    """Return the call to subscribers when a sign-up opens."""
    words = Localizer(language)
    named = words.join([mention(one) for one in people])
    said = words("tournament-subscribers", people=named, game=words(f"{state.row.game}-name"))
    join = [button("cup_join", state.id, words("button-tournament-join"), style="success")]
    return framed(text_display(said), *button_rows(join), accent=colours.LOBBY)


def standing_page(state: TournamentState, user_id: int, words: Localizer) -> Page:
    """Return the whole standing for one reader, with how it is counted."""
    mine = state.entrant_of(user_id)
    lines = [
        _standing_line(state, one, words, is_mine=mine is not None and one.player == mine.number)
        for one in state.standings
    ]
    return framed(
        text_display(words("tournament-standing-title"), f"-# {words('tournament-standing-about')}"),
        text_display(*lines, limit=3300),
        accent=colours.LOBBY,
    )


def _standing_line(state: TournamentState, one: Standing, words: Localizer, *, is_mine: bool) -> str:
    said = words(
        "tournament-standing-row",
        place=one.place,
        name=_name(state, one.player, words),
        points=points_text(one.points),
        opponents=points_text(one.opponents),
        state=words(f"tournament-is-{state.entrant(one.player).status}"),
    )
    return f"**{said}**" if is_mine else said


def list_page(found: Sequence[TournamentState], words: Localizer) -> Page:
    """Return the tournaments of a server, those that are over with their medals."""
    lines = [_list_line(state, words) for state in found]
    return framed(
        text_display(words("tournament-list-title"), f"-# {words('tournament-list-about')}"),
        text_display(*(lines or [words("tournament-list-empty")]), limit=3300),
        accent=colours.LOBBY,
    )


def _list_line(state: TournamentState, words: Localizer) -> str:
    game = f"{state.game.emoji} {words(f'{state.row.game}-name')}"
    day = f"<t:{(state.row.ended_at or state.row.created_at) // 1000}:d>"
    if not state.is_closed:
        key = "tournament-list-open" if state.is_open else "tournament-list-running"
        told = words(key, count=len(state.remaining), channel=f"<#{state.row.channel_id}>")
        return f"{game} · {told}"
    medals = [
        f"{MEDALS[(one.place or 1) - 1]} {_name(state, one.number, words)}"
        for one in sorted(state.entrants, key=lambda one: one.place or 999)
        if one.place is not None and one.place <= len(MEDALS)
    ]
    return f"{game} · {day} · {' '.join(medals[:4])}"
