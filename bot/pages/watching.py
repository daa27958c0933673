"""Private panels of spectators: all hands for former players, and guesses whether claims are lies."""

from __future__ import annotations

from bot.interactions import colours
from bot.language.localizer import Localizer, flat, unmarked
from bot.pages.boards import board_items, with_hands
from bot.pages.moment import share_line
from bot.pages.people import people_localizer, seat_names
from bot.pages.standings import standing_lines
from bot.pages.table import turn_line
from bot.pages.titles import short_title, title_line
from bot.tables.snapshot import Guesser, Snapshot
from bot.wire.components import Button, button, button_rows, text_display
from bot.wire.messages import Page, framed

TRUE, LIE = "true", "lie"


def watch_page(snapshot: Snapshot, language: str) -> Page:
    """Return the page of a game with all hands open, made from the seats' views."""
    assert snapshot.view is not None
    words = people_localizer(snapshot, language)
    scene, moment = snapshot.scene, snapshot.moment
    headline = scene.headline if moment is None else moment.headline
    lines = [f"-# {title_line(snapshot, words)}", words("watch-title"), f"**{unmarked(words(headline))}**"]
    family = snapshot.game.rules.family(snapshot.options).name
    # During the suspense, the cards of the reveal stay hidden here, too.
    open_board = scene.board if moment is None or not snapshot.in_suspense else moment.board
    board = with_hands(open_board, snapshot.game.presenter, snapshot.hands, family)
    items, pictures = board_items(board, words, seat_names(snapshot, language), f"watch-{snapshot.id}")
    above = text_display(*lines, _status(snapshot, words), limit=1300)
    return framed(above, *items, accent=colours.QUIET, files=pictures)


def _status(snapshot: Snapshot, words: Localizer) -> str:
    view = snapshot.view
    assert view is not None
    standing = standing_lines(snapshot.game, view, view.result, words) if snapshot.is_closed else []
    return "\n".join(standing) or turn_line(snapshot, words)


# --- guessing along -----------------------------------------------------------------------------------------


def guess_page(snapshot: Snapshot, language: str) -> Page:
    """Return the private panel of a spectator who guesses whether claims are lies."""
    own = snapshot.guesser
    assert own is not None
    words = people_localizer(snapshot, language)
    headline = snapshot.scene.headline if snapshot.moment is None else snapshot.moment.headline
    lines = [
        f"-# {short_title(snapshot, words)}",
        f"### {flat(words(headline))}",
        _guess_line(snapshot, own, words),
    ]
    # Between two claims, the page shows how the crowd has judged the last one.
    if own.claim is None:
        lines.append(share_line(snapshot, words))
    if own.count:
        lines.append(f"-# {words('guess-tally', right=own.right, count=own.count)}")
    buttons = []
    # The claim can be guessed now, and nobody sees the guess before the truth.
    if own.claim is not None and not snapshot.is_closed:
        lines.append(f"-# {words('guess-private')}")
        buttons = [_choice(snapshot, own, is_lie, words) for is_lie in (False, True)]
    accent = colours.YOUR_TURN if buttons and own.guess is None else colours.QUIET
    return framed(text_display(*(line for line in lines if line)), *button_rows(buttons), accent=accent)


def _guess_line(snapshot: Snapshot, own: Guesser, words: Localizer) -> str:
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
    marked_label = f"☑️ {label}" if is_chosen else label
    style = "success" if is_chosen else "secondary" if own.guess is not None else "primary"
    return button("guess", snapshot.id, marked_label, f"{own.claim}:{name}", style=style)
