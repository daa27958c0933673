"""The private pages of a tournament, for its people and its host."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot import interactions
from bot.language import LONGEST_QUOTE, Localizer, bold, mention, public_label
from bot.pages.messages import sentence_page
from bot.pages.people import in_menu_order, option_value
from bot.pairing.points import UNIT, Standing
from bot.tables.lobby import MOST_GUESTS, unanswered
from bot.tournaments import acts
from bot.tournaments.pages import (
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
    TITLE_LIMIT,
    Button,
    Form,
    FormSelect,
    Item,
    SelectOption,
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
from games import Game
from games.core.words import yes_no
from storage.tournaments import IN

# --- private pages ------------------------------------------------------------------------------------------
# Private pages of a tournament for one person, such as the whole standing or all replays.

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
    return framed(text, button_rows(buttons), accent=interactions.YOUR_TURN)


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
    own_number = 0 if mine is None else mine.number
    own_index = 0
    lines = []
    for index, standing in enumerate(state.standings):
        is_mine = standing.player == own_number
        if is_mine:
            own_index = index
        lines.append(_standing_line(state, standing, words, is_mine=is_mine))
    if page_index is None:
        page_index = own_index // PER_PAGE
    page_lines, buttons = _page_of_lines("cup_standing", state, lines, page_index, PER_PAGE, words)
    if state.is_closed:
        buttons.append(button("cup_games", state.id, words("button-tournament-games")))
    else:
        buttons.append(button("cup_tables", state.id, words("button-tournament-tables")))
    return framed(
        text_display(words("tournament-standing-title"), page_lines),
        button_rows(buttons),
        text_display(f"-# {_points_sentence(state, words)}"),
        accent=interactions.LOBBY,
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
    return framed(text_display(f"**{sentence}**", listed), button_rows(turns), accent=interactions.LOBBY)


def _standing_line(state: TournamentState, standing: Standing, words: Localizer, *, is_mine: bool) -> str:
    status = state.entrant(standing.player).status
    if status == IN and any(standing.player in table.seats for table in state.unfinished):
        status = "playing"
    sentence = words(
        "tournament-standing-row",
        place=standing.place,
        name=name_of(state, standing.player, words),
        points=points_text(standing.points),
        opponents=points_text(standing.opponents_points),
        state=words(f"tournament-is-{status}"),
    )
    return f"**{sentence}**" if is_mine else sentence


def tables_page(
    state: TournamentState, words: Localizer, links: Mapping[str, int], page_index: int = 0
) -> Page:
    """Return a page with a line for each table of the current round.

    Args:
        links: ids of channels or threads, by table id.
    """
    # Before the first round there are no tables.
    title = words("tournament-soon")
    lines: list[str] = []
    if state.rounds:
        last = state.rounds[-1]
        tables = numbered_tables(last.tables)
        lines = [table_line(state, number, table, words, links) for number, table in tables]
        # The final has a title of its own.
        if last.is_final:
            title = words("tournament-final")
        else:
            title = words("tournament-round", round=len(state.rounds), rounds=state.round_count)
    page_lines, buttons = _page_of_lines("cup_tables", state, lines, page_index, TABLES_PER_PAGE, words)
    buttons.append(button("cup_standing", state.id, words("button-tournament-standing")))
    buttons.append(button("cup_games", state.id, words("button-tournament-games")))
    return framed(text_display(title, page_lines), button_rows(buttons), accent=interactions.LOBBY)


def _page_of_lines(
    verb: str, state: TournamentState, lines: Sequence[str], page: int, lines_per_page: int, words: Localizer
) -> tuple[Sequence[str], list[Button]]:
    # The page's lines, and the buttons to the pages before and after it. ``lines`` are those of all pages.
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
    done = [table.id for table in state.rounds[round_number - 1].tables if table.is_done]
    return framed(
        text_display(words("tournament-games-title")),
        table_menus(state, round_number, words, done, "open", "all"),
        button_rows(round_buttons(state, rounds, round_number, words, "cup_games")),
        accent=interactions.OVER,
    )


def finished_rounds(state: TournamentState, unreadable: Collection[str] = ()) -> list[int]:
    """Return the numbers of the rounds with at least one finished game.

    Args:
        unreadable: ids of further tables that count as finished.
    """
    numbers = []
    for number, each in enumerate(state.rounds, 1):
        if any(table.is_done or table.id in unreadable for table in each.tables):
            numbers.append(number)
    return numbers


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
    if len(rounds) < 2:
        return []
    buttons = []
    for number in rounds:
        name = _round_name(state, number, words)
        is_disabled = number == disabled_round
        buttons.append(button(verb, state.id, name, f"{arg_prefix}{number}", disabled=is_disabled))
    return buttons


def _round_name(state: TournamentState, number: int, words: Localizer) -> str:
    if state.rounds[number - 1].is_final:
        return words("tournament-final-name")
    return words("tournament-round-name", round=number)


def table_menus(
    state: TournamentState,
    round_number: int,
    words: Localizer,
    offered: Collection[str],
    verb: str,
    subject: str,
) -> list[Item]:
    """Return menus from which a person chooses a table of a round. An option's value is the table's id.

    Args:
        offered: the ids of the tables that can be chosen.
        verb, subject: the first parts of the menus' custom ids.
    """
    options = []
    # Tables that cannot be chosen are left out.
    for table_number, table in enumerate(state.rounds[round_number - 1].tables, 1):
        if table.id not in offered:
            continue
        sentence = words("tournament-table-option", table=table_number, names=labels_at(state, table, words))
        winners = [label_of(state, player, words) for player in winners_at(table)]
        result = words("tournament-table-won", names=words.join(winners)) if winners else None
        options.append(option(table.id, sentence, result))
    # A menu holds 25 entries, so a large round needs several.
    prompt = words("tournament-choose-table", round=_round_name(state, round_number, words))
    menus: list[Item] = []
    for start in range(0, len(options), CHOICES_LIMIT):
        entries = options[start : start + CHOICES_LIMIT]
        menus.append(menu(verb, subject, prompt, entries, f"{round_number}.{start}"))
    return menus


# --- the list of a server -----------------------------------------------------------------------------------


def new_tournament_button(words: Localizer, style: str = "secondary") -> Button:
    """Return the button with which a person opens a tournament."""
    return button("cup_new", "all", words("button-tournament-new"), style=style)


def moved_page(sentence: str, words: Localizer, *, may_open: bool) -> Page:
    """Return the answer to a person for whom a channel's tournaments were posted again."""
    ways = [new_tournament_button(words)] if may_open else []
    return framed(text_display(sentence), button_rows(ways))


def new_tournament_page(games: Sequence[Game], words: Localizer) -> Page:
    """Return the page on which a person chooses the game of a new tournament."""
    ways = [button("cup_open", game.id, words(f"{game.id}-name"), emoji=game.emoji) for game in games]
    about = f"-# {words('tournament-new-about')}"
    return framed(
        text_display(words("tournament-new"), about), button_rows(ways, 2), accent=interactions.LOBBY
    )


def list_page(tournaments: Sequence[TournamentState], words: Localizer, *, may_open: bool = False) -> Page:
    """Return the page that lists a server's tournaments, with the medals of finished ones.

    Args:
        may_open: the person may open a tournament here.
    """
    lines = [_list_line(state, words) for state in tournaments]
    if may_open:
        about = words("tournament-list-about")
    else:
        about = words("tournament-list-about-others")
    return framed(
        text_display(words("tournament-list-title"), f"-# {about}"),
        text_display(lines or [words("tournament-list-empty")]),
        button_rows([new_tournament_button(words, "primary")] if may_open else []),
        accent=interactions.LOBBY,
    )


def _list_line(state: TournamentState, words: Localizer) -> str:
    if not state.is_closed:
        if state.is_open:
            key = "tournament-list-open"
        else:
            key = "tournament-list-running"
        status = words(key, count=len(state.remaining), channel=f"<#{state.row.channel_id}>")
        return f"{game_title(state, words)} · {status}"
    # A finished tournament shows its day and its medal winners.
    day = f"<t:{(state.row.ended_at or state.row.created_at) // 1000}:d>"
    medals = []
    for place, medal in enumerate(MEDALS, 1):
        winners = [entrant.number for entrant in state.entrants if entrant.place == place]
        medals += [f"{medal} {name_of(state, number, words)}" for number in winners]
    return f"{game_title(state, words)} · {day} · {' '.join(medals[:4])}"


# --- host pages ---------------------------------------------------------------------------------------------
# Private pages on which the host manages a tournament.


def host_page(
    state: TournamentState,
    words: Localizer,
    page: str = "",
    round_number: int | None = None,
    unreadable_tables: Collection[str] = (),
    user_id: int = 0,
) -> Page:
    """Return a private page on which the host manages the tournament.

    Args:
        page: ``"rules"``, ``"game"``, ``"people"`` or ``"results"``; by default the first available page.
        round_number: the round whose results are listed; ``None`` for the last one.
        user_id: the reader. They do not decide on results of their own games. A host who has not signed up is
            reminded of it.
    """
    # Which pages there are depends on the state; an old button may name another one.
    pages = _pages(state, unreadable_tables)
    page = page if page in pages else pages[0]
    if page == "results":
        return _results_page(state, words, round_number, unreadable_tables, user_id)
    items: list[Item] = [text_display(words("tournament-host-title"), _next_task(state, user_id, words))]
    if page == "people":
        items += _people(state, words)
    elif page == "game":
        items += _options(state, words)
    else:
        items += _rules(state, words)
    items += button_rows(_buttons(state, words, page, pages))
    return framed(items, accent=interactions.LOBBY)


def _next_task(state: TournamentState, user_id: int, words: Localizer) -> str:
    if state.is_open:
        is_host = user_id == state.row.host_id
        signed = not is_host or any(entrant.user_id == user_id for entrant in state.remaining)
        start = public_label("button-tournament-begin", state.row.locale)
        has_time = state.row.starts_at is not None
        return words("tournament-host-open", timed=yes_no(has_time), start=start, signed=yes_no(signed))
    if state.row.is_paused and state.expires_at is not None:
        return words("tournament-host-paused", when=f"<t:{state.expires_at // 1000}:D>")
    if state.is_running and not state.row.is_paused:
        return words("tournament-host-running")
    return ""


def _pages(state: TournamentState, unreadable: Collection[str]) -> list[str]:
    if state.is_over:
        return ["results"]
    if not state.is_open:
        return ["people", "results"] if finished_rounds(state, unreadable) else ["people"]
    if not state.game.rules.options:
        return ["rules", "people"]
    return ["rules", "game", "people"]


def _results_page(
    state: TournamentState,
    words: Localizer,
    number: int | None,
    unreadable: Collection[str],
    user_id: int,
) -> Page:
    rounds = finished_rounds(state, unreadable)
    chosen = number if number in rounds else rounds[-1]
    ended = [table for table in state.rounds[chosen - 1].tables if table.is_done or table.id in unreadable]
    counted = [table.id for table in ended if not table.aside]
    offered = [table_id for table_id in counted if not state.has_own_result(user_id, table_id)]
    items: list[Item] = [text_display(words("tournament-host-title"), words("tournament-aside-about"))]
    items += table_menus(state, chosen, words, offered, "cup_aside", state.id)
    items += button_rows(round_buttons(state, rounds, chosen, words, "cup_page", "results."))
    items += button_rows(_buttons(state, words, "results", _pages(state, unreadable)))
    return framed(items, accent=interactions.LOBBY)


def _rules(state: TournamentState, words: Localizer) -> list[Item]:
    items: list[Item] = []
    for name, values in acts.choices_of(state).items():
        if len(values) < 2:
            continue
        prompt = words(f"tournament-set-{name}")
        options = _options_of(state, name, values, words, f"{prompt}: ")
        items.append(menu("cup_set", state.id, prompt, options, name))
    return items


def _options_of(
    state: TournamentState, name: str, values: Sequence[str], words: Localizer, prefix: str = ""
) -> list[SelectOption]:
    now = acts.current_value(state, name)
    options = []
    for value in values[:CHOICES_LIMIT]:
        label = prefix + _value(state, name, value, words)
        options.append(option(value, label, chosen=value == now))
    return options


def _value(state: TournamentState, name: str, value: str, words: Localizer) -> str:
    match name:
        case "clock":
            label = words(f"clock-{value}")
        case "computers":
            if value == "none":
                label = words("tournament-set-none")
            else:
                label = words(f"level-{value}")
        case "final" | "pace":
            label = words(f"tournament-set-{value}")
        case "rounds" if value == "auto":
            label = words("tournament-set-auto", rounds=state.round_count)
        case "seats" | "most":
            label = words("tournament-set-people", people=value)
        case _:
            label = words("tournament-set-number", rounds=value)
    return label


FORM_SETTINGS = ("seats", "rounds", "final", "clock", "most")
"""The settings in the form, which holds five. The others are on the host's page only."""


def settings_form(state: TournamentState, words: Localizer) -> Form:
    """Return the form in which the host changes the most important settings of the sign-up at once."""
    fields = []
    choices = acts.choices_of(state)
    for name in FORM_SETTINGS:
        if len(choices[name]) < 2:
            continue
        select = FormSelect(name, tuple(_options_of(state, name, choices[name], words)))
        fields.append(field(words(f"tournament-set-{name}"), select))
    title = clip(words("button-tournament-form"), TITLE_LIMIT)
    return Form(custom_id("m", "cup_formed", state.id), title, tuple(fields))


def _options(state: TournamentState, words: Localizer) -> list[Item]:
    row = state.row
    rules = state.game.rules
    items: list[Item] = []
    for name, values in rules.options.items():
        now = row.options.get(name, values[0])
        prompt = words(f"{row.game}-option-{name}")
        options = [
            option(value, f"{prompt}: {option_value(row.game, name, value, words)}", chosen=value == now)
            for value in in_menu_order(values[:CHOICES_LIMIT])
        ]
        items.append(menu("cup_option", state.id, prompt, options, name))
    return items


def _people(state: TournamentState, words: Localizer) -> list[Item]:
    people = [entrant for entrant in state.remaining if entrant.user_id is not None]
    items: list[Item] = []
    if waited := unanswered(state.invitations):
        mentions = words.join(map(mention, waited))
        items.append(text_display(words("lobby-unanswered", people=mentions)))
    items.append(member_menu("cup_add", state.id, words("options-invite"), most=MOST_GUESTS))
    if 0 < len(people) <= CHOICES_LIMIT:
        options = [option(str(entrant.user_id), label_of(state, entrant.number, words)) for entrant in people]
        items.append(menu("cup_out", state.id, words("tournament-take-out"), options))
    elif people:
        items.append(member_menu("cup_out", state.id, words("tournament-take-out")))
    items.append(member_menu("cup_host", state.id, words("tournament-hand-over")))
    return items


def _buttons(state: TournamentState, words: Localizer, page: str, pages: Sequence[str]) -> list[Button]:
    buttons: list[Button] = []
    # Buttons to the host's other pages.
    if len(pages) > 1:
        for name in pages:
            label = words(f"button-tournament-{name}")
            buttons.append(button("cup_page", state.id, label, name, disabled=name == page))
    if state.is_over:
        return buttons
    if page == "rules":
        buttons.append(button("cup_form", state.id, words("button-tournament-form")))
    # A running tournament can be paused; any open one can be cancelled.
    if state.is_running and state.row.is_paused:
        buttons.append(button("cup_pause", state.id, words("button-tournament-resume"), "no"))
    elif state.is_running:
        buttons.append(button("cup_pause", state.id, words("button-tournament-pause"), "yes"))
    buttons.append(button("cup_cancel", state.id, words("button-tournament-cancel"), style="danger"))
    return buttons


def cancel_page(state: TournamentState, words: Localizer) -> Page:
    """Return the page that asks the host to confirm the cancellation of a tournament."""
    buttons = [
        button("cup_cancelled", state.id, words("button-tournament-cancel-yes"), style="danger"),
        button("cup_more", state.id, words("button-tournament-keep")),
    ]
    return framed(
        text_display(words("tournament-ask-cancel")), button_rows(buttons), accent=interactions.YOUR_TURN
    )


def exclusion_form(state: TournamentState, table_id: str, words: Localizer) -> Form:
    """Return the form that asks the host for the reason to exclude a table's result."""
    what = reason_field(words("tournament-aside-why"), LONGEST_QUOTE)
    title = clip(words("tournament-aside-form"), TITLE_LIMIT)
    return Form(custom_id("m", "cup_asided", state.id, table_id), title, (what,))
