"""Private pages of a tournament for one person, such as the whole standing or all replays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import bold
from bot.pages.sentence import sentence_page
from bot.pairing.points import UNIT, Standing
from bot.tournaments.naming import (
    MEDALS,
    game_title,
    label_of,
    labels_at,
    name_of,
    numbered_tables,
    points_text,
    table_line,
    winners_at,
)
from bot.tournaments.state import TournamentState
from bot.wire.components import (
    CHOICES_LIMIT,
    ActionRow,
    Button,
    Item,
    button,
    button_rows,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from storage.tournaments.rows import IN, PairedTable

PER_PAGE = 10
"""Limit of people on a page of the standing."""

NAMES_PER_PAGE = 32
"""Limit of people on a page of those who signed up."""

TABLES_PER_PAGE = 5
"""Limit of tables on a page."""


def fair_page(state: TournamentState, words: Localizer) -> Page:
    """Return the page that explains a tournament's fair pairings and deals, with the published hash."""
    return sentence_page(words("tournament-fair", commitment=state.commitment))


def withdrawal_page(state: TournamentState, words: Localizer) -> Page:
    """Return the page that asks a person to confirm that they withdraw from a running tournament."""
    buttons = [
        button("cup_left", state.id, words("button-tournament-leave-yes"), style="danger"),
        button("cup_standing", state.id, words("button-tournament-stay")),
    ]
    text = text_display(words("tournament-ask-leave"))
    return framed(text, *button_rows(buttons), accent=colours.YOUR_TURN)


def standing_page(
    state: TournamentState, user_id: int, words: Localizer, page_index: int | None = None
) -> Page:
    """Return a page of the standing or, before the start, of the people who signed up.

    Args:
        page_index: from 0; ``None`` for the page with the reader's line.
    """
    # During the sign-up there is no standing yet.
    if state.is_open:
        return _field_page(state, words, page_index or 0)
    # The page begins where the reader is.
    mine = state.entrant_of(user_id)
    number = 0 if mine is None else mine.number
    lines = [
        _standing_line(state, standing, words, is_mine=standing.player == number)
        for standing in state.standings
    ]
    at = next((at for at, standing in enumerate(state.standings) if standing.player == number), 0)
    page_lines, turns = _page_of_lines(
        "cup_standing", state, lines, at // PER_PAGE if page_index is None else page_index, PER_PAGE, words
    )
    kind = "button-tournament-games" if state.is_closed else "button-tournament-tables"
    verb = "cup_games" if state.is_closed else "cup_tables"
    return framed(
        text_display(words("tournament-standing-title"), *page_lines, limit=2800),
        *button_rows([*turns, button(verb, state.id, words(kind))]),
        text_display(f"-# {_points_sentence(state, words)}"),
        accent=colours.LOBBY,
    )


def _points_sentence(state: TournamentState, words: Localizer) -> str:
    seats = state.row.usual_size
    shares = [points_text(UNIT * (seats - place) // (seats - 1)) for place in range(1, seats + 1)]
    return words("tournament-standing-about", points=words.join(shares), seats=seats)


def _field_page(state: TournamentState, words: Localizer, page: int) -> Page:
    names = [bold(state.names[entrant.number]) for entrant in state.remaining]
    page_lines, turns = _page_of_lines("cup_standing", state, names, page, NAMES_PER_PAGE, words)
    sentence = words("tournament-people", count=len(names), most=state.row.most)
    listed = words.join(page_lines) or words("tournament-nobody")
    return framed(
        text_display(f"**{sentence}**", listed, limit=3500), *button_rows(turns), accent=colours.LOBBY
    )


def _standing_line(state: TournamentState, standing: Standing, words: Localizer, *, is_mine: bool) -> str:
    status = state.entrant(standing.player).status
    is_playing = status == IN and any(standing.player in table.seats for table in state.unfinished)
    sentence = words(
        "tournament-standing-row",
        place=standing.place,
        name=name_of(state, standing.player, words),
        points=points_text(standing.points),
        opponents=points_text(standing.opponents_points),
        state=words(f"tournament-is-{'playing' if is_playing else status}"),
    )
    return f"**{sentence}**" if is_mine else sentence


def tables_page(
    state: TournamentState, words: Localizer, links: Mapping[str, int], page_index: int = 0
) -> Page:
    """Return a page with a line for each table of the current round.

    Args:
        links: ids of channels or threads, by table id.
    """
    tables = numbered_tables(state.rounds[-1].tables) if state.rounds else []
    lines = [table_line(state, number, table, words, links) for number, table in tables]
    page_lines, turns = _page_of_lines("cup_tables", state, lines, page_index, TABLES_PER_PAGE, words)
    title = words("tournament-round", round=len(state.rounds), rounds=state.round_count)
    # The final has a title of its own.
    if state.rounds and state.rounds[-1].is_final:
        title = words("tournament-final")
    back = [
        button("cup_standing", state.id, words("button-tournament-standing")),
        button("cup_games", state.id, words("button-tournament-games")),
    ]
    shown_lines = [title, *page_lines] if page_lines else [words("tournament-soon")]
    return framed(text_display(*shown_lines, limit=3500), *button_rows([*turns, *back]), accent=colours.LOBBY)


def _page_of_lines(
    verb: str, state: TournamentState, lines: Sequence[str], page: int, lines_per_page: int, words: Localizer
) -> tuple[Sequence[str], list[Button]]:
    # ``lines`` are those of all pages.
    last = max(0, (len(lines) - 1) // lines_per_page)
    at = min(page, last)
    buttons = []
    if at > 0:
        buttons.append(button(verb, state.id, words("button-tournament-before"), str(at - 1)))
    if at < last:
        buttons.append(button(verb, state.id, words("button-tournament-after"), str(at + 1)))
    return lines[at * lines_per_page : (at + 1) * lines_per_page], buttons


# --- replays ------------------------------------------------------------------------------------------------


def games_page(state: TournamentState, words: Localizer, round_number: int | None = None) -> Page:
    """Return the page with a menu that opens the replays of a round's games.

    Args:
        round_number: ``None`` for the last round with a finished game.
    """
    rounds = finished_rounds(state)
    if not rounds:
        return sentence_page(words("tournament-no-games"))
    round_number = round_number if round_number in rounds else rounds[-1]
    return framed(
        text_display(words("tournament-games-title")),
        *table_menus(state, round_number, words, lambda table: table.is_done, "open", "all"),
        *button_rows(round_buttons(state, rounds, round_number, words, "cup_games")),
        accent=colours.OVER,
    )


def finished_rounds(state: TournamentState, unreadable: Collection[str] = ()) -> list[int]:
    """Return the numbers of the rounds with at least one finished game.

    Args:
        unreadable: ids of further tables that count as finished.
    """
    return [
        number
        for number, each in enumerate(state.rounds, 1)
        if any(paired_table.is_done or paired_table.id in unreadable for paired_table in each.tables)
    ]


def round_buttons(
    state: TournamentState,
    rounds: Sequence[int],
    disabled_round: int,
    words: Localizer,
    verb: str,
    arg_prefix: str = "",
) -> list[Button]:
    """Return a button for each round; an empty list if there is only one round.

    Args:
        verb: the first part of each custom id.
        arg_prefix: text before the round's number in the last part.
    """
    named_rounds = [(number, _round_name(state, number, words)) for number in rounds if len(rounds) > 1]
    return [
        button(verb, state.id, name, f"{arg_prefix}{n}", disabled=n == disabled_round)
        for n, name in named_rounds
    ]


def _round_name(state: TournamentState, number: int, words: Localizer) -> str:
    is_final = state.rounds[number - 1].is_final
    return words("tournament-final-name") if is_final else words("tournament-round-name", round=number)


def table_menus(
    state: TournamentState,
    round_number: int,
    words: Localizer,
    is_offered: Callable[[PairedTable], bool],
    verb: str,
    subject: str,
) -> list[Item]:
    """Return menus from which a person chooses a table of a round. An option's value is the table's id.

    Args:
        is_offered: returns whether a table can be chosen.
        verb, subject: the first parts of the menus' custom ids.
    """
    options = []
    # Tables that cannot be chosen are left out.
    for table, paired_table in enumerate(state.rounds[round_number - 1].tables, 1):
        if is_offered(paired_table):
            won = words.join([label_of(state, player, words) for player in winners_at(paired_table)])
            sentence = words(
                "tournament-table-option", table=table, names=labels_at(state, paired_table, words)
            )
            options.append(
                option(paired_table.id, sentence, words("tournament-table-won", names=won) if won else None)
            )
    # A menu holds 25 entries, so a large round needs several.
    prompt = words("tournament-choose-table", round=_round_name(state, round_number, words))
    starts = range(0, len(options), CHOICES_LIMIT)
    menus: list[ActionRow] = [
        menu(verb, subject, prompt, options[start : start + CHOICES_LIMIT], f"{round_number}.{start}")
        for start in starts
    ]
    return [*menus]


# --- the list of a server -----------------------------------------------------------------------------------


def list_page(tournaments: Sequence[TournamentState], words: Localizer) -> Page:
    """Return the page that lists a server's tournaments, with the medals of finished ones."""
    lines = [_list_line(state, words) for state in tournaments]
    return framed(
        text_display(words("tournament-list-title"), f"-# {words('tournament-list-about')}"),
        text_display(*(lines or [words("tournament-list-empty")]), limit=3300),
        accent=colours.LOBBY,
    )


def _list_line(state: TournamentState, words: Localizer) -> str:
    day = f"<t:{(state.row.ended_at or state.row.created_at) // 1000}:d>"
    if not state.is_closed:
        key = "tournament-list-open" if state.is_open else "tournament-list-running"
        status = words(key, count=len(state.remaining), channel=f"<#{state.row.channel_id}>")
        return f"{game_title(state, words)} · {status}"
    # A finished tournament shows its medal winners.
    medals = [
        f"{MEDALS[(entrant.place or 1) - 1]} {name_of(state, entrant.number, words)}"
        for entrant in sorted(state.entrants, key=lambda entrant: entrant.place or 999)
        if entrant.place is not None and entrant.place <= len(MEDALS)
    ]
    return f"{game_title(state, words)} · {day} · {' '.join(medals[:4])}"
