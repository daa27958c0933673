"""The public pages of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
from storage.rows import Name
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
    if user_id is None:
        return ""
    seat = next((row.seat for row in table.seats if row.user_id == user_id), None)
    if seat is None:
        return ""
    stories = table.highlight_stories(seat)
    if not stories:
        return ""
    best = stories[0]
    return players_localizer(table, best.players, state.row.locale)(best.tale.headline)


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
    return _name_or_word(state, number, words, escape)


def label_of(state: TournamentState, number: int, words: Localizer) -> str:
    """Return a player's name for menus.

    Args:
        number: the player's entry number; 0 for a computer player.
    """
    return _name_or_word(state, number, words, label)


def _name_or_word(
    state: TournamentState, number: int, words: Localizer, to_text: Callable[[Name], str]
) -> str:
    if not number:
        return words("tournament-computer")
    if name := state.names.get(number):
        return to_text(name)
    return words("former-player")


def names_in_picture(state: TournamentState, words: Localizer) -> dict[int, str]:
    """Return the name of each player for a picture, by entry number. 0 is a computer player."""
    # The computer player comes first, and has no handle.
    names = {0: PlayerName(label_of(state, 0, words), "")}
    for entrant in state.entrants:
        number = entrant.number
        names[number] = PlayerName(label_of(state, number, words), label(entrant.handle))
    return dict(zip(names, drawn_names(list(names.values())), strict=True))


def names_at(state: TournamentState, table: PairedTable, words: Localizer) -> str:
    """Return the names of a table's players in the order of their seats, for Discord's Markdown."""
    return words.join([name_of(state, player, words) for player in table.seats])


def labels_at(state: TournamentState, table: PairedTable, words: Localizer) -> str:
    """Return the names of a table's players in the order of their seats, for menus."""
    return words.join([label_of(state, player, words) for player in table.seats])


def winners_at(table: PairedTable) -> list[int]:
    """Return the entry numbers of a table's winners; empty without a result that counts."""
    if table.aside:
        return []
    # A table that is still playing has no places yet.
    places = zip(table.seats, table.places, strict=False)
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
    label = str(number)
    if not table.is_done:
        label = table_link(state, table, links, label)
    names = names_at(state, table, words)
    return words("tournament-table", number=label, names=names, state=_table_status(state, table, words))


def _table_status(state: TournamentState, table: PairedTable, words: Localizer) -> str:
    if table.aside:
        is_known = "yes" if table.reason else "no"
        return words("tournament-table-aside", reason=quote(table.reason), is_known=is_known)
    if not table.is_done:
        return words("tournament-table-plays")
    winners = [name_of(state, player, words) for player in winners_at(table)]
    if not winners:
        return words("tournament-table-tie")
    return words("tournament-table-won", names=words.join(winners))


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
    lines = [title_of(state, words), _start_line(state, words)]
    lines += _no_host_lines(state, words)
    lines.append(_rules_line(state, words))
    lines += _invited_lines(state, words)
    above = text_display(lines)
    below: list[Item] = []
    below += rows_of(_sign_up_buttons(state, words))
    # Few people are listed as text, many in a picture.
    if len(people) <= FEW:
        listed = words.join([bold(state.names[entrant.number]) for entrant in people])
        heading = text_display(f"**{sentence}**", listed or words("tournament-nobody"))
        return framed(above, heading, below, accent=interactions.LOBBY)
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
    return framed(above, seen, below, accent=interactions.LOBBY, files=[picture])


def _sign_up_buttons(state: TournamentState, words: Localizer) -> list[Button]:
    buttons = [button("cup_join", state.id, words("button-tournament-join"), style="success")]
    if state.asks_for_presence:
        buttons.append(button("cup_here", state.id, words("button-tournament-here"), style="primary"))
    buttons.append(button("cup_leave", state.id, words("button-tournament-sign-off")))
    if len(state.remaining) > FEW:
        buttons.append(button("cup_standing", state.id, words("button-tournament-field")))
    # The button stands out once there are enough players, and is dark while too few have signed up.
    style = "primary" if len(state.players) >= FEWEST else "secondary"
    begin = words("button-tournament-begin")
    too_few = len(state.remaining) < FEWEST
    buttons.append(button("cup_begin", state.id, begin, style=style, disabled=too_few))
    return buttons + _last_buttons(state, words)


def _last_buttons(state: TournamentState, words: Localizer) -> list[Button]:
    return [button("cup_more", state.id, words("button-tournament-more")), _fair_button(state, words)]


def _fair_button(state: TournamentState, words: Localizer) -> Button:
    # The custom id carries the hash, so that it is in the channel for everybody from the first message on.
    return button("cup_fair", state.id, words("button-fair"), state.commitment)


def _start_line(state: TournamentState, words: Localizer) -> str:
    at = state.row.starts_at
    if at is None:
        if state.row.host_id is None:
            return words("tournament-starts-by-host", host="", known="no")
        return words("tournament-starts-by-host", host=mention(state.row.host_id), known="yes")
    start = words("tournament-starts", when=f"<t:{at // 1000}:F>", ahead=f"<t:{at // 1000}:R>")
    if state.asks_for_presence:
        return f"{start}\n-# {words('tournament-presence')}"
    return start


def _no_host_lines(state: TournamentState, words: Localizer) -> list[str]:
    if state.row.host_id is None and not state.is_closed:
        return [words("tournament-no-host", more=words("button-tournament-more"))]
    return []


def _invited_lines(state: TournamentState, words: Localizer) -> list[str]:
    people = list(map(mention, unanswered(state.invitations)))
    if not people:
        return []
    return [f"-# {words('lobby-unanswered', people=words.join(people[:MOST_ASKED]))}"]


def _rules_line(state: TournamentState, words: Localizer) -> str:
    row = state.row
    # Settings first, then the options of the game that differ from their defaults.
    parts = [
        words("tournament-rule-seats", seats=row.usual_size),
        words("tournament-rule-rounds", rounds=state.round_count),
    ]
    if row.is_weekly:
        parts.append(words("tournament-rule-weekly"))
    if row.has_final:
        parts.append(words("tournament-rule-final"))
    parts.append(words(f"clock-{row.clock}"))
    if row.level is not None and state.may_need_computers:
        parts.append(words("tournament-rule-computers", level=words(f"level-{row.level}")))
    parts += _changed_options(state, words)
    return f"-# {' · '.join(parts)}"


def _changed_options(state: TournamentState, words: Localizer) -> list[str]:
    game_id = state.row.game
    rules = state.game.rules
    options = rules.all_options(state.row.options)
    lines = []
    for name, value in options.items():
        default = rules.options[name][0]
        if value != default and rules.has_effect(name, options):
            title = words(f"{game_id}-option-{name}")
            lines.append(words("table-option", option=title, value=option_value(game_id, name, value, words)))
    return lines


# --- its course and its end ---------------------------------------------------------------------------------


def _course(state: TournamentState, words: Localizer, links: Mapping[str, int], highlight: str) -> Page:
    lines = [title_of(state, words)]
    lines += _first_lines(state, words, highlight)
    lines += _no_host_lines(state, words)
    above = text_display(lines)
    below: list[Item] = [text_display(_last_lines(state, words, links))]
    below += rows_of(_buttons(state, words))
    accent = interactions.OVER if state.is_over else interactions.PLAYING
    # The tournament has begun, but its first round is not paired yet.
    if not state.rounds:
        return framed(above, below, accent=accent)
    room = TABLE - height([above, *below])
    picture = RankingPicture("standing", _first_fitting(_possible_pictures(state, words), room))
    description = [_title(state, words)]
    for standing in state.standings:
        name = label_of(state, standing.player, words)
        points = points_text(standing.points)
        description.append(words("tournament-row", place=standing.place, name=name, points=points))
    summary = _described_picture(picture, description)
    return framed(above, summary, below, accent=accent, files=[picture])


def _first_lines(state: TournamentState, words: Localizer, highlight: str) -> list[str]:
    # The end: who has won a medal.
    if state.is_over:
        winners = [standing for standing in state.standings if standing.place <= len(MEDALS)]
        lines = [
            f"{MEDALS[standing.place - 1]} {name_of(state, standing.player, words)}"
            for standing in winners[:6]
        ]
        if highlight:
            lines.append(words("tournament-finest", said=highlight))
        return lines
    # Before and between rounds: what the tournament waits for.
    if state.row.is_paused:
        return [_paused_line(state, words)]
    if not state.rounds:
        return [words("tournament-soon")]
    playing_count = len(state.unfinished)
    if not playing_count and state.has_round_left and (at := state.next_round_at // 1000):
        return [words("tournament-next-round", when=f"<t:{at}:F>", ahead=f"<t:{at}:R>")]
    if state.rounds[-1].is_final:
        return [words("tournament-final")]
    heading = words("tournament-round", round=len(state.rounds), rounds=state.round_count)
    if playing_count:
        return [heading, words("tournament-waits", count=playing_count)]
    return [heading, words("tournament-soon")]


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
    return buttons + _last_buttons(state, words)


def _last_lines(state: TournamentState, words: Localizer, links: Mapping[str, int]) -> list[str]:
    if not state.rounds or state.is_closed:
        return _excluded_results(state, words)
    last = state.rounds[-1]
    lines = []
    table_links = [
        table_link(state, table, links, str(number))
        for number, table in enumerate(last.tables, 1)
        if not table.is_done and table.id in links
    ]
    if table_links:
        # Only some links, as the message must stay short.
        links_text = " · ".join(table_links[:MOST_LINKS])
        lines.append(words("tournament-links", tables=links_text))
    if last.bye is not None:
        lines.append(words("tournament-bye", name=name_of(state, last.bye, words)))
    return lines + _excluded_results(state, words)


def _excluded_results(state: TournamentState, words: Localizer) -> list[str]:
    lines = []
    for round_number, each in enumerate(state.rounds, 1):
        is_final = "yes" if each.is_final else "no"
        for table_number, table in enumerate(each.tables, 1):
            if not table.aside:
                continue
            place = words("tournament-place", round=round_number, table=table_number, final=is_final)
            is_known = "yes" if table.reason else "no"
            reason = quote(table.reason)
            line = words("tournament-set-aside", place=place, reason=reason, is_known=is_known)
            lines.append(f"-# {line}")
    return lines[-3:]


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
    if not any(table.is_done for table in state.all_tables):
        rows = ()
    # First go rows, then tables, then more rows.
    candidates = []
    for table_count, fewest_rows in ((MOST_TABLES, FEWEST_ROWS), (FEWEST_TABLES, 1)):
        for row_count in range(MOST_ROWS, fewest_rows - 1, -1):
            note = _standing_note(state, rows[row_count:], words)
            candidates.append(Ranking(title, tables[:table_count], rows[:row_count], note=note))
    return candidates


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
    parts = []
    if state.is_over and state.rounds[-1].is_final:
        parts.append(words("tournament-picture-final"))
    if omitted:
        parts.append(_note(omitted, words))
    return " · ".join(parts)


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
    comma = words("list-comma").strip()
    rows = []
    for number, table in numbered_tables(state.rounds[-1].tables):
        names = [shown_names[player] for player in table.seats]
        # Each name but the last is followed by a comma.
        people = [f"{name}{comma}" for name in names[:-1]] + names[-1:]
        note = _note_of_table(table, shown_names, words)
        rows.append(RankTable(str(number), tuple(people), note, table.is_done))
    return rows


def _note_of_table(table: PairedTable, shown_names: Mapping[int, str], words: Localizer) -> str:
    if not table.is_done:
        return words("tournament-note-plays")
    # A table that has ended shows its winner, if there is a single one.
    winners = winners_at(table)
    if len(winners) == 1:
        return words("tournament-note-won", names=shown_names[winners[0]])
    return words("tournament-note-done")


# --- pings --------------------------------------------------------------------------------------------------


def presence_page(state: TournamentState, user_ids: Sequence[int], message_index: int, language: str) -> Page:
    """Return a message that pings people before the start and asks whether they are present.

    Args:
        message_index: from 0. A large tournament needs several messages.
    """
    words = Localizer(language)
    mentions = words.join(map(mention, user_ids))
    at = (state.row.starts_at or 0) // 1000
    game = words(f"{state.row.game}-name")
    if state.asks_for_presence:
        key = "tournament-presence-call"
    else:
        key = "tournament-soon-call"
    sentence = words(key, people=mentions, game=game, ahead=f"<t:{at}:R>")
    here = words("button-tournament-here")
    # The first message's button has no index.
    arg = str(message_index) if message_index else ""
    buttons = [
        button("cup_here", state.id, here, arg, style="success"),
        button("cup_leave", state.id, words("button-tournament-sign-off")),
    ]
    return framed(text_display(sentence), button_rows(buttons), accent=interactions.YOUR_TURN)


def invitation_page(state: TournamentState, language: str) -> Page:
    """Return the message that pings invited people and asks for their answers."""
    words = Localizer(language)
    mentions = words.join(map(mention, unanswered(state.invitations)))
    sentence = words("tournament-invitation", people=mentions, game=words(f"{state.row.game}-name"))
    answers = [
        button("cup_join", state.id, words("button-join"), style="success"),
        button("cup_decline", state.id, words("button-not-now")),
    ]
    return framed(text_display(sentence), button_rows(answers), accent=interactions.LOBBY)


def subscribers_page(state: TournamentState, user_ids: Sequence[int], language: str) -> Page:
    """Return the message that pings subscribers about a new tournament."""
    words = Localizer(language)
    mentions = words.join(map(mention, user_ids))
    sentence = words("tournament-subscribers", people=mentions, game=words(f"{state.row.game}-name"))
    join = [button("cup_join", state.id, words("button-tournament-join"), style="success")]
    return framed(text_display(sentence), button_rows(join), accent=interactions.LOBBY)
