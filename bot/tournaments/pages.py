"""The public pages of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot import interactions
from bot.driving.registry import TableRegistry
from bot.language import Localizer, bold, escape, label, mention, quote
from bot.pages.people import PlayerName, drawn_names, option_value, players_localizer
from bot.pages.phone import TABLE, WIDTH, height, rows_of
from bot.pairing.points import UNIT
from bot.pictures import pieces
from bot.pictures.scores import Ranking, RankingPicture, RankRow, RankTable
from bot.refused import Refused
from bot.tables.lobby import unanswered
from bot.tournaments.state import FEWEST, TournamentState
from bot.wire.components import (
    DESCRIPTION_LIMIT,
    Button,
    Item,
    MediaGallery,
    button,
    button_rows,
    gallery,
    text_display,
)
from bot.wire.messages import Page, framed
from storage.errors import StorageError
from storage.tournaments import OUT, PairedTable

# --- best highlight -----------------------------------------------------------------------------------------
# Finds the best highlight of a tournament's winner.


async def best_highlight_of_winner(state: TournamentState, tables: TableRegistry) -> str:
    """Return a line about the best highlight of a tournament's winner; empty if there is none."""
    if not state.standings:
        return ""
    winner = state.standings[0].player
    for each in reversed(state.rounds):
        for table in each.tables:
            if winner in table.seats and (line := await _reveal(state, tables, table.id, winner)):
                return line
    return ""


async def _reveal(state: TournamentState, tables: TableRegistry, table_id: str, winner: int) -> str:
    try:
        table = await tables.find_state(table_id)
    except (Refused, StorageError):
        return ""
    user_id = state.entrant(winner).user_id
    seat = next((row.seat for row in table.seats if row.user_id == user_id and user_id is not None), None)
    tales = table.highlight_stories(seat) if seat is not None else ()
    if not tales:
        return ""
    return players_localizer(table, tales[0].players, state.row.locale)(tales[0].tale.headline)


# --- naming -------------------------------------------------------------------------------------------------
# Texts that name people, tables and points of a tournament.

MEDALS = ("🥇", "🥈", "🥉")


def title_of(state: TournamentState, words: Localizer) -> str:
    """Return the heading of a tournament's messages."""
    return f"## 🏆 {words('tournament-title', game=words(f'{state.row.game}-name'))}"


def game_title(state: TournamentState, words: Localizer) -> str:
    """Return the name of the tournament's game, with the game's emoji."""
    return f"{state.game.emoji} {words(f'{state.row.game}-name')}"


def points_text(points: int) -> str:
    """Return points with up to two decimals.

    >>> points_text(UNIT * 5 // 3), points_text(2 * UNIT)
    ('1.67', '2')
    """
    return f"{points / UNIT:.2f}".rstrip("0").rstrip(".")


def name_of(state: TournamentState, number: int, words: Localizer) -> str:
    """Return a player's name for Discord's Markdown.

    Args:
        number: the player's entry number; 0 for a computer player.
    """
    if not number:
        return words("tournament-computer")
    name = state.names.get(number)
    return escape(name) if name else words("former-player")


def label_of(state: TournamentState, number: int, words: Localizer) -> str:
    """Return a player's name for menus.

    Args:
        number: the player's entry number; 0 for a computer player.
    """
    if not number:
        return words("tournament-computer")
    name = state.names.get(number)
    return label(name) if name else words("former-player")


def names_in_picture(state: TournamentState, words: Localizer) -> dict[int, str]:
    """Return the name of each player for a picture, by entry number. 0 is a computer player."""
    numbers = [0, *[entrant.number for entrant in state.entrants]]
    handles = {entrant.number: label(entrant.handle) for entrant in state.entrants}
    names = [PlayerName(label_of(state, number, words), handles.get(number, "")) for number in numbers]
    return dict(zip(numbers, drawn_names(names), strict=True))


def names_at(state: TournamentState, table: PairedTable, words: Localizer) -> str:
    """Return the names of a table's players in the order of their seats, for Discord's Markdown."""
    return words.join([name_of(state, player, words) for player in table.seats])


def labels_at(state: TournamentState, table: PairedTable, words: Localizer) -> str:
    """Return the names of a table's players in the order of their seats, for menus."""
    return words.join([label_of(state, player, words) for player in table.seats])


def winners_at(table: PairedTable) -> list[int]:
    """Return the entry numbers of a table's winners; empty without a result that counts."""
    places = [] if table.aside else zip(table.seats, table.places, strict=False)
    return [player for player, place in places if place == 1 and player not in table.left]


def numbered_tables(tables: Sequence[PairedTable]) -> list[tuple[int, PairedTable]]:
    """Return tables with their numbers, counted from 1. Running games come first."""
    return sorted(enumerate(tables, 1), key=lambda numbered: numbered[1].is_done)


def table_link(state: TournamentState, table: PairedTable, links: Mapping[str, int], label: str) -> str:
    """Return a label as a link to the table's channel; plain text for an unknown channel.

    Args:
        links: ids of channels or threads, by table id.
    """
    if table.id not in links:
        return label
    return f"[{label}](https://discord.com/channels/{state.row.guild_id}/{links[table.id]})"


def table_line(
    state: TournamentState, number: int, table: PairedTable, words: Localizer, links: Mapping[str, int]
) -> str:
    """Return one line about a table: its number, players and result.

    Args:
        links: ids of channels or threads, by table id.
    """
    if table.aside:
        is_known = "yes" if table.reason else "no"
        status = words("tournament-table-aside", reason=quote(table.reason), is_known=is_known)
    elif table.is_done:
        won = words.join([name_of(state, player, words) for player in winners_at(table)])
        if won:
            status = words("tournament-table-won", names=won)
        else:
            status = words("tournament-table-tie")
    else:
        status = words("tournament-table-plays")
    at = table_link(state, table, {} if table.is_done else links, str(number))
    return words("tournament-table", number=at, names=names_at(state, table, words), state=status)


# --- pages --------------------------------------------------------------------------------------------------
# The public messages of a tournament, as pure functions of its state and a language.

FEW = 8
"""Up to this number of people, the sign-up lists names as text. More people are listed in a picture."""

MOST_NAMES = 40
FEWEST_NAMES = 8
"""Limits of names in the picture of the sign-up."""

MOST_ROWS = 16
FEWEST_ROWS = 4
"""Limits of the rows of a standing in a picture."""

MOST_TABLES = 6
FEWEST_TABLES = 3
"""Limits of the tables in a picture."""

MOST_ASKED = 8
"""Limit of invited people whom the sign-up lists."""

_GAP = 16
"""Points around a picture."""

MOST_LINKS = 25
"""Limit of links to tables. The message that pings a player also links to their table."""


def tournament_page(
    state: TournamentState, language: str, links: Mapping[str, int] | None = None, highlight: str = ""
) -> Page:
    """Return the tournament's public message.

    Args:
        links: ids of channels or threads, by table id.
        highlight: a line about the winner's best highlight, or an empty text.
    """
    words = Localizer(language)
    if state.row.status == "cancelled":
        reason = words(f"tournament-cancelled-{state.row.reason}")
        return framed(text_display(title_of(state, words), reason), accent=interactions.QUIET)
    if state.is_open:
        return _sign_up(state, words)
    return _course(state, words, links or {}, highlight)


# --- the sign-up --------------------------------------------------------------------------------------------


def _sign_up(state: TournamentState, words: Localizer) -> Page:
    people = state.remaining
    row = state.row
    sentence = words("tournament-people", count=len(people), most=row.most)
    start = [_start_line(state, words), *_no_host_lines(state, words)]
    above = text_display(
        title_of(state, words), *start, _rules_line(state, words), *_invited_lines(state, words)
    )
    below: list[Item] = [*rows_of(_sign_up_buttons(state, words))]
    # Few people are listed as text, many in a picture.
    if len(people) <= FEW:
        listed = words.join([bold(state.names[entrant.number]) for entrant in people])
        heading = text_display(f"**{sentence}**", listed or words("tournament-nobody"))
        return framed(above, heading, *below, accent=interactions.LOBBY)
    shown_names = names_in_picture(state, words)
    names = [shown_names[entrant.number] for entrant in people]
    # Fewer names until the message fits a phone.
    rankings = [
        Ranking(sentence, names=tuple(names[:most]), note=_note(names[most:], words))
        for most in range(MOST_NAMES, FEWEST_NAMES - 1, -2)
    ]
    picture = RankingPicture("field", _first_fitting(rankings, TABLE - height([above, *below])))
    labels = [label_of(state, entrant.number, words) for entrant in people]
    seen = _described_picture(picture, [sentence, *labels])
    return framed(above, seen, *below, accent=interactions.LOBBY, files=[picture])


def _sign_up_buttons(state: TournamentState, words: Localizer) -> list[Button]:
    buttons = [button("cup_join", state.id, words("button-tournament-join"), style="success")]
    if state.asks_for_presence:
        buttons.append(button("cup_here", state.id, words("button-tournament-here"), style="primary"))
    buttons.append(button("cup_leave", state.id, words("button-tournament-sign-off")))
    if len(state.remaining) > FEW:
        buttons.append(button("cup_standing", state.id, words("button-tournament-field")))
    # The button stands out once there are enough players, and is dark while nobody has signed up.
    style = "primary" if len(state.players) >= FEWEST else "secondary"
    begin = words("button-tournament-begin")
    buttons.append(button("cup_begin", state.id, begin, style=style, disabled=not state.remaining))
    return [
        *buttons,
        button("cup_more", state.id, words("button-tournament-more")),
        _fair_button(state, words),
    ]


def _fair_button(state: TournamentState, words: Localizer) -> Button:
    # The custom id carries the hash, so that it is in the channel for everybody from the first message on.
    return button("cup_fair", state.id, words("button-fair"), state.commitment)


def _start_line(state: TournamentState, words: Localizer) -> str:
    at = state.row.starts_at
    if at is None:
        if state.row.host_id is None:
            host = ""
        else:
            host = mention(state.row.host_id)
        return words("tournament-starts-by-host", host=host, known="yes" if host else "no")
    start = words("tournament-starts", when=f"<t:{at // 1000}:F>", ahead=f"<t:{at // 1000}:R>")
    return f"{start}\n-# {words('tournament-presence')}" if state.asks_for_presence else start


def _no_host_lines(state: TournamentState, words: Localizer) -> list[str]:
    if state.row.host_id is None and not state.is_closed:
        return [words("tournament-no-host")]
    return []


def _invited_lines(state: TournamentState, words: Localizer) -> list[str]:
    people = [mention(user_id) for user_id in unanswered(state.invitations)]
    return [f"-# {words('lobby-unanswered', people=words.join(people[:MOST_ASKED]))}"] if people else []


def _rules_line(state: TournamentState, words: Localizer) -> str:
    row = state.row
    rules = state.game.rules
    options = rules.all_options(row.options)
    # Settings first, then the options of the game that differ from their defaults.
    parts = [
        words("tournament-rule-seats", seats=row.usual_size),
        words("tournament-rule-rounds", rounds=state.round_count),
        words("tournament-rule-weekly") if row.is_weekly else "",
        words("tournament-rule-final") if row.has_final else "",
        words(f"clock-{row.clock}"),
        _computers_rule(state, words),
    ]
    parts += [
        words(
            "table-option",
            option=words(f"{row.game}-option-{name}"),
            value=option_value(row.game, name, value, words),
        )
        for name, value in options.items()
        if value != rules.options[name][0] and rules.has_effect(name, options)
    ]
    return f"-# {' · '.join(part for part in parts if part)}"


def _computers_rule(state: TournamentState, words: Localizer) -> str:
    if state.row.level is None or not state.may_need_computers:
        return ""
    return words("tournament-rule-computers", level=words(f"level-{state.row.level}"))


# --- its course and its end ---------------------------------------------------------------------------------


def _course(state: TournamentState, words: Localizer, links: Mapping[str, int], highlight: str) -> Page:
    above = text_display(
        title_of(state, words), *_first_lines(state, words, highlight), *_no_host_lines(state, words)
    )
    below: list[Item] = [text_display(*_last_lines(state, words, links), limit=1700)]
    below += rows_of(_buttons(state, words))
    accent = interactions.OVER if state.is_over else interactions.PLAYING
    # The tournament has begun, but its first round is not paired yet.
    if not state.rounds:
        return framed(above, *below, accent=accent)
    picture = RankingPicture(
        "standing", _first_fitting(_possible_pictures(state, words), TABLE - height([above, *below]))
    )
    row_texts = [
        words(
            "tournament-row",
            place=standing.place,
            name=label_of(state, standing.player, words),
            points=points_text(standing.points),
        )
        for standing in state.standings
    ]
    summary = _described_picture(picture, [_title(state, words), *row_texts])
    return framed(above, summary, *below, accent=accent, files=[picture])


def _first_lines(state: TournamentState, words: Localizer, highlight: str) -> list[str]:
    # The end: who has won a medal.
    if state.is_over:
        winners = [standing for standing in state.standings if standing.place <= len(MEDALS)]
        lines = [
            f"{MEDALS[standing.place - 1]} {name_of(state, standing.player, words)}"
            for standing in winners[:6]
        ]
        return [*lines, *([words("tournament-finest", said=highlight)] if highlight else [])]
    # Before and between rounds: what the tournament waits for.
    if state.row.is_paused:
        return [_paused_line(state, words)]
    if not state.rounds:
        return [words("tournament-soon")]
    played = len(state.unfinished)
    if not played and state.has_round_left and (at := state.next_round_at // 1000):
        return [words("tournament-next-round", when=f"<t:{at}:F>", ahead=f"<t:{at}:R>")]
    if played:
        waits = words("tournament-waits", count=played)
    else:
        waits = words("tournament-soon")
    if state.rounds[-1].is_final:
        return [words("tournament-final")]
    return [words("tournament-round", round=len(state.rounds), rounds=state.round_count), waits]


def _paused_line(state: TournamentState, words: Localizer) -> str:
    if state.expires_at is None:
        return words("tournament-paused")
    until = words("tournament-paused-until", when=f"<t:{state.expires_at // 1000}:D>")
    return f"{words('tournament-paused')}\n-# {until}"


def _buttons(state: TournamentState, words: Localizer) -> list[Button]:
    buttons = [button("cup_standing", state.id, words("button-tournament-standing"), style="primary")]
    if state.is_closed:
        buttons.append(button("cup_games", state.id, words("button-tournament-games")))
        buttons.append(button("cup_proof", state.id, words("button-tournament-proof")))
    else:
        buttons.append(button("cup_tables", state.id, words("button-tournament-tables")))
        buttons.append(button("cup_here", state.id, words("button-tournament-back")))
        buttons.append(button("cup_leave", state.id, words("button-tournament-leave")))
    return [
        *buttons,
        button("cup_more", state.id, words("button-tournament-more")),
        _fair_button(state, words),
    ]


def _last_lines(state: TournamentState, words: Localizer, links: Mapping[str, int]) -> list[str]:
    if not state.rounds or state.is_closed:
        return _excluded_results(state, words)
    last = state.rounds[-1]
    played = [
        (number, played_table)
        for number, played_table in enumerate(last.tables, 1)
        if not played_table.is_done
    ]
    # Only some links, as the message must stay short.
    table_links = [
        table_link(state, played_table, links, str(number))
        for number, played_table in played
        if played_table.id in links
    ]
    links_text = " · ".join(table_links[:MOST_LINKS])
    if table_links:
        lines = [words("tournament-links", tables=links_text)]
    else:
        lines = []
    lines += [] if last.bye is None else [words("tournament-bye", name=name_of(state, last.bye, words))]
    return [*lines, *_excluded_results(state, words)]


def _excluded_results(state: TournamentState, words: Localizer) -> list[str]:
    lines = [
        words(
            "tournament-set-aside",
            place=words(
                "tournament-place", round=number, table=table, final="yes" if each.is_final else "no"
            ),
            reason=quote(played_table.reason),
            is_known="yes" if played_table.reason else "no",
        )
        for number, each in enumerate(state.rounds, 1)
        for table, played_table in enumerate(each.tables, 1)
        if played_table.aside
    ]
    return [f"-# {line}" for line in lines[-3:]]


# --- the picture --------------------------------------------------------------------------------------------


def _described_picture(picture: RankingPicture, lines: Sequence[str]) -> MediaGallery:
    description = ""
    for line in lines:
        if len(description) + 1 + len(line) > DESCRIPTION_LIMIT:
            break
        description = f"{description}\n{line}" if description else line
    return gallery(picture.filename, description or lines[0])


def _first_fitting(candidates: Sequence[Ranking], max_height: float) -> Ranking:
    least = max_height - _GAP
    return next(
        (candidate for candidate in candidates if candidate.height * WIDTH / pieces.WIDTH <= least),
        candidates[-1],
    )


def _possible_pictures(state: TournamentState, words: Localizer) -> list[Ranking]:
    title = _title(state, words)
    tables = tuple(_round_tables(state, words))
    rows = tuple(_rows(state, words))
    # Before the first result everybody would be first, with a gold medal.
    if not any(table.is_done for each in state.rounds for table in each.tables):
        rows = ()
    return [
        Ranking(title, tables[:count], rows[:most], note=_standing_note(state, rows[most:], words))
        for count, least in ((MOST_TABLES, FEWEST_ROWS), (FEWEST_TABLES, 1))
        for most in range(MOST_ROWS, least - 1, -1)
    ]


def _title(state: TournamentState, words: Localizer) -> str:
    if state.is_over:
        return words("tournament-picture-over", game=words(f"{state.row.game}-name"))
    return words(
        "tournament-picture",
        game=words(f"{state.row.game}-name"),
        round=len([each for each in state.rounds if not each.is_final]),
        rounds=state.round_count,
    )


def _note(omitted: Sequence[object], words: Localizer) -> str:
    return words("tournament-more", count=len(omitted)) if omitted else ""


def _standing_note(state: TournamentState, omitted: Sequence[object], words: Localizer) -> str:
    has_final = state.is_over and state.rounds[-1].is_final
    final = words("tournament-picture-final") if has_final else ""
    return " · ".join(filter(None, [final, _note(omitted, words)]))


def _rows(state: TournamentState, words: Localizer) -> list[RankRow]:
    shown_names = names_in_picture(state, words)
    return [
        RankRow(
            standing.place,
            shown_names[standing.player],
            points_text(standing.points),
            state.entrant(standing.player).status == OUT,
        )
        for standing in state.standings
    ]


def _round_tables(state: TournamentState, words: Localizer) -> list[RankTable]:
    if state.is_closed:
        return []
    shown_names = names_in_picture(state, words)
    rows = []
    for number, table in numbered_tables(state.rounds[-1].tables):
        won = [shown_names[player] for player in winners_at(table)]
        note = words("tournament-note-plays")
        # A table that has ended shows its winner, if there is a single one.
        if table.is_done:
            if len(won) == 1:
                note = words("tournament-note-won", names=won[0])
            else:
                note = words("tournament-note-done")
        names = [shown_names[player] for player in table.seats]
        comma = words("list-comma").strip()
        people = (*(f"{name}{comma}" for name in names[:-1]), names[-1])
        rows.append(RankTable(str(number), people, note, table.is_done))
    return rows


# --- pings --------------------------------------------------------------------------------------------------


def presence_page(state: TournamentState, user_ids: Sequence[int], message_index: int, language: str) -> Page:
    """Return a message that pings people before the start and asks whether they are present.

    Args:
        message_index: from 0. A large tournament needs several messages.
    """
    words = Localizer(language)
    mentions = words.join([mention(entrant) for entrant in user_ids])
    at = (state.row.starts_at or 0) // 1000
    game = words(f"{state.row.game}-name")
    if state.asks_for_presence:
        key = "tournament-presence-call"
    else:
        key = "tournament-soon-call"
    sentence = words(key, people=mentions, game=game, ahead=f"<t:{at}:R>")
    here = words("button-tournament-here")
    buttons = [
        button("cup_here", state.id, here, str(message_index) if message_index else "", style="success")
    ]
    buttons.append(button("cup_leave", state.id, words("button-tournament-sign-off")))
    return framed(text_display(sentence, limit=3800), *button_rows(buttons), accent=interactions.YOUR_TURN)


def invitation_page(state: TournamentState, language: str) -> Page:
    """Return the message that pings invited people and asks for their answers."""
    words = Localizer(language)
    mentions = words.join([mention(user_id) for user_id in unanswered(state.invitations)])
    sentence = words("tournament-invitation", people=mentions, game=words(f"{state.row.game}-name"))
    answers = [
        button("cup_join", state.id, words("button-join"), style="success"),
        button("cup_decline", state.id, words("button-not-now")),
    ]
    return framed(text_display(sentence, limit=3800), *button_rows(answers), accent=interactions.LOBBY)


def subscribers_page(state: TournamentState, user_ids: Sequence[int], language: str) -> Page:
    """Return the message that pings subscribers about a new tournament."""
    words = Localizer(language)
    mentions = words.join([mention(entrant) for entrant in user_ids])
    sentence = words("tournament-subscribers", people=mentions, game=words(f"{state.row.game}-name"))
    join = [button("cup_join", state.id, words("button-tournament-join"), style="success")]
    return framed(text_display(sentence), *button_rows(join), accent=interactions.LOBBY)
