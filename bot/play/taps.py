"""Taps while a game is played: moves, votes, leaving, watching."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Self

import discord
import structlog

from bot import interactions
from bot.app import Action, Interaction, Tap, TapHandler, panel_handler
from bot.driving.table import Table
from bot.interactions import acknowledge, answer, context_menu, number_in, words_for
from bot.language import Localizer
from bot.moderation import ACTIONS as MODERATION
from bot.moderation import check_admission, may_moderate
from bot.pages.acts import (
    confirm_stop_page,
    confirm_vote_page,
    is_between_games,
    points_so_far,
    spectator_page,
    votes_page,
    watch_button,
)
from bot.pages.boards import before_colon, board_gallery, guide_board
from bot.pages.controls import (
    SEPARATOR,
    answer_for_cards,
    move_without_question,
    omits_second_move,
)
from bot.pages.people import people_localizer, seat_names, texts_of
from bot.pages.standings import early_end_lines
from bot.pages.table import (
    LIE,
    TRUE,
    extras_page,
    hand_button,
    is_playing_at,
    log_page,
)
from bot.refused import Refused
from bot.tables import clocks, endings, lobby, reveals
from bot.tables.positions import SeatNote
from bot.tables.snapshot import Snapshot, is_rated
from bot.tables.state import TableState
from bot.wire.components import CHOICES_LIMIT, button, button_rows, gallery, text_display
from bot.wire.messages import Page, framed
from games import Game
from games.core.cards import all_but
from games.core.game import Estimate, nearly_best
from games.core.moves import Move
from games.core.presentation import Board
from games.core.rules import group_by_team, is_to_act
from games.core.words import Arg, Text, yes_no
from storage.errors import StorageFailed
from storage.rows import PRACTICE, Name
from storage.servers import load_settings

log = structlog.get_logger(__name__)


# --- hints --------------------------------------------------------------------------------------------------
# A hint in words: what a strong player would do, and why.


def hint(game: Game, view: Any, legal: Sequence[Move], estimates: Sequence[Estimate]) -> SeatNote:
    """Return a hint: the best move, how good it is, and the reason.

    Args:
        estimates: values of moves, best first; empty if the game could not judge them.
    """
    if estimates:
        best = [str(estimate.move) for estimate in nearly_best(estimates, game.resolution)]
    else:
        best = []
    # If it makes no difference what the person plays, nothing is recommended.
    is_any = len(best) == len(legal) > 1
    # One move with its reason: the reason of one may speak against another that is as good.
    recommended = [] if is_any else best[:1]
    return SeatNote(hint_text(game, view, legal, estimates), tuple(recommended))


def hint_text(game: Game, view: Any, legal: Sequence[Move], estimates: Sequence[Estimate]) -> Text:
    """Return a hint in words (see ``hint``)."""
    # The game cannot judge this position.
    if not estimates:
        return Text("hint-none")
    presenter = game.presenter
    others = view.seats - len(view.gone) - 1
    # Moves that differ less than the estimate can tell count as equally good.
    best, *rivals = nearly_best(estimates, game.resolution)
    args: dict[str, Arg] = {
        "move": presenter.name(best.move, view),
        "prospects": _prospects(game, view.options, best.expected_share, others),
    }
    # From here on the text depends on how many equally good moves there are.
    if len(rivals) + 1 == len(legal) > 1:
        return Text("hint-any", args)
    why = presenter.reason(best.move, view)
    # For a false claim, the chance of being caught is part of the hint.
    risk = round(100 * (best.risk or 0))
    if rivals:
        sentence = Text("hint-many", args | {"more": len(rivals)})
    elif risk:
        sentence = Text("hint-claim", args | {"risk": risk})
    else:
        sentence = Text("hint", args)
    if why is None:
        return sentence
    other = presenter.compared_move(best.move, [estimate.move for estimate in estimates])
    if other is not None:
        than = _comparison(presenter.name(other, view), estimates, other, rivals)
        why = Text("hint-than", {"why": why, "others": others, **than})
    return Text("hint-why", {"hint": sentence, "why": why})


def _prospects(game: Game, options: Mapping[str, str], share: float, others: int) -> Text:
    # A place says nothing where all but one win together.
    if others > 1 and game.has_one_loser(options):
        risk = 1 - game.chance(share, others + 1, options)
        return Text("hint-prospects-out", {"percent": round(100 * risk)})
    place = 1 + round((1 - share) * others)
    return Text(
        "hint-prospects",
        {"others": others, "percent": round(100 * share), "place": place, "players": others + 1},
    )


def _comparison(
    name: Text, estimates: Sequence[Estimate], other: Move, rivals: Sequence[Estimate]
) -> dict[str, Arg]:
    # A player who would lose a battle may still gain by playing on.
    (theirs,) = [estimate for estimate in estimates if estimate.move == other]
    return {
        "other": name,
        "ours": round(100 * estimates[0].expected_share),
        "theirs": round(100 * theirs.expected_share),
        "is_equal": yes_no(theirs in rivals),
    }


# --- watching -----------------------------------------------------------------------------------------------
# Handlers for spectators: see all hands, guess about claims, react to revealed cards.


async def open_watch_panel(tap: Tap) -> None:
    """Open a private panel with all hands, for a person who no longer plays."""
    await _open_watch(tap.interaction, await tap.app.tables.game(tap.subject))


async def _open_watch(interaction: Interaction, table: Table) -> None:
    user = interaction.user
    if not lobby.may_watch(table.state, user.id):
        raise Refused("watching-not-yours")
    # A person who has seen all hands can no longer guess whether claims are lies.
    await table.guess(reveals.mark_all_hands_seen, user.id, Name(user.display_name))
    await interaction.client.writer(table).panels.open_watch(interaction)


async def open_guess_panel(tap: Tap) -> None:
    """Open a private panel in which a spectator guesses whether claims are lies."""
    await _open_guess(tap.interaction, await tap.app.tables.game(tap.subject))


async def _open_guess(interaction: Interaction, table: Table) -> None:
    reveals.check_may_guess(table.state, interaction.user.id)
    await check_admission(interaction)
    await interaction.client.writer(table).panels.open_guess(interaction)


@context_menu("watch")
async def watch_message(interaction: Interaction, message: discord.Message) -> None:
    """Show the game of the bot's message as the person may watch it: with all hands, or guessing along."""
    table = await interaction.client.table_of(message)
    if lobby.may_watch(table.state, interaction.user.id):
        await _open_watch(interaction, table)
    elif table.state.is_playing and not table.state.may_spectators_guess:
        raise Refused("watch-in-channel")
    else:
        await _open_guess(interaction, table)


async def guess(tap: Tap) -> None:
    """Store a spectator's guess about a claim, or show the truth if it is already known."""
    table = await tap.app.tables.game(tap.subject)
    seq, _, name = tap.arg.partition(":")
    number = number_in(seq)
    if name not in (TRUE, LIE):
        raise Refused("stale-button")
    try:
        await table.guess(reveals.add_guess, tap.user.id, tap.name, number, name == LIE)
    except Refused as refused:
        if refused.text.key != "guess-late":
            raise
    await tap.app.writer(table).panels.update_guess(tap.interaction)


async def react(tap: Tap) -> None:
    """Add the person's emoji to the reactions to revealed cards."""
    table = await tap.app.tables.game(tap.subject)
    seq, _, face = tap.arg.partition(".")
    await table.apply_in_memory(
        reveals.react, tap.user.id, number_in(seq), number_in(face, len(reveals.FACES))
    )
    writer = tap.app.writer(table)
    seat = table.state.seat_of(tap.user.id)
    if tap.is_private and seat is not None:
        await writer.panels.update_hand(tap.interaction, seat)
    else:
        await writer.update_table(tap.interaction)


# --- leaving ------------------------------------------------------------------------------------------------
# Handlers and pages for leaving a running game. A person is first shown what leaving costs.


def table_name(state: TableState, words: Localizer) -> str:
    """Return the name of a table in a list: its game and its players."""
    names = words.join(texts_of(seat_names(state, words.language)))
    return words("table-choice", game=words(f"{state.game.id}-name"), names=names)


def choose_game_page(states: Sequence[TableState], words: Localizer) -> Page:
    """Return the page that asks a person which of their running games to leave."""
    lines = [words("which-resign")]
    games = []
    for number, state in enumerate(states[:CHOICES_LIMIT], 1):
        lines.append(f"{number}. {table_name(state, words)} · {_place_text(state, words)}")
        label = words("which-game", number=number, game=words(f"{state.game.id}-name"))
        games.append(button("askresign", state.id, label))
    return framed(text_display(lines), button_rows(games), accent=interactions.YOUR_TURN)


def _place_text(state: TableState, words: Localizer) -> str:
    if state.row.guild_id == PRACTICE:
        return words("which-direct", address=f"https://discord.com/channels/@me/{state.row.channel_id}")
    return f"<#{state.place_id}>"


async def ask_about_resigning(tap: Tap) -> None:
    """Ask the person in the tapped panel to confirm leaving the game."""
    table, seat = await tap.own_seat()
    await tap.reply(resignation_page(table.state, seat, words_for(tap.interaction)))


async def resign(tap: Tap) -> None:
    """Remove the person from the running game. A computer player takes the seat."""
    table, _ = await tap.own_seat()
    after = await table.apply_in_game(endings.resign, tap.user.id)
    words = words_for(tap.interaction)
    sentence = words("resigned", game=words(f"{after.game.id}-name"))
    may_watch = after.is_playing and lobby.may_watch(after, tap.user.id)
    buttons = [watch_button(after.snapshot, words)] if may_watch else []
    await tap.reply(framed(text_display(sentence), button_rows(buttons)))


async def stay(tap: Tap) -> None:
    """Confirm that the person stays in the game."""
    display = text_display(words_for(tap.interaction)("resign-stayed"))
    await tap.reply(framed(display, accent=interactions.QUIET))


def resignation_page(state: TableState, seat: int, words: Localizer) -> Page:
    """Return the page that asks a person to confirm leaving a game, and says what leaving costs.

    Raises:
        Refused: the game is over or shows revealed cards, or the person has dropped out already.
    """
    state.check_playing()
    if seat in state.gone:
        raise Refused("nothing-to-leave")
    words = people_localizer(state, words.language)
    lines = [words("ask-resign", game=words(f"{state.game.id}-name")), f"-# {_place_text(state, words)}"]
    lines += _costs_of_leaving(state, seat, words)
    buttons = [
        button("resign", state.id, words("button-resign-yes"), style="danger"),
        button("stay", state.id, words("button-stay")),
    ]
    return framed(text_display(lines), button_rows(buttons), accent=interactions.YOUR_TURN)


def _costs_of_leaving(state: TableState, seat: int, words: Localizer) -> list[str]:
    """Return lines that say what a person loses by leaving the game, and what happens to the seat."""
    row = state.seats[seat]
    taken_by = words("resign-cost-seat")
    is_alone = len(state.people) == 1
    # The game is decided already: nothing is lost but the seat.
    if state.row.is_decided:
        return [words("resign-cost-decided"), words("resign-cost-last-one") if is_alone else taken_by]
    # A seat that was taken over does not count for its person.
    if row.is_taken and is_rated(state.seats):
        return [words("resign-cost-taken"), taken_by]
    if not is_rated(state.seats):
        if is_alone:
            return [words("resign-cost-closed")]
        return [words("resign-cost-unrated"), taken_by]
    # A rated game: the person gets the last place, and the game may end.
    is_team = int(bool(state.teams))
    count = len(group_by_team(range(len(state.seats)), state.teams))
    costs = [words("resign-cost-last", seats=count, is_team=is_team), words("resign-cost-rated")]
    remaining = all_but(endings.contenders(state), {seat})
    if len(group_by_team(remaining, state.teams)) == 1:
        costs.append(_end_by_leaving(state, seat, remaining, words))
    costs.append(taken_by)
    return costs


def _end_by_leaving(state: TableState, leaving: int, remaining: Sequence[int], words: Localizer) -> str:
    """Return the line for a game that ends when one seat leaves: the remaining seats win, or it is too early.

    It is too early if a seat, the leaving one included, has made too few decisions by itself.
    """
    counts = state.position.decision_counts
    seats = [leaving, *remaining]
    is_early = any(counts[seat].by_player < state.game.min_decisions for seat in seats)
    names = words.join(map(words.name, remaining))
    if is_early:
        return words("resign-cost-early", name=names)
    return words("resign-cost-wins", name=names, count=len(remaining))


# --- votes --------------------------------------------------------------------------------------------------
# Handlers of votes during a game: pause, resume, end, offer a seat, take an offered seat.


async def show_votes(tap: Tap) -> None:
    """Show everything that the person can vote for, such as a pause, in a private message."""
    table = await tap.app.tables.game(tap.subject)
    if not table.state.has_ever_sat(tap.user.id) and await _is_moderator_there(tap, table):
        await MODERATION["order"](tap)
    else:
        # A reveal that ends the game looks like any other.
        if not table.state.may_tell():
            raise Refused("reveal-first")
        await _show_votes_page(tap, table, is_new=tap.arg != "back")


async def _is_moderator_there(tap: Tap, table: Table) -> bool:
    settings = await tap.app.store.read(load_settings, table.state.row.guild_id)
    return await may_moderate(tap.interaction, settings)


async def ask_about_vote(tap: Tap) -> None:
    """Ask a person to confirm a vote for something that cannot be undone."""
    table, _ = await tap.own_seat()
    state = table.state
    state.check_playing()
    if tap.arg not in endings.possible_acts(state):
        raise Refused("act-not-possible")
    await tap.reply(confirm_vote_page(state.snapshot, tap.arg, words_for(tap.interaction).language))


async def ask_about_stopping(tap: Tap) -> None:
    """Ask a person among computer players whether the match ends here."""
    table, seat = await tap.own_seat()
    _check_may_vote(table.state, endings.END)
    language = words_for(tap.interaction).language
    await answer(tap.interaction, confirm_stop_page(table.state.snapshot, seat, language))


def _check_may_vote(state: TableState, act: str) -> None:
    # While the last trick of a game is shown, one person may end the match there. Nothing else is voted for.
    is_alone = act == endings.END and state.is_playing and len(state.people) == 1
    if not is_alone or state.position.in_suspense or not is_between_games(state.snapshot):
        state.check_playing()


async def vote(tap: Tap) -> None:
    """Record or withdraw the person's vote, for example to end the game."""
    table, _ = await tap.own_seat()
    _check_may_vote(table.state, tap.arg)
    await table.apply_in_game(endings.vote, tap.user.id, tap.arg)
    if tap.is_private:
        await _show_votes_page(tap, table, is_new=False)
    else:
        await acknowledge(tap.interaction)


async def take_seat(tap: Tap) -> None:
    """Seat the person at an offered seat, and show them its hand."""
    table = await tap.app.tables.game(tap.subject)
    seat = number_in(tap.arg)
    await check_admission(tap.interaction)
    await table.apply_in_game(lobby.take_seat, seat, tap.user.id, tap.name, tap.guild_id, tap.handle)
    await tap.app.writer(table).panels.open_hand(tap.interaction, seat)


async def _show_votes_page(tap: Tap, table: Table, *, is_new: bool) -> None:
    state = table.state
    words = words_for(tap.interaction)
    # The last vote may have ended the game.
    if state.is_closed:
        named = people_localizer(state, words.language)
        # The table's message says who stopped a match, and the standing with the person's name.
        seat = _seat_or_left(state, tap.user.id)
        own = named if seat < 0 else named.to_reader(seat)
        lines = points_so_far(state.snapshot, own) or early_end_lines(state.snapshot, named)
        # The table's message and the open panel lead on to the next game.
        page = framed(text_display(lines), accent=interactions.OVER)
    else:
        seat = _seat_or_left(state, tap.user.id)
        now = tap.app.clock.now_ms()
        acts = endings.possible_acts(state)
        page = votes_page(
            state.snapshot,
            acts,
            seat,
            words.language,
            {act: endings.missing_votes(state, act, seat, now) for act in acts},
            may_watch=lobby.may_watch(state, tap.user.id),
            is_moderator=await _is_moderator_there(tap, table),
        )
    if is_new:
        await answer(tap.interaction, page)
    else:
        await tap.reply(page)


def _seat_or_left(state: TableState, user_id: int) -> int:
    """Return the seat of a person who plays or has played at the table; -1 if the person has left."""
    if not state.has_ever_sat(user_id):
        raise Refused("not-at-table")
    seat = state.seat_of(user_id)
    return -1 if seat is None else seat


# --- playing ------------------------------------------------------------------------------------------------
# Handlers of the buttons and menus of a table's message and of private panels.

HINT_EFFORT = 0.5
"""Share of a strong player's full thinking that a hint uses."""


async def open_hand(tap: Tap) -> None:
    """Open the private panel of the person who tapped, with hand and controls."""
    table = await tap.app.tables.game(tap.subject)
    state = table.state
    may_watch = state.is_playing and lobby.may_watch(state, tap.user.id)
    may_guess = reveals.may_guess(state, tap.user.id)
    # A person without a seat may still see all hands, or guess, or watch the table's message. Until the last
    # reveal is over, the answer does not tell that it is the last one.
    is_running = state.is_playing or not state.may_tell()
    is_spectator = is_running and not state.has_ever_sat(tap.user.id)
    if state.seat_of(tap.user.id) is None and (may_watch or may_guess or is_spectator):
        words = words_for(tap.interaction)
        page = spectator_page(state.snapshot, words, may_watch=may_watch, may_guess=may_guess)
        await answer(tap.interaction, page)
        return
    table, seat = await tap.own_seat()
    await tap.app.writer(table).panels.open_hand(tap.interaction, seat)


class MovePanel(ABC):
    """A tapped private panel in which a person chooses a move: at a table, or in a daily puzzle."""

    def __init__(self, tap: Tap) -> None:
        self.tap = tap

    @classmethod
    @abstractmethod
    async def opened(cls, tap: Tap) -> Self:
        """Return the panel of the person who tapped."""

    @property
    @abstractmethod
    def snapshot(self) -> Snapshot:
        """Everything that the person may see."""

    @abstractmethod
    async def show(
        self, answers: list[str] | None = None, remark: Text | None = None, shows_table: bool | None = None
    ) -> None:
        """Draw the panel again. ``PanelBook.update_hand`` describes the arguments."""

    @abstractmethod
    async def play(self, notation: str, *, is_alone: bool) -> None:
        """Make a move, without the second move that follows automatically if ``is_alone`` is true."""

    def answers(self) -> list[str]:
        """Return the answers so far to the questions about the move."""
        path = self.tap.arg.partition(":")[2]
        return path.split(SEPARATOR) if path else []

    async def play_or_ask(self, answers: list[str]) -> None:
        """Make the move that the answers choose, or show the next question about it."""
        move = move_without_question(self.snapshot, answers)
        if move is None:
            await self.show(answers)
        else:
            await self.play(str(move), is_alone=omits_second_move(answers))


class TableMovePanel(MovePanel):
    """The tapped panel of a seat at a table."""

    def __init__(self, tap: Tap, table: Table, seat: int) -> None:
        super().__init__(tap)
        self.table = table
        self.seat = seat
        # The argument is ``decision:answers``, of a menu ``decision-menu:answers``, since a message may have
        # several menus.
        self._decision = tap.arg.partition(":")[0].partition("-")[0]

    @classmethod
    async def opened(cls, tap: Tap) -> Self:
        return cls(tap, *await tap.own_seat())

    @property
    def snapshot(self) -> Snapshot:
        return self.table.state.seen_by(self.seat)

    async def show(
        self, answers: list[str] | None = None, remark: Text | None = None, shows_table: bool | None = None
    ) -> None:
        panels = self.tap.app.writer(self.table).panels
        await panels.update_hand(self.tap.interaction, self.seat, answers, remark, shows_table)

    def check_asked(self) -> None:
        """Refuse the tap if its question is no longer asked."""
        state = self.table.state
        # The panel of an earlier decision may still be open when the seat is on turn again.
        # A seat on turn may choose while others still look at revealed cards.
        is_same_decision = self._decision == str(state.position.decisions[self.seat])
        if not is_to_act(state.to_act, self.seat) or not is_same_decision:
            state.check_playing()
            raise Refused("stale-button")

    def forget_unwritten_move(self) -> None:
        """Drop the person's earlier move that waits for the database: a new tap replaces it."""
        self.table.forget_move(self.tap.user.id)

    def answers(self) -> list[str]:
        self.check_asked()
        self.forget_unwritten_move()
        return super().answers()

    async def play(self, notation: str, *, is_alone: bool) -> None:
        table = self.table
        user_id = self.tap.user.id
        decision = number_in(self._decision)
        self.forget_unwritten_move()
        following = None if is_alone else _automatic_second_move
        try:
            await table.play(self.seat, notation, decision, by=user_id, following=following)
        # If the database is away, the table remembers the move, and plays it as soon as it can be written.
        except StorageFailed as error:
            log.debug("a move cannot be written", why=str(error))  # ``bot.database`` logs it
            table.remember_move(user_id, notation, decision)
            raise Refused("not-written-retried") from error
        await _show_panel(self.tap, table, self.seat)


def _automatic_second_move(state: TableState, seat: int) -> Move | None:
    """Return the move that follows the seat's last one without a question, such as a forced draw."""
    match = state.match
    assert match is not None
    # An error of the game must not stop the first move, so it counts as no second move.
    second = state.attempt("follow", lambda: state.game.presenter.second_move(match.view(seat)), None)
    if second is None or seat not in state.acting(human=True):
        return None
    return second


async def _show_panel(tap: Tap, table: Table, seat: int) -> None:
    writer = tap.app.writer(table)
    if tap.is_private:
        await writer.panels.update_hand(tap.interaction, seat)
    elif seat in table.state.acting(human=True):
        await writer.panels.open_hand(tap.interaction, seat)
    else:
        await writer.ack(tap.interaction)


async def play_move(kind: type[MovePanel], tap: Tap) -> None:
    """Make the tapped move and, in a private panel, the second move that follows automatically."""
    panel = await kind.opened(tap)
    await panel.play(tap.arg.partition(":")[2], is_alone=not tap.is_private)


async def play_move_alone(kind: type[MovePanel], tap: Tap) -> None:
    """Make the tapped move without the automatic second move."""
    panel = await kind.opened(tap)
    await panel.play(tap.arg.partition(":")[2], is_alone=True)


async def choose_answer(kind: type[MovePanel], tap: Tap) -> None:
    """Add the answer chosen in a menu to the person's move, then ask the next question or play the move."""
    panel = await kind.opened(tap)
    await panel.play_or_ask([*panel.answers(), tap.value])


async def choose_cards(kind: type[MovePanel], tap: Tap) -> None:
    """Add the cards chosen in a menu to the person's move, then ask the next question or play the move."""
    panel = await kind.opened(tap)
    answers = panel.answers()
    value = answer_for_cards(panel.snapshot, answers, tap.values)
    if value is None:
        await panel.show(answers, Text("cards-not-together"))
    else:
        await panel.play_or_ask([*answers, value])


async def show_question(kind: type[MovePanel], tap: Tap) -> None:
    """Show the next question about the person's move, or the previous question after a tap on *Back*."""
    panel = await kind.opened(tap)
    await panel.show(panel.answers())


async def switch_view(kind: type[MovePanel], tap: Tap) -> None:
    """Switch the tapped panel between the question about the move and the whole table."""
    panel = await kind.opened(tap)
    await panel.show(shows_table=bool(tap.arg))


def move_actions(kind: type[MovePanel]) -> dict[str, TapHandler]:
    """Return the handlers of the buttons and menus with which a person chooses a move."""
    actions = {
        "move": play_move,
        "only": play_move_alone,
        "pick": choose_answer,
        "cards": choose_cards,
        "way": show_question,
        "whole": switch_view,
    }
    return {verb: panel_handler(partial(act, kind)) for verb, act in actions.items()}


async def continue_game(tap: Tap) -> None:
    """Store that the person tapped *Next* below revealed cards. Play continues when all players have."""
    table, seat = await tap.own_seat()
    await table.apply_in_memory(reveals.confirm_seen, seat, number_in(tap.arg))
    writer = tap.app.writer(table)
    if tap.is_private:
        await writer.panels.update_hand(tap.interaction, seat)
    else:
        await writer.ack(tap.interaction)


async def return_to_game(tap: Tap) -> None:
    """Mark a person who was away as present, and open their panel if it is their turn."""
    table, seat = await tap.own_seat()
    await table.apply_in_game(clocks.end_absence, tap.user.id)
    await _show_panel(tap, table, seat)


async def show_extras(tap: Tap) -> None:
    """Show what else there is about a game, such as its log or its record, in a private message."""
    state = await tap.app.tables.find_state(tap.subject)
    if state.is_lobby:
        raise Refused("not-started")
    await answer(tap.interaction, extras_page(state.snapshot, words_for(tap.interaction).language))


async def show_log(tap: Tap) -> None:
    """Show a table's latest events in a private message."""
    snapshot = (await tap.app.tables.find_state(tap.subject)).snapshot
    await answer(tap.interaction, log_page(snapshot, words_for(tap.interaction).language, tap.user.id))


async def show_hint(tap: Tap) -> None:
    """Show a hint in the tapped panel, computed from what the person can see."""
    panel = await TableMovePanel.opened(tap)
    panel.check_asked()
    panel.forget_unwritten_move()
    table = panel.table
    seat = panel.seat
    state = table.state
    if not state.has_hints:
        raise Refused("stale-button")
    # Thinking may take longer than Discord waits for an answer.
    await acknowledge(tap.interaction)
    own = state.seen_by(seat).mine
    decision = state.position.decisions[seat]
    estimates = await tap.app.thinkers.assess(
        state.game.id, own.view, own.legal, required=(), seed=decision, effort=HINT_EFFORT
    )
    note = hint(state.game, own.view, own.legal, estimates)
    await table.apply_in_memory(reveals.add_note, seat, decision, note)
    await tap.app.writer(table).panels.update_hand(tap.interaction, seat)


async def show_guide(tap: Tap) -> None:
    """Show the ranking of hands in the tapped table's game, with examples."""
    snapshot = (await tap.app.tables.find_state(tap.subject)).snapshot
    # The page pushes the hand up; the button brings it back.
    has_hand = is_playing_at(snapshot, tap.user.id)
    await answer(
        tap.interaction, guide_page(snapshot, words_for(tap.interaction).language, has_hand=has_hand)
    )


def guide_page(snapshot: Snapshot, language: str, *, has_hand: bool) -> Page:
    """Return the ranking of hands in a table's game, with examples.

    Args:
        has_hand: the reader has a hand at the table, to which a button leads back.

    Raises:
        Refused: the game has no hands to rank.
    """
    entries = () if snapshot.view is None else snapshot.game.presenter.guide(snapshot.view)
    if not entries:
        raise Refused("stale-button")
    words = people_localizer(snapshot, language)
    family = snapshot.game.rules.family(snapshot.options).name
    lines: list[str] = []
    descriptions: list[str] = []
    note = f"{snapshot.game.id}-guide-note"
    if words.has(note):
        lines.append(words(note, **snapshot.options))
    for index, (text, cards) in enumerate(entries):
        lines.append(f"{index + 1}. {words(text)}")
        descriptions.append(f"{before_colon(words(text))}: {words.cards(cards, family)}")
    # The cards look as they do on the table.
    board = guide_board(snapshot.scene.board or Board(family, ()), entries, words)
    _, picture = board_gallery(board, words, [], "guide")
    above = text_display(words("guide-title"), lines)
    picture_item = gallery(picture.filename, "\n".join(descriptions))
    way_back = [hand_button(snapshot.id, words)] if has_hand else []
    return framed(above, picture_item, button_rows(way_back), accent=interactions.QUIET, files=[picture])


MENUS = (watch_message,)
ACTIONS: dict[str, Action | TapHandler] = {
    "hand": TapHandler(open_hand, is_patient=True),
    **move_actions(TableMovePanel),
    "goon": panel_handler(continue_game),
    "back": return_to_game,
    "extras": show_extras,
    "log": show_log,
    "hint": panel_handler(show_hint),
    "guide": show_guide,
    "watch": open_watch_panel,
    "guessalong": open_guess_panel,
    "guess": guess,
    "react": react,
    "acts": show_votes,
    "askact": ask_about_vote,
    "stop": ask_about_stopping,
    "act": vote,
    "take": take_seat,
    "askresign": ask_about_resigning,
    "resign": resign,
    "stay": stay,
}
