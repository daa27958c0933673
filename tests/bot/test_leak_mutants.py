"""The test of the leak test: bots that leak on purpose, each in another way, and each of them is caught.

Every mutant is put into the real bot; the same game is played under the same watcher, which has to say what
leaked, where, and to whom.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
import structlog
from discord import app_commands
from msgspec.structs import replace

from bot.client import _public_page
from bot.driving.table import Table
from bot.language.localizer import card_text
from bot.play.table_view import call_page
from bot.showing import panels
from bot.tables import seating
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from bot.wire.components import (
    Container,
    Item,
    Media,
    MediaGallery,
    MediaItem,
    button,
    button_rows,
    text_display,
)
from bot.wire.exchange import Exchange
from bot.wire.messages import Page
from games.core.events import OpenEvent
from games.core.presentation import Board, Row, faces
from games.core.words import Seat
from games.netsuzo.events import Drawn
from tests.bot.leaks import Watcher
from tests.bot.people import Stage
from tests.bot.test_leaks import play_watched, play_watched_by_all, watcher
from tests.examples.goofspiel.rules import Goofspiel
from tests.examples.goofspiel.state import GoofspielState, GoofspielView

__all__ = ["watcher"]

Mutant = Callable[[Stage, pytest.MonkeyPatch], None]


def hidden_hand(state: TableState) -> Sequence[str]:
    """Take a hand that only its owner sees."""
    assert state.match is not None
    hands: Sequence[Sequence[str]] = state.match.state.hands  # type: ignore[attr-defined]
    return max(hands, key=len)


def table_of(stage: Stage, snapshot: Snapshot) -> TableState:
    return stage.bot.tables.tables[snapshot.id].state


def panel_for_everybody(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """The panel is answered without the ephemeral flag."""
    say = Exchange.say

    async def aloud(exchange: Exchange, page: Page) -> Any:
        is_lobby = any(table.state.is_lobby for table in stage.bot.tables.tables.values())
        return await (say(exchange, page) if is_lobby else exchange.announce(page))

    patch.setattr(Exchange, "say", aloud)


def panel_of_the_wrong_seat(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """The panel shows what the neighbour sees."""
    seen_by = TableState.seen_by
    patch.setattr(TableState, "seen_by", lambda self, seat: seen_by(self, (seat + 1) % len(self.seats)))


def refreshed_panel_of_the_wrong_seat(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """A panel is opened rightly, and becomes the neighbour's when it follows the game."""
    seen_by = TableState.seen_by

    follow = panels.Panel._follow

    async def wrongly(panel: panels.Panel) -> None:
        with patch.context() as here:
            here.setattr(panel, "see", lambda: _seen_by_the_next(panel))
            await follow(panel)

    def _seen_by_the_next(panel: panels.Panel) -> Snapshot:
        state = panel._table.state
        return seen_by(state, (panel._seat + 1) % len(state.seats))

    patch.setattr(panels.Panel, "_follow", wrongly)


Change = Callable[[TableState], Item]
"""What is put into the table's message."""


def _public(stage: Stage, patch: pytest.MonkeyPatch, change: Change) -> None:
    def public(snapshot: Snapshot, language: str) -> Page:
        page = _public_page(snapshot, language)
        return page if snapshot.view is None else with_more(page, change(table_of(stage, snapshot)))

    object.__setattr__(stage.bot.views, "public", public)


def with_more(page: Page, item: Item) -> Page:
    """Put one more thing into a message."""
    (frame,) = page.components
    return Page((Container((*frame.components, item), frame.accent_color),), page.files)


def card_in_a_custom_id(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """A button of the table's message carries a hidden card."""

    def change(state: TableState) -> Item:
        (row,) = button_rows([button("look", state.id, "Look", hidden_hand(state)[0])])
        return row

    _public(stage, patch, change)


def card_in_an_alt_text(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """The description of the table's picture, for who cannot see it, tells what lies face down."""

    def change(state: TableState) -> Item:
        told = ", ".join(card_text(card, "standard", "en") for card in hidden_hand(state))
        shown = Media("https://example.invalid/table.png")
        return MediaGallery((MediaItem(shown, f"Alice: {told}"),))

    _public(stage, patch, change)


def card_in_a_text(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """A line of the table's message names a hidden card."""

    def change(state: TableState) -> Item:
        return text_display(card_text(hidden_hand(state)[0], "standard", "en"))

    _public(stage, patch, change)


def hand_in_the_table_s_picture(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """No word tells of it: the hand is only drawn."""
    import bot.play.table_view as table_view

    told_board = table_view.told_board

    def hiding(board: Board, words: Any, names: Sequence[str]) -> Any:
        drawn = Row(Seat(0), (faces(hidden_hand(stage.table.state)),))
        more = told_board(Board(board.family, (*board.rows, drawn)), words, names)
        return replace(more, said=told_board(board, words, names).said)

    patch.setattr(table_view, "told_board", hiding)


def card_in_a_call(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """Whoever is called is told in public what they hold."""

    def call(snapshot: Snapshot, seats: Sequence[int], language: str, *rest: Any) -> Page:
        page = call_page(snapshot, seats, language, *rest)
        told = card_text(hidden_hand(table_of(stage, snapshot))[0], "standard", "en")
        return with_more(page, text_display(told))

    object.__setattr__(stage.bot.views, "call", call)


def card_in_the_log(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """A well-meant line for whoever looks for a mistake, under a name that nothing masks."""
    deal = Table._append

    async def append(table: Table, after: TableState, *rest: Any) -> TableState:
        structlog.get_logger("bot").info("played", why=f"left are {' '.join(hidden_hand(after))}")
        return await deal(table, after, *rest)

    patch.setattr(Table, "_append", append)


def seed_in_the_log(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """The secret of the shuffles, as an error might quote it."""
    deal = Table._append

    async def append(table: Table, after: TableState, *rest: Any) -> TableState:
        structlog.get_logger("bot").warning("odd", row=str(after.row.seed))
        return await deal(table, after, *rest)

    patch.setattr(Table, "_append", append)


def others_card_in_a_completion(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """What is offered while one types names a card of somebody else."""

    async def complete(interaction: Any, current: str) -> list[app_commands.Choice[str]]:
        state = stage.table.state
        seat = state.seat_of(interaction.user.id)
        assert state.match is not None
        hands = state.match.state.hands  # type: ignore[attr-defined]
        other = next(hand for number, hand in enumerate(hands) if number != seat and hand)
        told = card_text(other[0], "standard", "en")
        return [app_commands.Choice(name=f"challenge ({told})", value="challenge")]

    command = stage.bot.tree.get_command("move")
    assert isinstance(command, app_commands.Command)
    patch.setattr(command._params["move"], "autocomplete", complete)


CAUGHT: dict[Mutant, str] = {
    panel_for_everybody: r"public .* to everybody",
    panel_of_the_wrong_seat: r"private .* to seat",
    refreshed_panel_of_the_wrong_seat: r"private .* to seat",
    card_in_a_custom_id: r"public component 2 .* to everybody",
    card_in_an_alt_text: r"public component 12 .* to everybody",
    card_in_a_text: r"public component 10 .* to everybody",
    hand_in_the_table_s_picture: r"public file .* to everybody",
    card_in_a_call: r"public component 10 .* to everybody",
    card_in_the_log: r"the log names",
    seed_in_the_log: r"the log tells the seed",
    others_card_in_a_completion: r"private completion .* to seat",
}
"""Every mutant, and how the watcher names what it does."""

IN_GAME = {hand_in_the_table_s_picture: "netsuzo"}
"""Where Porker Bull does not do: its table has a picture only when all hands lie open."""


@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
async def test_who_leaks_is_caught(
    stage: Stage, watcher: Watcher, monkeypatch: pytest.MonkeyPatch, mutant: Mutant
) -> None:
    """The watcher stops at the first leak, and says which card went where."""
    mutant(stage, monkeypatch)
    with pytest.raises(AssertionError) as caught:
        await play_watched(stage, watcher, IN_GAME.get(mutant, "bull"), turns=12)
    assert re.search(CAUGHT[mutant], str(caught.value)), caught.value


def drawn_cards_are_told(patch: pytest.MonkeyPatch) -> None:
    """Netsuzo Poker: everybody hears which card somebody has drawn."""
    patch.setattr(Drawn, "seen_by", OpenEvent.seen_by)


def cards_lie_face_up(patch: pytest.MonkeyPatch) -> None:
    """Three Cards Trick Poker: a card that was played face down lies face up in everybody's view."""
    patch.setattr("games.trick3.rules._lying", lambda cards, way: cards)


def bids_are_open(patch: pytest.MonkeyPatch) -> None:
    """Goofspiel: a bid lies with those of the rounds before."""
    open_view = Goofspiel.open_view

    def shown(rules: Goofspiel, state: GoofspielState, common: Mapping[str, Any]) -> GoofspielView:
        pairs = zip(state.spent, state.bids, strict=True)
        spent = tuple([(*cards, bid) if bid else cards for cards, bid in pairs])
        return replace(open_view(rules, state, common), spent=spent)

    patch.setattr(Goofspiel, "open_view", shown)


VIEWS = {"netsuzo": drawn_cards_are_told, "trick3": cards_lie_face_up, "goofspiel": bids_are_open}


@pytest.mark.parametrize("game", VIEWS)
async def test_a_view_that_shows_too_much_is_caught(
    stage: Stage, watcher: Watcher, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """What one may know is what lies where one may look, whatever a view says: cards dealt, and chosen."""
    VIEWS[game](monkeypatch)
    with pytest.raises(AssertionError, match=r"public .* to everybody"):
        await play_watched(stage, watcher, game, typed=1)


@pytest.mark.parametrize("game", ["bull", "netsuzo", "lost"])
async def test_a_bot_that_lets_players_watch_is_caught(
    stage: Stage, watcher: Watcher, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Nothing but one question keeps hands from those who play; a bot that answers it wrongly leaks."""
    monkeypatch.setattr(seating, "may_watch", lambda state, user_id: True)
    with pytest.raises(AssertionError, match=r"private .* to seat"):
        await play_watched_by_all(stage, watcher, game, monkeypatch)
