"""What interrupts a game, as parts of pages: absences, pauses and restarts, and the votes of its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot import interactions
from bot.language import Localizer, bold, plain
from bot.pages.people import people_localizer, seat_owner_name, stand_in_name, title_line
from bot.tables import endings
from bot.tables.positions import free_pause_at, is_away, is_person, paused_until
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, button, button_rows, text_display
from bot.wire.messages import Page, framed
from games.core.standing import GamesSoFar
from games.core.words import yes_no

# --- away ---------------------------------------------------------------------------------------------------
# Texts about players who are late or away, and about pauses and restarts.


def away_lines(snapshot: Snapshot, words: Localizer) -> list[str]:
    """Return lines about late players, and about absent players for whom computer players move."""
    if snapshot.is_closed:
        return []
    away = [seat.seat for seat in snapshot.seats if is_away(seat)]
    # All people are away: nothing else matters.
    if snapshot.row.deserted_until is not None:
        names = words.join([words.name(seat) for seat in away])
        when = relative_time(snapshot.row.deserted_until)
        counts = yes_no(snapshot.is_still_rated)
        return [words("table-deserted", names=names, count=len(away), when=when, counts=counts)]
    # People who are late come first, then absent people with their computer player.
    late = [seat for seat in snapshot.acting if _has_extra_time(snapshot, seat)]
    if snapshot.row.clock == "none":
        ways = {"more": words("button-more"), "acts": words("button-acts")}
        lines = [words("table-idle", seat=words.name(seat), **ways) for seat in late]
    else:
        lines = [words("table-extra-time", seat=words.name(seat)) for seat in late]
    lines += [words("table-away", **_names(snapshot, seat, words)) for seat in away]
    return [*lines, f"-# {words('away-counts')}"] if away else lines


def own_away_lines(snapshot: Snapshot, words: Localizer) -> list[str]:
    """Return a line about the computer player that moves for the reader, or no line."""
    own = snapshot.mine
    if snapshot.is_closed or not is_away(snapshot.seats[own.seat]):
        return []
    if snapshot.row.deserted_until is not None:
        return [words("panel-away-waits", may_move=yes_no(snapshot.is_my_turn))]
    return [words("panel-away", standin=_names(snapshot, own.seat, words)["standin"])]


def back_buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    """Return the button *I'm back* if any player is absent, otherwise no button."""
    away = [seat.seat for seat in snapshot.seats if is_away(seat)]
    if snapshot.is_closed or not away:
        return []
    # Everybody sees the table's message, so that its button names the one whom it is for.
    name = plain(words.name(away[0]))
    if snapshot.own is None and len(away) == 1 and len(name) <= NAME_ON_BUTTON:
        label = words("button-back-named", name=name)
    else:
        label = words("button-back")
    return [button("back", snapshot.id, label, style="success")]


NAME_ON_BUTTON = 16
"""Length of the longest name in a button's label."""


def pause_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return the line about a paused game, with the latest end of the pause."""
    until = paused_until(snapshot.row)
    assert until is not None
    if snapshot.row.is_decided:
        return words("ending-for-fun", when=relative_time(until))
    by = [words.name(seat) for seat in snapshot.voters("pause")]
    key = "table-paused-by" if by else "table-paused-now"
    return words(key, names=words.join(by), when=relative_time(until))


def relative_time(at: int) -> str:
    """Return Discord's markup for a relative time such as "in 5 minutes".

    Args:
        at: Unix milliseconds.
    """
    return f"<t:{at // 1000}:R>"


def _has_extra_time(snapshot: Snapshot, seat: int) -> bool:
    row = snapshot.seats[seat]
    return not row.is_away and row.grace is not None and row.grace == snapshot.decisions[seat]


def _names(snapshot: Snapshot, seat: int, words: Localizer) -> dict[str, str]:
    return {"seat": words.name(seat), "standin": bold(stand_in_name(snapshot, seat, words), keeps_signs=True)}


def restart_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return the line that announces a restart of the bot, or an empty line."""
    if snapshot.restart_at is None or snapshot.is_closed:
        return ""
    return f"-# {words('restart-announced', when=f'<t:{snapshot.restart_at // 1000}:t>')}"


# --- acts ---------------------------------------------------------------------------------------------------
# Votes of players during a game, for example for a pause: the private page, lines and buttons.

MAX_OFFERED = 3
"""Limit of seats offered in the table's message at once."""


def votes_page(
    snapshot: Snapshot,
    acts: Sequence[str],
    seat: int,
    language: str,
    missing: Mapping[str, endings.MissingVotes],
    *,
    may_watch: bool,
    is_moderator: bool = False,
) -> Page:
    """Return the private page on which a person can vote for acts such as a pause.

    Args:
        acts: names of acts from ``bot.tables.endings``.
        seat: the person's seat, or -1 for a person who has left.
        missing: for each act the votes that it needs besides the person's own.
        may_watch: add the button that shows all hands.
        is_moderator: add the button for moderators.
    """
    words = people_localizer(snapshot, language)
    alone = _alone(snapshot)
    lines = [f"-# {title_line(snapshot, words)}", words("acts-title", alone=alone)]
    buttons: list[Button] = []
    # Only players can vote and resign; people who left can still ask for all hands.
    if seat >= 0:
        lines += [_act_line(snapshot, act, missing[act], seat, words) for act in acts if act in missing]
        if seat not in snapshot.gone:
            lines.append(words("acts-resign", act=words("button-resign"), alone=alone))
        lines += vote_lines(snapshot, words)
        if any(votes.seats for votes in missing.values()):
            lines.append(words("acts-again"))
        buttons += [_act_button(snapshot, act, seat, language) for act in acts]
        buttons.append(button("askresign", snapshot.id, words("button-resign"), style="danger"))
    else:
        lines.append(words("acts-gone"))
    if may_watch:
        buttons.append(watch_button(snapshot, words))
    if is_moderator:
        buttons.append(button("order", snapshot.id, words("button-order")))
    return framed(text_display(lines), button_rows(buttons), accent=interactions.QUIET)


def _alone(snapshot: Snapshot) -> str:
    # One person has nobody to vote with.
    return yes_no(sum(map(is_person, snapshot.seats)) == 1)


def stop_buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    """Return the button for a person among computer players who may want to stop after a game of a match."""
    points = snapshot.game.presenter.games_so_far(snapshot.mine.view)
    if points is None or _alone(snapshot) == "no" or snapshot.is_still_rated:
        return []
    return [button("stop", snapshot.id, words("button-stop"))]


def confirm_stop_page(snapshot: Snapshot, seat: int, language: str) -> Page:
    """Return the page that asks a person among computer players to confirm the end of a match."""
    words = people_localizer(snapshot, language).to_reader(seat)
    buttons = [
        button("act", snapshot.id, words("button-stop-match"), endings.END, style="danger"),
        button("hand", snapshot.id, words("button-play-on")),
    ]
    sentence = words("ask-stop", points=" ".join(points_so_far(snapshot, words)))
    return framed(text_display(sentence), button_rows(buttons), accent=interactions.YOUR_TURN)


def points_so_far(snapshot: Snapshot, words: Localizer) -> list[str]:
    """Return a line on the points between two games of a match; no line elsewhere."""
    so_far = games_so_far(snapshot)
    return [] if so_far is None else [words(so_far.standing_of_all())]


def is_between_games(snapshot: Snapshot) -> bool:
    """Return whether another game of the match has been dealt, in which nobody has played yet."""
    return games_so_far(snapshot) is not None


def games_so_far(snapshot: Snapshot) -> GamesSoFar | None:
    """Return the points between two games of a match; ``None`` elsewhere."""
    if snapshot.view is None:
        return None
    return snapshot.game.presenter.games_so_far(snapshot.view)


def _act_line(
    snapshot: Snapshot, act: str, missing: endings.MissingVotes, seat: int, words: Localizer
) -> str:
    # The line says what the act does to whom, and whose votes it still takes.
    kind = act.partition(":")[0]
    about = endings.seat_of(act)
    if about is None:
        name = ""
    else:
        name = seat_owner_name(snapshot, about, words.language, bold)
    return words(
        "acts-line",
        act=_act_name(snapshot, act, words.language),
        effect=words(f"acts-effect-{kind}", name=name),
        has_voted=yes_no(seat in snapshot.voters(act)),
        count=missing.needed,
        people=len(missing.seats),
        names=words.join([words.name(other) for other in missing.seats]),
    )


def confirm_vote_page(snapshot: Snapshot, act: str, language: str) -> Page:
    """Return the page that asks a player to confirm a vote for an act such as ``end``."""
    words = people_localizer(snapshot, language)
    kind = act.partition(":")[0]
    seat = endings.seat_of(act)
    if seat is None:
        name = ""
    else:
        name = seat_owner_name(snapshot, seat, language, bold)
    counts = yes_no(snapshot.is_still_rated)
    eliminates = yes_no(snapshot.game.rules.has_elimination)
    sentence = words(f"ask-{kind}", name=name, counts=counts, eliminates=eliminates)
    buttons = [
        button("act", snapshot.id, _act_name(snapshot, act, language), act, style="danger"),
        button("acts", snapshot.id, words("button-acts-back"), "back"),
    ]
    return framed(text_display(sentence), button_rows(buttons), accent=interactions.YOUR_TURN)


def vote_lines(snapshot: Snapshot, words: Localizer) -> Iterator[str]:
    """Yield a line for each act that has votes, with the names of the voters."""
    for act in snapshot.row.votes:
        if act == endings.PAUSE and snapshot.is_paused:
            continue  # the line about the pause names the person
        kind = act.partition(":")[0]
        seat = endings.seat_of(act)
        if seat is None:
            name = ""
        else:
            name = seat_owner_name(snapshot, seat, words.language, bold)
        names = words.join([words.name(seat) for seat in snapshot.voters(act)])
        free_at = free_pause_at(snapshot.row)
        if act == endings.PAUSE and free_at is not None:
            yield words("vote-pause-again", names=names, when=f"<t:{free_at // 1000}:R>")
        else:
            yield words(f"vote-{kind}", name=name, names=names, all=yes_no(snapshot.is_still_rated))


def public_act_buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    """Return the table's buttons that end a pause or take an offered seat."""
    buttons = []
    for seat in [row.seat for row in snapshot.seats if row.is_offered][:MAX_OFFERED]:
        label = words("button-take-seat", name=seat_owner_name(snapshot, seat, words.language))
        buttons.append(button("take", snapshot.id, label, str(seat), style="success"))
    if snapshot.is_paused:
        label = words("button-play-on" if snapshot.row.is_decided else "button-resume")
        buttons.insert(0, button("act", snapshot.id, label, endings.RESUME, style="success", emoji="▶️"))
    return buttons


def votes_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button that opens the page of votes."""
    return button("acts", snapshot.id, words("button-acts"))


def watch_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button that shows all hands to people who no longer play."""
    return button("watch", snapshot.id, words("button-watch"), emoji="👀")


def guess_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button with which spectators begin to guess whether claims are lies."""
    return button("guessalong", snapshot.id, words("button-guess"), emoji="🔮")


def spectator_page(snapshot: Snapshot, words: Localizer, *, may_watch: bool, may_guess: bool) -> Page:
    """Return the page for a person who asks for a hand at a table where they do not sit.

    Args:
        may_watch: the person may see all hands.
        may_guess: the person may guess whether claims are lies.
    """
    buttons = [watch_button(snapshot, words)] if may_watch else []
    buttons += [guess_button(snapshot, words)] if may_guess else []
    if buttons:
        offer = words("spectator-offer", guess=yes_no(may_guess))
    else:
        offer = words("watch-in-channel")
    buttons.append(button("rules", snapshot.id, words("button-rules")))
    lines = [words("not-at-table"), offer]
    return framed(text_display(lines), button_rows(buttons), accent=interactions.QUIET)


def _act_button(snapshot: Snapshot, act: str, seat: int, language: str) -> Button:
    # All acts except pauses have to be confirmed.
    is_for_it = seat in snapshot.voters(act)
    asks = act not in (endings.PAUSE, endings.RESUME) and not is_for_it
    name = _act_name(snapshot, act, language)
    if is_for_it or act == endings.RESUME:
        style = "success"
    else:
        style = "secondary"
    label = f"☑️ {name}" if is_for_it else name
    return button("askact" if asks else "act", snapshot.id, label, act, style=style)


def _act_name(snapshot: Snapshot, act: str, language: str) -> str:
    seat = endings.seat_of(act)
    if seat is None:
        name = ""
    else:
        name = seat_owner_name(snapshot, seat, language)
    if act == endings.WATCH:
        key = "button-watch-leavers"
    else:
        key = f"button-{act.partition(':')[0]}"
    return plain(Localizer(language)(key, name=name))
