"""Handlers for spectators: see all hands, guess about claims, react to revealed cards."""

from __future__ import annotations

from bot.app import Action, Tap
from bot.interactions.taps import number_in
from bot.order.admission import check_admission
from bot.pages.watching import LIE, TRUE
from bot.refused import Refused
from bot.showing.answers import update_table
from bot.tables import guessing, moments, seating


async def open_watch_panel(tap: Tap) -> None:
    """Open a private panel with all hands, for a person who no longer plays."""
    table = await tap.app.tables.game(tap.subject)
    seating.with_all_hands(table.state, tap.user.id)
    await table.guess(guessing.mark_all_hands_seen, tap.user.id, tap.name)
    await tap.app.writer(table).panels.open_watch(tap.interaction)


async def open_guess_panel(tap: Tap) -> None:
    """Open a private panel in which a spectator guesses whether claims are lies."""
    table = await tap.app.tables.game(tap.subject)
    guessing.check_may_guess(table.state, tap.user.id)
    await check_admission(tap.interaction)
    await tap.app.writer(table).panels.open_guess(tap.interaction)


async def guess(tap: Tap) -> None:
    """Store a spectator's guess about a claim, or show the truth if it is already known."""
    table = await tap.app.tables.game(tap.subject)
    seq, _, name = tap.arg.partition(":")
    number = number_in(seq)
    if name not in (TRUE, LIE):
        raise Refused("stale-button")
    try:
        await table.guess(guessing.add_guess, tap.user.id, tap.name, number, name == LIE)
    except Refused as refused:
        if refused.text.key != "guess-late":
            raise
    await tap.app.writer(table).panels.update_guess(tap.interaction)


async def react(tap: Tap) -> None:
    """Add the person's emoji to the reactions to revealed cards."""
    table = await tap.app.tables.game(tap.subject)
    seq, _, face = tap.arg.partition(".")
    await table.turn(moments.react, tap.user.id, number_in(seq), number_in(face, len(moments.FACES)))
    writer, seat = tap.app.writer(table), table.state.seat_of(tap.user.id)
    if tap.is_private and seat is not None:
        await writer.panels.update_hand(tap.interaction, seat)
    else:
        await update_table(writer, tap.interaction)


ACTIONS: dict[str, Action] = {
    "watch": open_watch_panel,
    "guessalong": open_guess_panel,
    "guess": guess,
    "react": react,
}
