"""Handlers and pages for leaving a running game. A person is first shown what leaving costs."""

from __future__ import annotations

from collections.abc import Sequence

from bot.app import Action, Tap
from bot.interactions import colours
from bot.interactions.replies import reader
from bot.language.localizer import Localizer
from bot.pages.acts import watch_button
from bot.pages.names_in_pictures import texts_of
from bot.pages.people import people_localizer, seat_names
from bot.refused import Refused
from bot.tables import ending, seating
from bot.tables.state import TableState
from bot.tables.table_facts import is_rated
from bot.wire.components import CHOICES_LIMIT, button, button_rows, text_display
from bot.wire.messages import Page, framed
from games.core.seats import group_by_team


def table_name(state: TableState, words: Localizer) -> str:
    """Return the name of a table in a list: its game and its players."""
    names = words.join(texts_of(seat_names(state, words.language)))
    return words("table-choice", game=words(f"{state.game.id}-name"), names=names)


def choose_game_page(states: Sequence[TableState], words: Localizer) -> Page:
    """Return the page that asks a person which of their running games to leave."""
    lines, games = [words("which-resign")], []
    for number, state in enumerate(states[:CHOICES_LIMIT], 1):
        lines.append(f"{number}. {table_name(state, words)}")
        label = words("which-game", number=number, game=words(f"{state.game.id}-name"))
        games.append(button("askresign", state.id, label))
    return framed(text_display(*lines), *button_rows(games), accent=colours.YOUR_TURN)


async def ask_about_resigning(tap: Tap) -> None:
    """Ask the person in the tapped panel to confirm leaving the game."""
    table, seat = await tap.own_seat()
    await tap.reply(resignation_page(table.state, seat, reader(tap.interaction)))


async def resign(tap: Tap) -> None:
    """Remove the person from the running game. A computer player takes the seat."""
    table, _ = await tap.own_seat()
    after = await table.decide(seating.at_seat_of(tap.user.id, ending.resign))
    words = reader(tap.interaction)
    sentence = words("resigned", game=words(f"{after.game.id}-name"))
    may_watch = after.is_playing and seating.may_watch(after, tap.user.id)
    buttons = [watch_button(after.snapshot, words)] if may_watch else []
    await tap.reply(framed(text_display(sentence), *button_rows(buttons)))


async def stay(tap: Tap) -> None:
    """Confirm that the person stays in the game."""
    display = text_display(reader(tap.interaction)("resign-stayed"))
    await tap.reply(framed(display, accent=colours.QUIET))


def resignation_page(state: TableState, seat: int, words: Localizer) -> Page:
    """Return the page that asks a person to confirm leaving a game, and says what leaving costs.

    Raises:
        Refused: the person has dropped out already.
    """
    if seat in state.gone:
        raise Refused("nothing-to-leave")
    words = people_localizer(state, words.language)
    lines = [words("ask-resign", game=words(f"{state.game.id}-name")), *_costs(state, seat, words)]
    buttons = [
        button("resign", state.id, words("button-resign-yes"), style="danger"),
        button("stay", state.id, words("button-stay")),
    ]
    return framed(text_display(*lines), *button_rows(buttons), accent=colours.YOUR_TURN)


def _costs(state: TableState, seat: int, words: Localizer) -> list[str]:
    row, taken_by = state.seats[seat], words("resign-cost-seat")
    is_alone = len(state.people) == 1
    # The game is decided already: nothing is lost but the seat.
    if state.row.is_decided:
        return [words("resign-cost-decided"), words("resign-cost-last-one") if is_alone else taken_by]
    # A seat that was taken over does not count for its person.
    if row.is_taken and is_rated(state.seats):
        return [words("resign-cost-taken"), taken_by]
    if not is_rated(state.seats):
        return [words("resign-cost-closed")] if is_alone else [words("resign-cost-unrated"), taken_by]
    # A rated game: the last place, and the game may end by it.
    is_team, count = int(bool(state.teams)), len(group_by_team(range(len(state.seats)), state.teams))
    costs = [words("resign-cost-last", seats=count, is_team=is_team), words("resign-cost-rated")]
    still_playing = [other for other in ending.contenders(state) if other != seat]
    if len(group_by_team(still_playing, state.teams)) == 1:
        names = words.join([words.name(other) for other in still_playing])
        least = state.game.min_decisions
        is_early = any(state.decision_counts[other].by_player < least for other in (seat, *still_playing))
        won = "resign-cost-early" if is_early else "resign-cost-wins"
        costs.append(words(won, name=names, count=len(still_playing)))
    return [*costs, taken_by]


ACTIONS: dict[str, Action] = {"askresign": ask_about_resigning, "resign": resign, "stay": stay}
