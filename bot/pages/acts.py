"""Votes of players during a game, for example for a pause: the private page, lines and buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer, plain
from bot.language.names import bold
from bot.pages.people import people_localizer, seat_owner_name
from bot.pages.titles import title_line
from bot.tables import votes
from bot.tables.absence import free_pause_at
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, button, button_rows, text_display
from bot.wire.messages import Page, framed

MAX_OFFERED = 3
"""Limit of seats offered in the table's message at once."""


def votes_page(
    snapshot: Snapshot,
    acts: Sequence[str],
    seat: int,
    language: str,
    *,
    may_watch: bool,
    is_moderator: bool = False,
) -> Page:
    """Return the private page on which a person can vote for acts such as a pause.

    Args:
        acts: names of acts from ``bot.tables.votes``.
        seat: the person's seat, or -1 for a person who has left.
        may_watch: add the button that shows all hands.
        is_moderator: add the button for moderators.
    """
    words = people_localizer(snapshot, language)
    lines = [f"-# {title_line(snapshot, words)}", words("acts-title")]
    buttons: list[Button] = []
    # Only players can vote and resign; people who left can still ask for all hands.
    if seat >= 0:
        lines.append(words("acts-rule", counts="yes" if snapshot.is_still_rated else "no"))
        lines += vote_lines(snapshot, words)
        buttons += [_act_button(snapshot, act, seat, language) for act in acts]
        buttons.append(button("askresign", snapshot.id, words("button-resign"), style="danger"))
    else:
        lines.append(words("acts-gone"))
    if may_watch:
        buttons.append(watch_button(snapshot, words))
    if is_moderator:
        buttons.append(button("order", snapshot.id, words("button-order")))
    return framed(text_display(*lines), *button_rows(buttons), accent=colours.QUIET)


def confirm_vote_page(snapshot: Snapshot, act: str, language: str) -> Page:
    """Return the page that asks a player to confirm a vote for an act such as ``end``."""
    words = people_localizer(snapshot, language)
    kind, seat = act.partition(":")[0], votes.seat_of(act)
    name = "" if seat is None else seat_owner_name(snapshot, seat, language, bold)
    sentence = words(f"ask-{kind}", name=name, counts="yes" if snapshot.is_still_rated else "no")
    buttons = [
        button("act", snapshot.id, _act_name(snapshot, act, language), act, style="danger"),
        button("acts", snapshot.id, words("button-acts-back"), "back"),
    ]
    return framed(text_display(sentence), *button_rows(buttons), accent=colours.YOUR_TURN)


def vote_lines(snapshot: Snapshot, words: Localizer) -> Iterator[str]:
    """Yield a line for each act that has votes, with the names of the voters."""
    for act in snapshot.row.votes:
        if act == votes.PAUSE and snapshot.is_paused:
            continue  # who paused the game stands where it says that it is paused
        kind, seat = act.partition(":")[0], votes.seat_of(act)
        name = "" if seat is None else seat_owner_name(snapshot, seat, words.language, bold)
        names = words.join([words.name(seat) for seat in snapshot.voters(act)])
        free_at = free_pause_at(snapshot.row)
        if act == votes.PAUSE and free_at is not None:
            yield words("vote-pause-again", names=names, when=f"<t:{free_at // 1000}:R>")
        else:
            yield words(
                f"vote-{kind}", name=name, names=names, all="yes" if snapshot.is_still_rated else "no"
            )


def public_act_buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    """Return the table's buttons that end a pause, take an offered seat, or open the page of votes."""
    buttons = []
    for seat in [row.seat for row in snapshot.seats if row.is_offered][:MAX_OFFERED]:
        label = words("button-take-seat", name=seat_owner_name(snapshot, seat, words.language))
        buttons.append(button("take", snapshot.id, label, str(seat), style="success"))
    if snapshot.is_paused:
        label = words("button-play-on" if snapshot.row.is_decided else "button-resume")
        buttons.insert(0, button("act", snapshot.id, label, votes.RESUME, style="success", emoji="▶️"))
    return [*buttons, votes_button(snapshot, words)]


def votes_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button that opens the page of votes."""
    return button("acts", snapshot.id, words("button-acts"))


def watch_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button that shows all hands to people who no longer play."""
    return button("watch", snapshot.id, words("button-watch"), emoji="👀")


def guess_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button with which spectators begin to guess whether claims are lies."""
    return button("guessalong", snapshot.id, words("button-guess"), emoji="🔮")


def _act_button(snapshot: Snapshot, act: str, seat: int, language: str) -> Button:
    # All acts except pauses have to be confirmed.
    is_for_it = seat in snapshot.voters(act)
    asks = act not in (votes.PAUSE, votes.RESUME) and not is_for_it
    name = _act_name(snapshot, act, language)
    style = "success" if is_for_it or act == votes.RESUME else "secondary"
    label = f"☑️ {name}" if is_for_it else name
    return button("askact" if asks else "act", snapshot.id, label, act, style=style)


def _act_name(snapshot: Snapshot, act: str, language: str) -> str:
    seat = votes.seat_of(act)
    name = "" if seat is None else seat_owner_name(snapshot, seat, language)
    key = "button-watch-leavers" if act == votes.WATCH else f"button-{act.partition(':')[0]}"
    return plain(Localizer(language)(key, name=name))
