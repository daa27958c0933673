"""The message of an open or planned lobby, and its private pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

import discord

from bot import interactions
from bot.language import Localizer, capitalized, clean, escape, label, mention, public_label
from bot.pages.acts import restart_line
from bot.pages.calls import when_line
from bot.pages.people import (
    aim_lines,
    announced_options,
    first_game_lines,
    in_menu_order,
    lesson_button,
    option_value,
    other_length,
    outcome_of_options,
    people_localizer,
    tournament_place,
)
from bot.pages.phone import TABLE, page_height, rows_of
from bot.pages.standings import early_end_lines, score_line
from bot.tables import lobby as acts
from bot.tables import presence
from bot.tables.clocks import CLOCKS
from bot.tables.lobby import MOST_GUESTS, is_computer
from bot.tables.planning import has_too_few_players
from bot.tables.positions import is_person
from bot.tables.snapshot import Snapshot, teams_of
from bot.times import LONGEST_TEXT, typed_text
from bot.wire.components import (
    CHOICES_LIMIT,
    FIELDS_LIMIT,
    GROUP_LIMIT,
    ONE_LINE,
    TITLE_LIMIT,
    ActionRow,
    Button,
    Form,
    FormSelect,
    Item,
    Label,
    SelectOption,
    TextDisplay,
    TextInput,
    button,
    button_rows,
    checkbox_field,
    clip,
    custom_id,
    field,
    member_menu,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games import GAMES, Game
from games.core.game import DEFAULT_LEVEL
from games.core.words import Text, yes_no
from storage.rows import CHANNEL, NO_THREAD, THREAD, InvitationRow, SeatRow, Venue

THREAD_NAME_LIMIT = 100
"""Limit of characters of a thread's name."""


def lobby_page(snapshot: Snapshot, language: str) -> Page:
    """Return the message of a lobby that is planned, open, or closed without a game."""
    words = Localizer(language)
    if snapshot.gathering.starts_at is not None and (not snapshot.is_closed or has_too_few_players(snapshot)):
        return planned_page(snapshot, _setting_lines(snapshot, words), words)
    if snapshot.is_closed:
        lines = [words("lobby-closed-title", game=_name(snapshot, words))]
        lines += map(words, snapshot.news)
        return framed(text_display(lines), accent=interactions.QUIET)
    return _open_page(snapshot, words)


def _open_page(lobby: Snapshot, words: Localizer) -> Page:
    is_full = acts.is_full(lobby.game, len(lobby.seats))
    obstacle = acts.start_obstacle(lobby.game, len(lobby.seats), lobby.options)
    can_start = obstacle is None
    table = lobby.id
    # The highlighted button is *Join* until the game can start, and then *Start*.
    join = "secondary" if can_start else "primary"
    about = [
        words("lobby-title", emoji=lobby.game.emoji, game=_name(lobby, words)),
        words(f"{lobby.game.id}-pitch"),
    ]
    status = [score_line(lobby.evening, words), _status_line(lobby, obstacle, words)]
    buttons = [
        button("join", table, words("button-join"), style=join, disabled=is_full),
        _start_button(lobby, words, can_start=can_start),
        button("computers", table, words("button-computers")),
        button("options_form", table, words("button-options")),
        # The custom id carries the seal of the shuffles, for everybody and before a card is dealt.
        button("more", table, words("button-more"), lobby.seal),
    ]
    buttons += _length_button(lobby, words) + _swap_button(lobby, words)
    return framed(
        text_display(about, aim_lines(lobby.game, words, lobby.options)),
        text_display(_seat_count(lobby, words), _seat_lines(lobby, words), _guest_lines(lobby, words)),
        text_display(_setting_lines(lobby, words)),
        text_display(status, restart_line(lobby, words)),
        button_rows(buttons),
        accent=interactions.LOBBY,
    )


def _start_button(lobby: Snapshot, words: Localizer, *, can_start: bool) -> Button:
    # Once the lobby was started, those who are asked answer in the same place.
    if presence.is_asking(lobby):
        return button("here", lobby.id, words("button-tournament-here"), style="success")
    return button("start", lobby.id, words("button-start"), style="success", disabled=not can_start)


def _length_button(lobby: Snapshot, words: Localizer) -> list[Button]:
    # The host sees how much time the other length would save or add.
    other = other_length(lobby)
    if other is None:
        return []
    how = SHORT if other.is_short else WHOLE
    label = words("button-begin", how=words(f"begin-{how}"), minutes=other.minutes)
    return [button("length", lobby.id, label, how)]


def _swap_button(lobby: Snapshot, words: Localizer) -> list[Button]:
    if not teams_of(lobby.game, len(lobby.seats), lobby.options):
        return []
    can_swap = acts.can_swap(lobby.game, len(lobby.seats), lobby.options)
    return [button("swap", lobby.id, words("button-change-seat"), disabled=not can_swap)]


def _status_line(lobby: Snapshot, obstacle: Text | None, words: Localizer) -> str:
    until = lobby.gathering.answer_until
    if until is None:
        return f"-# {_readiness(lobby, obstacle, words)}"
    # People have to act on this line, so it is not in small letters.
    return words("lobby-asking", count=len(presence.asked_ids(lobby)), left=f"<t:{until // 1000}:R>")


def _readiness(lobby: Snapshot, obstacle: Text | None, words: Localizer) -> str:
    # A rematch begins by itself, unless a player cannot come: then the host has to start it.
    has_refusal = any(invitation.has_declined for invitation in lobby.gathering.invitations)
    is_automatic = lobby.gathering.is_rematch and not has_refusal
    # People who are not the host read when they can act without the host.
    has_guests = any(is_person(seat) and seat.user_id != lobby.row.host_id for seat in lobby.seats)
    if lobby.is_host_gone and has_guests:
        status = "" if obstacle is None else words(obstacle)
        way = {"status": status, "more": words("button-more")}
        return words("lobby-host-gone", ready=yes_no(obstacle is None), **way)
    if is_automatic:
        return words("lobby-rematch")
    if obstacle is not None:
        return words(obstacle)
    return words("lobby-ready-or" if has_guests else "lobby-ready")


def _guest_lines(lobby: Snapshot, words: Localizer) -> list[str]:
    removed: list[str] = []
    waited_for: list[str] = []
    declined: list[str] = []
    subscribers: list[str] = []
    for invitation in lobby.gathering.invitations:
        name = escape(invitation.name)
        if invitation.is_subscriber:
            subscribers.append(mention(invitation.user_id))
        if invitation.is_removed:
            remover = escape(invitation.remover) or words("former-player")
            removed.append(words("lobby-removed", name=name, by=remover))
        elif invitation.is_subscriber:
            continue  # subscribers know of the lobby, but nobody waits for them
        elif invitation.has_declined:
            declined.append(words("lobby-declined", name=name))
        else:
            waited_for.append(mention(invitation.user_id))
    lines = removed
    if waited_for:
        lines.append(words("lobby-unanswered", people=words.join(waited_for)))
    lines += declined
    if subscribers:
        lines.append(words("lobby-told", people=" ".join(subscribers)))
    return lines


def joined_rematch_page(lobby: Snapshot, words: Localizer) -> Page:
    """Return the private page for a person who has joined a rematch."""
    # The page names nobody: the lobby's message shows which people are missing.
    is_complete = all(invitation.is_subscriber for invitation in lobby.gathering.invitations)
    if not lobby.gathering.is_rematch:
        key = "rematch-joined"
    else:
        key = "rematch-soon" if is_complete else "rematch-waiting"
    rematch = public_label("button-rematch", lobby.row.locale)
    return framed(text_display(words(key, rematch=rematch)), accent=interactions.LOBBY)


def _seat_count(lobby: Snapshot, words: Localizer) -> str:
    low, high = lobby.game.rules.seats
    if low == high:
        return words("lobby-seats-exactly", count=len(lobby.seats), most=high)
    return words("lobby-seats", count=len(lobby.seats), least=low, most=high)


def _name(lobby: Snapshot, words: Localizer) -> str:
    return words(f"{lobby.game.id}-name")


def _seat_lines(lobby: Snapshot, words: Localizer) -> list[str]:
    teams = teams_of(lobby.game, len(lobby.seats), lobby.options)
    if not teams:
        return [_seat_line(lobby, seat, words) for seat in lobby.seats]
    lines = []
    for team in sorted(set(teams)):
        lines.append(words("lobby-team", number=team + 1))
        lines += [_seat_line(lobby, seat, words) for seat in lobby.seats if teams[seat.seat] == team]
    return lines


def _seat_line(lobby: Snapshot, seat: SeatRow, words: Localizer) -> str:
    name = escape(seat.name, is_computer(seat))
    if seat.level is not None:
        return words("lobby-seat-computer", name=name, level=words(f"level-{seat.level}"))
    if seat.user_id in lobby.champions:
        name = words("tournament-champion", name=name)
    if seat.is_asked:
        return words("lobby-seat-asked", name=name)
    return words("lobby-seat-host" if seat.user_id == lobby.row.host_id else "lobby-seat", name=name)


def _setting_lines(lobby: Snapshot, words: Localizer) -> list[str]:
    lines = option_lines(lobby, words)
    if lobby.game.rules.has_elimination and not lobby.row.watching:
        lines.append(words("lobby-watching-off"))
    if lobby.game.rules.has_claims and not lobby.row.crowd:
        lines.append(words("lobby-crowd-off"))
    if lobby.has_hints:
        lines.append(words("lobby-hints-on"))
    if lobby.gathering.venue == THREAD:
        lines.append(words("lobby-in-thread"))
    lines.append(_clock_line(lobby, words))
    if outcome := outcome_of_options(lobby, words):
        lines.append(f"-# {capitalized(outcome)}")
    return lines


def _clock_line(lobby: Snapshot, words: Localizer) -> str:
    return words("lobby-clock", clock=words(f"clock-{lobby.row.clock}"))


def option_lines(lobby: Snapshot, words: Localizer) -> list[str]:
    """Return a line for each option that matters, with its value. What is as usual is on the options page."""
    return [_option_line(lobby, name, words) for name in announced_options(lobby)]


def _option_line(lobby: Snapshot, name: str, words: Localizer) -> str:
    game = lobby.game.id
    value = option_value(game, name, lobby.options[name], words)
    return words("lobby-option", option=words(f"{game}-option-{name}"), value=value)


def notice_page(snapshot: Snapshot, language: str) -> Page:
    """Return the notice that replaces the lobby's message when the game begins."""
    words = people_localizer(snapshot, language)
    names = words.join([words.name(seat.seat) for seat in snapshot.seats])
    about = {"emoji": snapshot.game.emoji, "game": _name(snapshot, words), "names": names}
    sentence = words("lobby-started", **about)
    # The custom id carries the seal, which so stays in the channel for everybody; the button prints it.
    fair = button_rows([button("fair", snapshot.id, words("button-fair"), snapshot.seal)])
    has_tempers = snapshot.game.has_temperaments and any(map(is_computer, snapshot.seats))
    tempers = words("computers-tempers-short") if has_tempers else ""
    # A game in this channel: its own message shows the rest.
    if snapshot.thread_id is None:
        return framed(
            text_display(sentence),
            text_display(option_lines(snapshot, words), _clock_line(snapshot, words), tempers),
            text_display(words("lobby-no-thread") if snapshot.gathering.venue == NO_THREAD else ""),
            fair,
            accent=interactions.QUIET,
        )
    # A game in a thread: the channel gets the result, too, as more people read it.
    if snapshot.is_closed:
        fair = []
        result = None if snapshot.view is None else snapshot.view.result
        if snapshot.row.is_decided:
            sentence = f"{about['emoji']} **{about['game']}** · {' '.join(early_end_lines(snapshot, words))}"
        elif result is None:
            sentence = words("thread-broken-off", **about)
        else:
            first = words.join([words.name(seat) for seat in result.ranking[0]])
            sentence = words("thread-over", **about, first=first)
        sentence = f"{sentence} → <#{snapshot.thread_id}>"
    else:
        place = words("panel-table-in-thread", thread=f"<#{snapshot.thread_id}>")
        sentence = f"{sentence}\n{place}\n{tempers}".rstrip()
    return framed(text_display(sentence), fair, accent=interactions.QUIET)


def thread_name(snapshot: Snapshot, language: str) -> str:
    """Return the name of a table's thread: the game and the people."""
    words = Localizer(language)
    names = [clean(seat.name) for seat in snapshot.seats if is_person(seat)]
    place = tournament_place(snapshot, words)
    if place:
        game = f"{place} · {_name(snapshot, words)}"
    else:
        game = _name(snapshot, words)
    return clip(words("thread-name", game=game, names=words.join(names)), THREAD_NAME_LIMIT)


def next_game_page(over: Snapshot, words: Localizer, game_ids: Collection[str] = ()) -> Page:
    """Return the page that asks which game to play after a finished one, or beside a running one.

    Without ``game_ids`` all games are offered.
    """
    return framed(
        text_display(words("another-title" if over.is_closed else "another-title-meanwhile")),
        menu("another_game", over.id, words("another-choose"), _game_options(words, game_ids)),
        accent=interactions.LOBBY,
    )


def invitation_game_page(user_id: int, words: Localizer, game_ids: Collection[str] = ()) -> Page:
    """Return the page that asks for which game to open a lobby, in order to invite a member.

    Without ``game_ids`` all games are offered.
    """
    return framed(
        text_display(words("invite-which-game", who=mention(user_id))),
        menu("invite_game", str(user_id), words("another-choose"), _game_options(words, game_ids)),
        accent=interactions.LOBBY,
    )


def invited_page(lobby: Snapshot, user_id: int, words: Localizer) -> Page:
    """Return the page that confirms an invitation to a lobby."""
    place = f"<#{lobby.row.channel_id}>"
    sentence = words("invite-done", who=mention(user_id), game=_name(lobby, words), channel=place)
    return framed(text_display(sentence), accent=interactions.LOBBY)


def _game_options(words: Localizer, game_ids: Collection[str]) -> list[SelectOption]:
    offered = [game.id for game in GAMES if not game_ids or game.id in game_ids]
    return [option(game, words(f"{game}-name"), words(f"{game}-pitch")) for game in offered]


SHORT = "short"
WHOLE = "whole"
"""Arguments of a button that starts a game at once: in its short form if it has one, or as a whole."""


def beginning_page(game: Game, words: Localizer, *, is_first: bool) -> Page:
    """Return the page that asks how to begin a game at once: short or whole, or with the lesson.

    Args:
        is_first: the person has never played the game, so the aim is explained and the lesson is offered.
    """
    ways = []
    if is_first and game.lesson is not None:
        ways.append(lesson_button(game, words))
    # A game of one length begins by the same button as a short one.
    lengths = {"begin-now": (SHORT, game.minutes)}
    if game.short_options:
        lengths = {"begin-short": (SHORT, game.short_minutes), "begin-whole": (WHOLE, game.minutes)}
    for how, (length, minutes) in lengths.items():
        label = words("button-begin", how=words(how), minutes=minutes)
        ways.append(button("now", game.id, label, length))
    if is_first:
        lines = first_game_lines(game, words, dict(game.short_options))
    else:
        lines = [words("begin-game", emoji=game.emoji, game=words(f"{game.id}-name"))]
    if words.has(f"{game.id}-length"):
        lines.append(f"-# {words(f'{game.id}-length', minutes=game.minutes)}")
    return framed(text_display(lines), rows_of(ways), accent=interactions.LOBBY)


def lesson_offer_page(game: Game, words: Localizer, options: Mapping[str, str]) -> Page:
    """Return the page that offers the lesson to a person who has joined a first game of a kind."""
    about = text_display(first_game_lines(game, words, options))
    return framed(about, button_rows([lesson_button(game, words)]), accent=interactions.LOBBY)


def no_rematch_page(over: Snapshot, words: Localizer) -> Page:
    """Return the page for a person who taps *Rematch* but did not play. It offers a new lobby."""
    own = button("begin", over.row.game, words("button-open-lobby"), style="primary")
    return framed(text_display(words("rematch-not-yours")), button_rows([own]), accent=interactions.QUIET)


# --- planned games ---------------------------------------------------------------------------------------


def planned_page(lobby: Snapshot, setting_lines: Sequence[str], words: Localizer) -> Page:
    """Return the message of a lobby that is planned for a set time."""
    table = lobby.id
    name = _name(lobby, words)
    when = when_line(lobby.gathering, words)
    # At the set time too few people had signed up.
    if lobby.is_closed:
        came = [escape(seat.name, is_computer(seat)) for seat in lobby.seats]
        sentence = words("planned-too-few", emoji=lobby.game.emoji, game=name, names=words.join(came))
        return framed(text_display(sentence), accent=interactions.QUIET)
    buttons = [
        button("join", table, words("button-coming"), style="success"),
        button("maybe", table, words("button-maybe")),
        button("cannot", table, words("button-cannot")),
        button("options_form", table, words("button-options")),
        button("more", table, words("button-more"), lobby.seal),
    ]
    return framed(
        text_display(words("planned-title", emoji=lobby.game.emoji, game=name), when),
        text_display(_answer_lines(lobby, words)),
        text_display(setting_lines),
        text_display(f"-# {words('planned-about')}", restart_line(lobby, words)),
        button_rows(buttons),
        accent=interactions.LOBBY,
    )


def _answer_lines(lobby: Snapshot, words: Localizer) -> list[str]:
    # A person's answer, or the silence of an invited person, is the key of a line.
    names_by_answer: dict[str, list[str]] = {"yes": [], "maybe": [], "no": [], "asked": []}
    for seat in lobby.seats:
        names_by_answer["yes"].append(escape(seat.name, is_computer(seat)))
    for invitation in lobby.gathering.invitations:
        if invitation.is_maybe:
            names_by_answer["maybe"].append(escape(invitation.name))
        if invitation.has_declined:
            names_by_answer["no"].append(escape(invitation.name))
        if _is_silent(invitation):
            names_by_answer["asked"].append(mention(invitation.user_id))
    lines = []
    for answer, names in names_by_answer.items():
        if names:
            lines.append(words(f"planned-{answer}", names=words.join(names)))
    return lines


def time_form(lobby: Snapshot, zone: ZoneInfo, words: Localizer) -> Form:
    """Return the form in which the host types another time for a planned game."""
    at = lobby.gathering.starts_at
    present = None if at is None else typed_text(at, zone)
    entry = TextInput("when", ONE_LINE, LONGEST_TEXT, present)
    label = field(words("planned-time-field", zone=zone.key), entry)
    return Form(custom_id("m", "newtime", lobby.id), clip(words("planned-time-form"), TITLE_LIMIT), (label,))


def confirm_time_page(lobby: Snapshot, arg: str, words: Localizer) -> Page:
    """Return the page that shows the host what a typed time means, before the game is moved.

    Args:
        lobby: the lobby as it will be.
        arg: the time, in the custom id of the button that moves the game.
    """
    buttons = [
        button("settime", lobby.id, words("button-time-yes"), arg, style="success"),
        button("retime", lobby.id, words("button-time-again")),
    ]
    return framed(
        text_display(words("planned-time-ask"), when_line(lobby.gathering, words)),
        button_rows(buttons),
        accent=interactions.LOBBY,
    )


def time_changed_page(lobby: Snapshot, words: Localizer, *, tells: bool) -> Page:
    """Return the page that confirms the new time of a planned game. If ``tells``, people are notified."""
    sentence = words("planned-time-done", tells=yes_no(tells))
    return framed(text_display(sentence, when_line(lobby.gathering, words)), accent=interactions.LOBBY)


def _is_silent(invitation: InvitationRow) -> bool:
    return not (
        invitation.is_maybe or invitation.has_declined or invitation.is_subscriber or invitation.is_removed
    )


def lobby_over_page(snapshot: Snapshot, language: str) -> Page:
    """Return the page that replaces the private pages of a lobby that has started or closed."""
    words = Localizer(language)
    game = _name(snapshot, words)
    sentence = words("lobby-closed-title", game=game)
    if snapshot.has_begun:
        hand = public_label("button-hand", snapshot.row.locale)
        sentence = words("lobby-page-started", game=game, hand=hand, thread=_thread_link(snapshot))
    return framed(text_display(sentence), accent=interactions.QUIET)


def _thread_link(snapshot: Snapshot) -> str:
    if snapshot.thread_id is not None:
        return f"<#{snapshot.thread_id}>"
    # A game's thread is opened a moment after the start.
    if snapshot.gathering.venue == THREAD:
        return "soon"
    return "none"


# --- private pages ------------------------------------------------------------------------------------------
# Private pages of a lobby: options, computer players, and *More*.


def options_page(lobby: Snapshot, words: Localizer, *, has_threads: bool = False) -> Page:
    """Return the page on which a lobby's host sets the game's options."""
    page = _options_page(lobby, words, has_threads=has_threads, is_compact=False)
    if page_height(page) <= TABLE:
        return page
    return _options_page(lobby, words, has_threads=has_threads, is_compact=True)


def _options_page(lobby: Snapshot, words: Localizer, *, has_threads: bool, is_compact: bool) -> Page:
    game = lobby.game.id
    rules = lobby.game.rules
    items: list[Item] = [text_display(words("options-title"), capitalized(outcome_of_options(lobby, words)))]
    seats = max(rules.seats[0], len(lobby.seats))
    # A menu for each option of the game that has an effect with the others.
    for name in rules.options:
        if not rules.has_effect(name, lobby.options):
            continue
        current = lobby.options[name]
        offered = _menu_values(rules.choices(name, lobby.options, seats), current)
        values = {value: capitalized(option_value(game, name, value, words)) for value in offered}
        prompt = words(f"{game}-option-{name}")
        about = words(f"{game}-option-{name}-about")
        items += _setting_menu(lobby, "option", name, (prompt, about), values, current, is_compact=is_compact)
    # The time limit is a menu of the same form.
    clocks = {name: words(f"clock-{name}") for name in CLOCKS}
    texts = (words("options-clock"), words("options-clock-about"))
    items += _setting_menu(lobby, "clock", "", texts, clocks, lobby.row.clock, is_compact=is_compact)
    # In a thread or a voice channel the game can only stay where it is.
    if has_threads:
        in_thread = lobby.gathering.venue == THREAD
        venues = [
            option(venue, words(f"options-venue-{venue}"), chosen=in_thread == (venue == THREAD))
            for venue in (CHANNEL, THREAD)
        ]
        items.append(menu("venue", lobby.id, words("options-venue"), venues))
    # Features that this game has, each as a button.
    buttons = [_switch_button(lobby, feature, is_on, words) for feature, is_on in features_of(lobby).items()]
    buttons.append(_done_button(lobby, words))
    items += button_rows(buttons)
    return framed(items, accent=interactions.LOBBY)


def features_of(lobby: Snapshot) -> dict[str, bool]:
    """Return whether each feature that the lobby's game can have is switched on, by the feature's name."""
    features = {}
    if lobby.game.rules.has_elimination:
        features["watching"] = lobby.row.watching
    if lobby.game.rules.has_claims:
        features["crowd"] = lobby.row.crowd
    if lobby.game.assess is not None:
        features["hints"] = bool(lobby.has_hints)
    return features


_OPTION = "option."
"""Beginning of the custom ids of fields for the game's options; the option's name follows."""


def options_form(lobby: Snapshot, words: Localizer, *, has_threads: bool = False) -> Form:
    """Return the form in which a lobby's host sets the options. What has no room is on the options page."""
    game = lobby.game.id
    rules = lobby.game.rules
    seats = max(rules.seats[0], len(lobby.seats))
    fields: list[Label] = []
    for name in rules.options:
        current = lobby.options[name]
        values = _menu_values(rules.choices(name, lobby.options, seats), current)
        # A long list depends on other options of the form, so it is on the page.
        if not rules.has_effect(name, lobby.options) or len(values) > GROUP_LIMIT:
            continue
        options = []
        for value in values:
            label = capitalized(option_value(game, name, value, words))
            options.append(option(value, label, chosen=value == current))
        select = FormSelect(f"{_OPTION}{name}", tuple(options))
        fields.append(field(words(f"{game}-option-{name}"), select, words(f"{game}-option-{name}-about")))
    fields = fields[: FIELDS_LIMIT - 1]
    boxes = _checkboxes(lobby, words, has_threads=has_threads)
    has_boxes = bool(boxes) and len(fields) + 1 < FIELDS_LIMIT
    outcome = outcome_of_options(lobby, words)
    sentence = words("options-outcome", outcome=outcome) if outcome else ""
    # A form with five fields has no room for a text, which then explains the field of the clock.
    has_text = len(fields) + 1 + has_boxes < FIELDS_LIMIT
    clocks = [option(name, words(f"clock-{name}"), chosen=name == lobby.row.clock) for name in CLOCKS]
    select = FormSelect("clock", tuple(clocks))
    fields.append(field(words("options-clock"), select, "" if has_text else sentence))
    if has_boxes:
        fields.append(checkbox_field(words("options-also"), "also", boxes))
    parts: list[Label | TextDisplay] = [*fields]
    if has_text and sentence:
        parts.insert(0, text_display(sentence))
    title = clip(words("button-options"), TITLE_LIMIT)
    return Form(custom_id("m", "options_set", lobby.id), title, tuple(parts))


def _checkboxes(lobby: Snapshot, words: Localizer, *, has_threads: bool) -> list[SelectOption]:
    # Features and the place are checkboxes of one field.
    features = features_of(lobby)
    boxes = [option(name, words(f"options-also-{name}"), chosen=features[name]) for name in features]
    if has_threads:
        in_thread = lobby.gathering.venue == THREAD
        boxes.append(option(THREAD, words("options-venue-thread"), chosen=in_thread))
    return boxes


class ChosenOptions(NamedTuple):
    """The entries of a form of options, as ``bot.tables.lobby.set_options`` takes them."""

    options: dict[str, str]
    clock: str
    features: dict[str, bool]
    venue: Venue | None


def read_options_form(lobby: Snapshot, fields: Mapping[str, tuple[str, ...]]) -> ChosenOptions:
    """Return the entries of a form of options. What the form has no field for is kept as it is."""
    options = {}
    for name in lobby.game.rules.options:
        chosen = fields.get(f"{_OPTION}{name}")
        if chosen:
            options[name] = chosen[0]
    (clock,) = fields.get("clock") or (lobby.row.clock,)
    checked = fields.get("also")
    if checked is None:
        return ChosenOptions(options, clock, {}, None)
    # Only changes are set, as hints that were never set depend on the game's players.
    features = {}
    for name, was_on in features_of(lobby).items():
        is_on = name in checked
        if is_on != was_on:
            features[name] = is_on
    venue: Venue = THREAD if THREAD in checked else CHANNEL
    return ChosenOptions(options, clock, features, venue)


def clash_page(lobby: Snapshot, names: Collection[str], words: Localizer) -> Page:
    """Return the page that says which chosen options are set differently, as they clash with others."""
    lines = [_option_line(lobby, name, words) for name in names]
    return framed(text_display(words("options-clashed"), lines), accent=interactions.LOBBY)


def _setting_menu(
    lobby: Snapshot,
    verb: str,
    arg: str,
    texts: tuple[str, str],
    labels: Mapping[str, str],
    current: str,
    *,
    is_compact: bool,
) -> list[Item]:
    prompt, about = texts
    # If space is short, the name moves into every entry, and the explanation into the chosen one.
    if is_compact:
        options = []
        for value, name in labels.items():
            is_chosen = value == current
            options.append(option(value, f"{prompt}: {name}", about if is_chosen else None, chosen=is_chosen))
        return [menu(verb, lobby.id, prompt, options, arg)]
    options = [option(value, name, chosen=value == current) for value, name in labels.items()]
    above = text_display(f"**{prompt}**\n-# {about}")
    return [above, menu(verb, lobby.id, prompt, options, arg)]


def computers_page(lobby: Snapshot, words: Localizer) -> Page:
    """Return the page on which a lobby's host adds and removes computer players."""
    levels = lobby.game.levels
    seats = len(lobby.seats)
    computers = [seat for seat in lobby.seats if seat.level is not None]
    lines = [words("computers-title")]
    for seat in computers:
        name = escape(seat.name, keeps_signs=True)
        lines.append(words("lobby-seat-computer", name=name, level=words(f"level-{seat.level}")))
    items: list[Item] = [text_display(lines)]
    if lobby.game.has_temperaments:
        items.append(text_display(words("computers-tempers")))
    # One more is a tap below, too.
    sizes = {lobby.game.table_size, lobby.game.rules.seats[1]}
    for count in sorted(size for size in sizes if seats < size - 1):
        items.append(text_display(words("computers-fill", count=count)))
        fill = []
        for level in levels:
            # One button is the usual choice.
            style = "secondary"
            if level == DEFAULT_LEVEL and count == lobby.game.table_size:
                style = "primary"
            fill.append(button("fill", lobby.id, words(f"level-{level}"), f"{level}.{count}", style=style))
        items += button_rows(fill, len(levels))
    if not acts.is_full(lobby.game, seats):
        items.append(text_display(words("computers-add")))
        add = [button("seat", lobby.id, words(f"level-{level}"), level) for level in levels]
        items += button_rows(add, len(levels))
    ends = [_done_button(lobby, words)]
    if computers:
        ends.insert(0, button("clear", lobby.id, words("button-clear-computers")))
    if len(computers) > 1:
        ends.insert(0, button("drop", lobby.id, words("button-remove-computer")))
    can_start = acts.start_obstacle(lobby.game, seats, lobby.options) is None
    if can_start and not presence.is_asking(lobby):
        items.append(text_display(words("computers-ready")))
        ends.insert(0, _start_button(lobby, words, can_start=True))
    return framed(items, button_rows(ends), accent=interactions.LOBBY)


def more_page(lobby: Snapshot, user_id: int, words: Localizer, *, is_moderator: bool = False) -> Page:
    """Return the page *More* of a lobby, with the buttons that this person may use."""
    is_host = user_id == lobby.row.host_id
    table = lobby.id
    invitations_by_user = {invitation.user_id: invitation for invitation in lobby.gathering.invitations}
    mine = invitations_by_user.get(user_id)
    items: list[Item] = []
    if is_host:
        items += _host_menus(lobby, user_id, words)
    ways = [button("rules", table, words("button-rules"))]
    if lobby.game.lesson is not None:
        ways.append(button("learn", lobby.game.id, words("button-learn-this")))
    ways += [
        button("fair", table, words("button-fair")),
        button("notify", table, words("button-notify")),
    ]
    # Buttons that depend on how this person learnt of the lobby.
    if mine is not None and mine.is_subscriber:
        ways.append(button("unsubscribe", table, words("button-stop-telling")))
    if mine is not None and not (
        mine.is_subscriber or mine.has_declined or mine.is_removed or mine.is_unasked
    ):
        ways.append(button("decline", table, words("button-not-now")))
    is_seated = any(seat.user_id == user_id for seat in lobby.seats)
    if lobby.is_host_gone and is_seated and not is_host:
        ways.insert(0, button("takeover", table, words("button-take-over"), style="primary"))
    if is_seated:
        ways.append(button("leave", table, words("button-leave")))
    if is_host and lobby.gathering.starts_at is not None:
        ways.insert(0, button("retime", table, words("button-time")))
    if is_host:
        ways.append(button("options", table, words("button-all-options")))
        ways.append(button("cancel", table, words("button-cancel"), style="danger"))
    if is_moderator:
        ways.append(button("order", table, words("button-order")))
    items += button_rows(ways)
    return framed(items, accent=interactions.LOBBY)


def _host_menus(lobby: Snapshot, host_id: int, words: Localizer) -> list[ActionRow]:
    # The host invites people, hands the lobby over, or removes people.
    menus = [member_menu("invite", lobby.id, words("options-invite"), most=MOST_GUESTS)]
    others = [seat for seat in lobby.seats if is_person(seat) and seat.user_id != host_id][:CHOICES_LIMIT]
    if others:
        heirs = []
        guests = []
        for seat in others:
            name = label(seat.name)
            heirs.append(option(str(seat.user_id), words("options-host-is", name=name)))
            guests.append(option(str(seat.user_id), name))
        menus.append(menu("host", lobby.id, words("options-hand-over"), heirs))
        menus.append(menu("out", lobby.id, words("options-take-out"), guests))
    return menus


def _switch_button(lobby: Snapshot, verb: str, is_on: bool, words: Localizer) -> Button:
    if is_on:
        return button(verb, lobby.id, words(f"button-{verb}-on"), "off")
    return button(verb, lobby.id, words(f"button-{verb}-off"), "on")


def _done_button(lobby: Snapshot, words: Localizer) -> Button:
    return button("done", lobby.id, words("button-done"))


def _menu_values(values: tuple[str, ...], current: str) -> tuple[str, ...]:
    if current not in values:
        # Too many people have joined for the value since it was chosen.
        values = (current, *values)
    offered = values[:CHOICES_LIMIT]
    if current not in offered:
        offered = (*offered[:-1], current)
    return in_menu_order(offered)


def _first_owner(seat: SeatRow) -> int | None:
    # The person whose joining the seal contains, also if another person has taken the seat since then.
    return seat.leaver_id if seat.is_taken else seat.user_id


def fair_page(table: Snapshot, user_id: int, words: Localizer) -> Page:
    """Return the page that explains how a table's shuffles are made fair."""
    join = next((seat.join_id for seat in table.seats if user_id == _first_owner(seat)), None)
    if join is None:
        mine = words("fair-no-join")
    else:
        second = int(discord.utils.snowflake_time(join).timestamp())
        mine = words("fair-join", join=str(join), when=f"<t:{second}:T>")
    sentence = words("fair-text", commitment=table.row.commitment or "", seal=table.seal, table=table.id)
    return framed(text_display(sentence, mine, words("fair-after")), accent=interactions.QUIET)
