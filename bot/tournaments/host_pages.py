"""Private pages on which the host manages a tournament."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import LONGEST_QUOTE, mention
from bot.pages.titles import option_value
from bot.tables.invitations import MOST_GUESTS, unanswered
from bot.tournaments import acts
from bot.tournaments.naming import label_of
from bot.tournaments.private_pages import finished_rounds, round_buttons, table_menus
from bot.tournaments.state import TournamentState
from bot.wire.components import (
    CHOICES_LIMIT,
    TITLE_LIMIT,
    Button,
    Form,
    Item,
    button,
    button_rows,
    clip,
    custom_id,
    member_menu,
    menu,
    option,
    reason_field,
    text_display,
)
from bot.wire.messages import Page, framed
from storage.tournaments.rows import PairedTable


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
        user_id: the reader, who does not decide on results of their own games.
    """
    # Which pages there are depends on the state; an old button may name another one.
    pages = _pages(state, unreadable_tables)
    page = page if page in pages else pages[0]
    if page == "results":
        return _results_page(state, words, round_number, unreadable_tables, user_id)
    items: list[Item] = [text_display(words("tournament-host-title"), _next_task(state, words))]
    if page == "people":
        items += _people(state, words)
    elif page == "game":
        items += _options(state, words)
    else:
        items += _rules(state, words)
    return framed(*items, *button_rows(_buttons(state, words, page, pages)), accent=colours.LOBBY)


def _next_task(state: TournamentState, words: Localizer) -> str:
    if state.is_open:
        return words("tournament-host-open", timed="no" if state.row.starts_at is None else "yes")
    if state.row.is_paused and state.expires_at is not None:
        return words("tournament-host-paused", when=f"<t:{state.expires_at // 1000}:D>")
    return words("tournament-host-running") if state.is_running and not state.row.is_paused else ""


def _pages(state: TournamentState, unreadable: Collection[str]) -> list[str]:
    if state.is_over:
        return ["results"]
    results = ["results"] if finished_rounds(state, unreadable) else []
    if not state.is_open:
        return ["people", *results]
    return ["rules", *(["game"] if state.game.rules.options else []), "people"]


def _results_page(
    state: TournamentState,
    words: Localizer,
    number: int | None,
    unreadable: Collection[str],
    user_id: int,
) -> Page:
    rounds = finished_rounds(state, unreadable)
    chosen = number if number in rounds else rounds[-1]

    def is_offered(table: PairedTable) -> bool:
        is_own = state.has_own_result(user_id, table.id)
        return (table.is_done or table.id in unreadable) and not table.aside and not is_own

    menus = table_menus(state, chosen, words, is_offered, "cup_aside", state.id)
    return framed(
        text_display(words("tournament-host-title"), words("tournament-aside-about")),
        *menus,
        *button_rows(round_buttons(state, rounds, chosen, words, "cup_page", "results.")),
        *button_rows(_buttons(state, words, "results", _pages(state, unreadable))),
        accent=colours.LOBBY,
    )


def _rules(state: TournamentState, words: Localizer) -> list[Item]:
    items: list[Item] = []
    for name, values in acts.choices_of(state).items():
        if len(values) < 2:
            continue
        now = acts.current_value(state, name)
        options = [option(value, _value(state, name, value, words), chosen=value == now) for value in values]
        prompt = words(f"tournament-set-{name}")
        items.append(menu("cup_set", state.id, prompt, options[:CHOICES_LIMIT], name))
    return items


def _value(state: TournamentState, name: str, value: str, words: Localizer) -> str:
    match name:
        case "clock":
            return words(f"clock-{value}")  # is known without its name, and would be cut with it
        case "computers":
            label = words("tournament-set-none") if value == "none" else words(f"level-{value}")
        case "final" | "pace":
            label = words(f"tournament-set-{value}")
        case "rounds" if value == "auto":
            label = words("tournament-set-auto", rounds=state.round_count)
        case _:
            label = value
    return f"{words(f'tournament-set-{name}')}: {label}"


def _options(state: TournamentState, words: Localizer) -> list[Item]:
    row, rules = state.row, state.game.rules
    items: list[Item] = []
    for name, values in rules.options.items():
        now = row.options.get(name, values[0])
        prompt = words(f"{row.game}-option-{name}")
        options = [
            option(value, f"{prompt}: {option_value(row.game, name, value, words)}", chosen=value == now)
            for value in values[:CHOICES_LIMIT]
        ]
        items.append(menu("cup_option", state.id, prompt, options, name))
    return items


def _people(state: TournamentState, words: Localizer) -> list[Item]:
    people = [entrant for entrant in state.remaining if entrant.user_id is not None]
    items: list[Item] = []
    if waited := unanswered(state.invitations):
        mentions = words.join([mention(user_id) for user_id in waited])
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
        buttons += [
            button(
                "cup_page",
                state.id,
                words(f"button-tournament-{page_name}"),
                page_name,
                disabled=page_name == page,
            )
            for page_name in pages
        ]
    if state.is_over:
        return buttons
    # A running tournament can be paused; any open one can be cancelled.
    if state.is_running:
        key = "button-tournament-resume" if state.row.is_paused else "button-tournament-pause"
        arg = "no" if state.row.is_paused else "yes"
        buttons.append(button("cup_pause", state.id, words(key), arg))
    return [*buttons, button("cup_cancel", state.id, words("button-tournament-cancel"), style="danger")]


def cancel_page(state: TournamentState, words: Localizer) -> Page:
    """Return the page that asks the host to confirm the cancellation of a tournament."""
    buttons = [
        button("cup_cancelled", state.id, words("button-tournament-cancel-yes"), style="danger"),
        button("cup_more", state.id, words("button-tournament-keep")),
    ]
    return framed(
        text_display(words("tournament-ask-cancel")), *button_rows(buttons), accent=colours.YOUR_TURN
    )


def exclusion_form(state: TournamentState, table_id: str, words: Localizer) -> Form:
    """Return the form that asks the host for the reason to exclude a table's result."""
    what = reason_field(words("tournament-aside-why"), LONGEST_QUOTE)
    title = clip(words("tournament-aside-form"), TITLE_LIMIT)
    return Form(custom_id("m", "cup_asided", state.id, table_id), title, (what,))
