"""Handlers of votes during a game: pause, resume, end, offer a seat, take an offered seat."""

from __future__ import annotations

from bot.app import Action, Tap
from bot.driving.table import Table
from bot.interactions import colours
from bot.interactions.replies import acknowledge, answer, reader
from bot.interactions.taps import number_in
from bot.order.actions import ACTIONS as MODERATION
from bot.order.admission import check_admission, may_moderate
from bot.pages.acts import confirm_vote_page, votes_page
from bot.pages.people import people_localizer
from bot.pages.standings import verdict_lines
from bot.refused import Refused
from bot.tables import seating, votes
from bot.tables.state import TableState
from bot.wire.components import text_display
from bot.wire.messages import framed
from storage.servers.settings import load_settings


async def show_votes(tap: Tap) -> None:
    """Show everything that the person can vote for, such as a pause, in a private message."""
    table = await tap.app.tables.game(tap.subject)
    if not table.state.has_ever_sat(tap.user.id) and await _keeps_order(tap, table):
        await MODERATION["order"](tap)
    else:
        # A reveal that ends the game looks like any other.
        table.state.check_outcome_public()
        await _show_votes_page(tap, table, is_new=tap.arg != "back")


async def _keeps_order(tap: Tap, table: Table) -> bool:
    settings = await tap.app.store.read(load_settings, table.state.row.guild_id)
    return await may_moderate(tap.interaction, settings)


async def ask_about_vote(tap: Tap) -> None:
    """Ask a person to confirm a vote for something that cannot be undone."""
    table, _ = await tap.own_seat()
    state = table.state
    state.check_outcome_public()
    if tap.arg not in votes.possible_acts(state):
        raise Refused("act-not-possible")
    await tap.reply(confirm_vote_page(state.snapshot, tap.arg, reader(tap.interaction).language))


async def vote(tap: Tap) -> None:
    """Record or withdraw the person's vote, for example to end the game."""
    table, _ = await tap.own_seat()
    table.state.check_outcome_public()
    await table.decide(seating.at_seat_of(tap.user.id, votes.vote), tap.arg)
    if tap.is_private:
        await _show_votes_page(tap, table, is_new=False)
    else:
        await acknowledge(tap.interaction)


async def take_seat(tap: Tap) -> None:
    """Seat the person at an offered seat, and show them its hand."""
    table = await tap.app.tables.game(tap.subject)
    seat = number_in(tap.arg)
    await check_admission(tap.interaction)
    await table.decide(seating.take_seat, seat, tap.user.id, tap.name, tap.guild_id, tap.handle)
    await tap.app.writer(table).panels.open_hand(tap.interaction, seat)


async def _show_votes_page(tap: Tap, table: Table, *, is_new: bool) -> None:
    state, words = table.state, reader(tap.interaction)
    # The last vote may have ended the game.
    if state.is_closed:
        lines = verdict_lines(state.snapshot, people_localizer(state, words.language))
        page = framed(text_display(*lines), accent=colours.OVER)
    else:
        page = votes_page(
            state.snapshot,
            votes.possible_acts(state),
            _seat_or_left(state, tap.user.id),
            words.language,
            may_watch=seating.may_watch(state, tap.user.id),
            is_moderator=await _keeps_order(tap, table),
        )
    if is_new:
        await answer(tap.interaction, page)
    else:
        await tap.reply(page)


def _seat_or_left(state: TableState, user_id: int) -> int:
    # -1 stands for a person who has left the table.
    if not state.has_ever_sat(user_id):
        raise Refused("not-at-table")
    seat = state.seat_of(user_id)
    return -1 if seat is None else seat


ACTIONS: dict[str, Action] = {"acts": show_votes, "askact": ask_about_vote, "act": vote, "take": take_seat}
