"""Handlers of the buttons and menus of a table's message and of private panels."""

from __future__ import annotations

import structlog

from bot.app import Action, Tap, TapHandler, panel_handler
from bot.driving.table import Table, not_your_turn
from bot.interactions import colours
from bot.interactions.replies import acknowledge, answer, reader
from bot.interactions.taps import number_in
from bot.language.localizer import plain
from bot.pages.boards import board_gallery
from bot.pages.controls import SEPARATOR, move_without_question, omits_second_move
from bot.pages.names_in_pictures import PlayerName
from bot.pages.panel import answer_for_cards
from bot.pages.people import people_localizer
from bot.pages.table import log_page
from bot.play.hints import hint_text
from bot.refused import Refused
from bot.showing.answers import ack
from bot.tables import clocks, moments, seating
from bot.tables.state import TableState
from bot.wire.components import gallery, text_display
from bot.wire.messages import framed
from games.core.moves import Move
from games.core.presentation import Board, Row, faces
from games.core.rules import is_to_act
from games.core.words import Seat, Text
from storage.errors import StorageFailed

log = structlog.get_logger(__name__)

HINT_EFFORT = 0.5
"""Share of a strong player's full thinking that a hint uses."""


async def open_hand(tap: Tap) -> None:
    """Open the private panel of the person who tapped, with hand and controls."""
    table, seat = await tap.own_seat()
    await tap.app.writer(table).panels.open_hand(tap.interaction, seat)


async def play_move(tap: Tap) -> None:
    """Play the tapped move and, in a private panel, the second move that follows automatically."""
    await _play_tapped_move(tap, is_alone=not tap.is_private)


async def play_move_alone(tap: Tap) -> None:
    """Play the tapped move without the automatic second move."""
    await _play_tapped_move(tap, is_alone=True)


async def _play_tapped_move(tap: Tap, *, is_alone: bool) -> None:
    table, seat = await tap.own_seat()
    number, _, notation = tap.arg.partition(":")
    decision = number_in(number)
    if not is_to_act(table.state.to_act, seat) and decision != table.state.decisions[seat]:
        table.state.check_outcome_public()
        raise not_your_turn(table.state.to_act)
    await _play(tap, table, seat, notation, decision, is_alone=is_alone)
    await _show_panel(tap, table, seat)


async def _play(tap: Tap, table: Table, seat: int, notation: str, decision: int, *, is_alone: bool) -> None:
    # Without a database the table keeps the move, and tries it again.
    table.forget_move(tap.user.id)  # what is tapped now counts, not what could not be written before
    try:
        following = None if is_alone else _automatic_second_move
        await table.play(seat, notation, decision, by=tap.user.id, following=following)
    except StorageFailed as error:
        log.debug("a move cannot be written", why=str(error))  # ``bot.outage`` logs it
        table.remember_move(tap.user.id, notation, decision)
        raise Refused("not-written-retried") from error


def _automatic_second_move(state: TableState, seat: int) -> Move | None:
    match = state.match
    if match is None or seat not in state.acting(human=True):
        return None
    return state.attempt("follow", lambda: state.game.presenter.second_move(match.view(seat)), None)


async def _show_panel(tap: Tap, table: Table, seat: int) -> None:
    writer = tap.app.writer(table)
    if tap.is_private:
        await writer.panels.update_hand(tap.interaction, seat)
    elif seat in table.state.acting(human=True):
        await writer.panels.open_hand(tap.interaction, seat)
    else:
        await ack(writer, tap.interaction)


async def continue_game(tap: Tap) -> None:
    """Store that the person tapped *Next* below revealed cards. Play continues when all players have."""
    table, seat = await tap.own_seat()
    await table.turn(moments.confirm_seen, seat, number_in(tap.arg))
    writer = tap.app.writer(table)
    if tap.is_private:
        await writer.panels.update_hand(tap.interaction, seat)
    else:
        await ack(writer, tap.interaction)


async def return_to_game(tap: Tap) -> None:
    """Mark a person who was away as present, and open their panel if it is their turn."""
    table, seat = await tap.own_seat()
    await table.decide(seating.at_seat_of(tap.user.id, clocks.end_absence))
    await _show_panel(tap, table, seat)


async def show_log(tap: Tap) -> None:
    """Show a table's latest events in a private message."""
    snapshot = (await tap.app.tables.find_state(tap.subject)).snapshot
    await answer(tap.interaction, log_page(snapshot, reader(tap.interaction).language))


async def choose_answer(tap: Tap) -> None:
    """Add the answer chosen in a menu to the person's move, then ask the next question or play the move."""
    table, seat, chosen = await _answers_so_far(tap)
    await _play_or_ask(tap, table, seat, [*chosen, tap.value])


async def switch_view(tap: Tap) -> None:
    """Switch the tapped panel between the question about the move and the whole table."""
    table, seat = await tap.own_seat()
    panels = tap.app.writer(table).panels
    await panels.update_hand(tap.interaction, seat, shows_table=bool(tap.arg))


async def show_question(tap: Tap) -> None:
    """Show the next question about the person's move, or the previous question after a tap on *Back*."""
    table, seat, chosen = await _answers_so_far(tap)
    await tap.app.writer(table).panels.update_hand(tap.interaction, seat, chosen)


async def choose_cards(tap: Tap) -> None:
    """Add the cards chosen in a menu to the person's move, then ask the next question or play the move."""
    table, seat, chosen = await _answers_so_far(tap)
    value = answer_for_cards(table.state.seen_by(seat), chosen, tap.values)
    if value is not None:
        await _play_or_ask(tap, table, seat, [*chosen, value])
        return
    sentence = Text("cards-not-together")
    await tap.app.writer(table).panels.update_hand(tap.interaction, seat, chosen, sentence)


async def _play_or_ask(tap: Tap, table: Table, seat: int, chosen: list[str]) -> None:
    state = table.state
    at_once = move_without_question(state.seen_by(seat), chosen)
    if at_once is None:
        await tap.app.writer(table).panels.update_hand(tap.interaction, seat, chosen)
        return
    decision = state.decisions[seat]
    await _play(tap, table, seat, str(at_once), decision, is_alone=omits_second_move(chosen))
    await _show_panel(tap, table, seat)


async def show_hint(tap: Tap) -> None:
    """Show a hint in the tapped panel, computed from what the person can see."""
    table, seat, _ = await _answers_so_far(tap)
    state = table.state
    if not state.has_hints:
        raise Refused("stale-button")
    # Thinking may take longer than Discord waits for an answer.
    await acknowledge(tap.interaction)
    own, decision = state.seen_by(seat).mine, state.decisions[seat]
    estimates = await tap.app.thinkers.assess(state.game.id, own.view, own.legal, (), decision, HINT_EFFORT)
    sentence = hint_text(state.game, own.view, own.legal, estimates)
    await table.turn(moments.add_note, seat, decision, sentence)
    await tap.app.writer(table).panels.update_hand(tap.interaction, seat)


async def _answers_so_far(tap: Tap) -> tuple[Table, int, list[str]]:
    table, seat = await tap.own_seat()
    number, _, path = tap.arg.partition(":")
    number, _, _ = number.partition("-")  # then comes which menu of several it is
    state = table.state
    if state.is_closed:
        state.check_outcome_public()
        raise Refused("game-is-over")
    if not is_to_act(state.to_act, seat) or number != str(state.decisions[seat]):
        raise Refused("stale-button")
    table.forget_move(tap.user.id)
    return table, seat, path.split(SEPARATOR) if path else []


async def show_guide(tap: Tap) -> None:
    """Show the ranking of hands in the tapped table's game, with examples."""
    snapshot = (await tap.app.tables.find_state(tap.subject)).snapshot
    # Not every game has hands to rank.
    entries = () if snapshot.view is None else snapshot.game.presenter.guide(snapshot.view)
    if not entries:
        raise Refused("stale-button")
    words = people_localizer(snapshot, reader(tap.interaction).language)
    family = snapshot.game.rules.family(snapshot.options).name
    # The titles of rows are only the names of the hands.
    titles = [plain(words(text)).partition(":")[0].partition("：")[0] for text, _ in entries]
    rows = [Row(Seat(number), (faces(example),)) for number, (_, example) in enumerate(entries)]
    _, picture = board_gallery(Board(family, tuple(rows)), words, list(map(PlayerName, titles)), "guide")
    lines = [f"{number}. {words(text)}" for number, (text, _) in enumerate(entries, 1)]
    above = text_display(words("guide-title"), *lines, limit=3800)
    # The description names the cards of each example.
    seen = [
        f"{title}: {words.cards(cards, family)}" for title, (_, cards) in zip(titles, entries, strict=True)
    ]
    picture_item = gallery(picture.filename, "\n".join(seen))
    await answer(tap.interaction, framed(above, picture_item, accent=colours.QUIET, files=[picture]))


ACTIONS: dict[str, Action | TapHandler] = {
    "hand": TapHandler(open_hand, is_patient=True),
    "move": panel_handler(play_move),
    "only": panel_handler(play_move_alone),
    "goon": panel_handler(continue_game),
    "back": return_to_game,
    "log": show_log,
    "whole": panel_handler(switch_view),
    "pick": panel_handler(choose_answer),
    "way": panel_handler(show_question),
    "cards": panel_handler(choose_cards),
    "hint": panel_handler(show_hint),
    "guide": show_guide,
}
