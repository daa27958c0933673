"""The private pages of a tournament's host."""

from __future__ import annotations

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import label
from bot.pages.titles import option_value
from bot.tournaments import acts
from bot.tournaments.state import TournamentState
from bot.wire.components import (
    CHOICES_LIMIT,
    PLACEHOLDER_LIMIT,
    TITLE_LIMIT,
    ActionRow,
    Button,
    Form,
    Item,
    TextInput,
    UserSelect,
    button,
    button_rows,
    clip,
    custom_id,
    field,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed

LONGEST_REASON = 200


def host_page(state: TournamentState, words: Localizer, page: str = "rules") -> Page:
    """Return the page where a host changes settings before the start, or acts afterwards.

    Args:
        state: the tournament.
        words: the reader's localizer.
        page: ``"rules"`` or ``"game"`` during the sign-up, ``"people"`` at any time.
    """
    items: list[Item] = [text_display(words("tournament-host-title"))]
    if page == "people" or not state.is_open:
        items += _people(state, words)
    elif page == "game":
        items += _options(state, words)
    else:
        items += _rules(state, words)
    return framed(*items, *button_rows(_buttons(state, words, page)), accent=colours.LOBBY)


def _rules(state: TournamentState, words: Localizer) -> list[Item]:
    items: list[Item] = []
    for name, values in acts.choices_of(state).items():
        now = acts.chosen(state, name)
        options = [option(one, _value(state, name, one, words), chosen=one == now) for one in values]
        prompt = words(f"tournament-set-{name}")
        items.append(menu("cup_set", state.id, prompt, options[:CHOICES_LIMIT], name))
    return items


def _value(state: TournamentState, name: str, value: str, words: Localizer) -> str:
    match name:
        case "clock":
            said = words(f"clock-{value}")
        case "computers":
            said = words("tournament-set-none") if value == "none" else words(f"level-{value}")
        case "final":
            said = words(f"tournament-set-{value}")
        case "rounds" if value == "auto":
            said = words("tournament-set-auto", rounds=state.all_rounds)
        case _:
            said = value
    return f"{words(f'tournament-set-{name}')}: {said}"


def _options(state: TournamentState, words: Localizer) -> list[Item]:
    row, rules = state.row, state.game.rules
    items: list[Item] = []
    for name, values in rules.options.items():
        prompt = words(f"{row.game}-option-{name}")
        options = [
            option(
                one, f"{prompt}: {option_value(row.game, name, one, words)}", chosen=one == row.options[name]
            )
            for one in values[:CHOICES_LIMIT]
        ]
        items.append(menu("cup_option", state.id, prompt, options, name))
    return items


def _people(state: TournamentState, words: Localizer) -> list[Item]:
    people = [(str(one.number), label(one.name)) for one in state.remaining if one.user_id is not None]
    items: list[Item] = [_select(state, "cup_add", words("tournament-add"))]
    if people:
        options = [option(number, name) for number, name in people[:CHOICES_LIMIT]]
        items.append(menu("cup_out", state.id, words("tournament-take-out"), options))
    done = [
        (f"{number}.{table}", words("tournament-place", round=number, table=table))
        for number, each in enumerate(state.rounds, 1)
        for table, one in enumerate(each.tables, 1)
        if one.is_done and not one.aside
    ]
    if done and state.is_running:
        options = [option(value, said) for value, said in reversed(done[-CHOICES_LIMIT:])]
        items.append(menu("cup_aside", state.id, words("tournament-aside"), options))
    items.append(_select(state, "cup_host", words("tournament-hand-over")))
    return items


def _select(state: TournamentState, verb: str, prompt: str) -> ActionRow:
    return ActionRow((UserSelect(custom_id("u", verb, state.id), clip(prompt, PLACEHOLDER_LIMIT)),))


def _buttons(state: TournamentState, words: Localizer, page: str) -> list[Button]:
    buttons: list[Button] = []
    if state.is_open:
        pages = [one for one in ("rules", "game", "people") if one != "game" or state.game.rules.options]
        buttons += [
            button("cup_page", state.id, words(f"button-tournament-{one}"), one, disabled=one == page)
            for one in pages
        ]
    elif state.is_running:
        key = "button-tournament-resume" if state.row.is_paused else "button-tournament-pause"
        arg = "no" if state.row.is_paused else "yes"
        buttons.append(button("cup_pause", state.id, words(key), arg))
    return [*buttons, button("cup_cancel", state.id, words("button-tournament-cancel"), style="danger")]


def cancel_page(state: TournamentState, words: Localizer) -> Page:
    """Return the page that asks whether to cancel."""
    buttons = [
        button("cup_cancelled", state.id, words("button-tournament-cancel-yes"), style="danger"),
        button("cup_more", state.id, words("button-tournament-keep")),
    ]
    return framed(
        text_display(words("tournament-ask-cancel")), *button_rows(buttons), accent=colours.YOUR_TURN
    )


def aside_form(state: TournamentState, place: str, words: Localizer) -> Form:
    """Return the form for the reason why a result is set aside; ``place`` is round and table."""
    what = field(words("tournament-aside-why"), TextInput("reason", 2, LONGEST_REASON))
    title = clip(words("tournament-aside-form"), TITLE_LIMIT)
    return Form(custom_id("m", "cup_asided", state.id, place), title, (what,))


def said_page(said: str) -> Page:
    """Return a short private answer."""
    return framed(text_display(said), accent=colours.QUIET)
