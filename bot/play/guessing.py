"""Guessing along, in private: who watches, or is out, says whether a claim is a lie."""

from __future__ import annotations

from bot.app import Action, Tap
from bot.interactions import colours
from bot.language.localizer import Localizer, flat
from bot.order.admission import admitted
from bot.play.moment_view import share_line
from bot.refused import Refused
from bot.showing.answers import open_guess, update_guess
from bot.showing.people import people_localizer
from bot.showing.titles import short_title
from bot.tables import guessing
from bot.tables.snapshot import Guesser, Snapshot
from bot.wire.components import Button, button, button_rows, text_display
from bot.wire.messages import Page, framed

TRUE, LIE = "true", "lie"


def guess_page(snapshot: Snapshot, language: str) -> Page:
    """Render the panel of somebody who guesses along.

    Args:
        snapshot: the table as they may see it, with their own guesses.
        language: theirs.
    """
    own = snapshot.guesser
    assert own is not None
    words = people_localizer(snapshot, language)
    headline = snapshot.scene.headline if snapshot.moment is None else snapshot.moment.headline
    said = [
        f"-# {short_title(snapshot, words)}",
        f"### {flat(words(headline))}",
        _asked(snapshot, own, words),
    ]
    if own.claim is None:
        said.append(share_line(snapshot, words))
    if own.count:
        said.append(f"-# {words('guess-tally', right=own.right, count=own.count)}")
    buttons = []
    if own.claim is not None and not snapshot.is_closed:
        said.append(f"-# {words('guess-private')}")
        buttons = [_choice(snapshot, own, is_lie, words) for is_lie in (False, True)]
    accent = colours.YOUR_TURN if buttons and own.guess is None else colours.QUIET
    return framed(text_display(*(line for line in said if line)), *button_rows(buttons), accent=accent)


def _asked(snapshot: Snapshot, own: Guesser, words: Localizer) -> str:
    """Say what can be guessed, what was, or how the last guess turned out."""
    if own.truth is not None and own.guess is not None:
        return words("guess-right" if own.guess is own.truth else "guess-wrong")
    if snapshot.is_closed:
        return ""
    if own.claim is None:
        return words("guess-waits")
    if own.guess is None:
        return words("guess-ask")
    return words("guess-made", guess=LIE if own.guess else TRUE)


def _choice(snapshot: Snapshot, own: Guesser, is_lie: bool, words: Localizer) -> Button:
    name = LIE if is_lie else TRUE
    is_chosen = own.guess is is_lie
    label = words(f"button-guess-{name}")
    shown = f"✓ {label}" if is_chosen else label
    style = "success" if is_chosen else "secondary" if own.guess is not None else "primary"
    return button("guess", snapshot.id, shown, f"{own.claim}:{name}", style=style)


async def open_panel(tap: Tap) -> None:
    """Open a private panel in which claims are guessed, which follows the game."""
    table = await tap.app.tables.game(tap.subject)
    guessing.check(table.state, tap.user.id)
    await admitted(tap.interaction)
    await open_guess(tap.app.writer(table), tap.interaction)


async def guess(tap: Tap) -> None:
    """Take a guess; where everybody knows by now, the panel shows that instead."""
    table = await tap.app.tables.game(tap.subject)
    seq, _, name = tap.arg.partition(":")
    if not seq.isdecimal() or name not in (TRUE, LIE):
        raise Refused("stale-button")
    try:
        await table.guess(guessing.guessed, tap.user.id, tap.user.display_name, int(seq), name == LIE)
    except Refused as refused:
        if refused.text.key != "guess-late":
            raise
    await update_guess(tap.app.writer(table), tap.interaction)


ACTIONS: dict[str, Action] = {"guessalong": open_panel, "guess": guess}
