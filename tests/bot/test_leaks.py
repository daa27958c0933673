"""Tests that no message or log shows a hidden card, and that leaking bots are detected."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
import structlog
from discord import app_commands
from msgspec.structs import replace

from bot.config import Config
from bot.driving.table import Table
from bot.language import card_text
from bot.pages import messages
from bot.pages import table as table_view
from bot.showing import editor, panels
from bot.tables import endings, lobby
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
from bot.wire.messages import Page, StoredPicture
from games import find_game
from games.core.presentation import Board, Row, faces
from games.core.rules import OpenEvent
from games.core.words import Seat
from games.netsuzo.rules import Drawn
from tests.amounts import EXPLORE
from tests.bot.leaks import Watcher
from tests.bot.people import Stage, custom_ids, raw_click
from tests.bot.playing import click_through, shorten
from tests.examples.goofspiel.rules import Goofspiel, GoofspielState, GoofspielView
from tests.games.contract import every_game_id
from tests.games.play import seats_near


@pytest.fixture
def config(config: Config) -> Config:
    """Settings with pauses at reveals, whose pages are checked, too."""
    return replace(config, moments=0.3)


@pytest.fixture
def watcher(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watcher]:
    """A watcher of everything that people and the log's readers see."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield Watcher(stage, monkeypatch)
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def has_hand_button(stage: Stage) -> bool:
    """True if the table's message has the button for hands, which is missing during a reveal."""
    return any(cid.startswith("b:hand:") for cid in custom_ids(stage.table_message()))


async def play_watched(
    stage: Stage, watcher: Watcher, game: str, *, typed: int = 2, turns: int = 400
) -> None:
    """Play a short watched game with open panels; one of ``typed`` turns is made by taps.

    Computer players bring the table to three seats, or to the nearest possible number.
    """
    rng = random.Random(1)
    await stage.lobby(game, seats_near(find_game(game), 3) - 2)
    await shorten(stage, game)
    await stage.tap(stage.bob, stage.lobby_message, "join")
    await stage.tap(stage.alice, stage.lobby_message, "start")
    table = stage.table
    for person in stage.people:
        await stage.tap(person, stage.table_message(), "hand")
    watcher.check()
    # Most moves are typed after a completion, the others tapped; the watcher reads after each step.
    for turn in range(turns):
        if table.state.is_closed:
            return
        if table.state.acting(human=True) and has_hand_button(stage):
            person = stage.player_on_turn()
            offered = await person.autocomplete(stage.channel, "move", "move", "" if turn % 4 > 1 else "c")
            if turn % typed and offered:
                await person.slash(stage.channel, "move", move=rng.choice(offered)["value"])
            else:
                before = table.state.seq
                await click_through(stage, person, rng)
                assert table.state.seq > before
        watcher.check()
        await stage.env.advance_time(2)
        watcher.check()


@every_game_id
async def test_people_read_only_what_their_seat_may_see(stage: Stage, watcher: Watcher, game: str) -> None:
    """No text, picture, custom id, completion or log line of a game shows a card hidden from its reader.

    Every move can be made by a button or a menu.
    """
    await play_watched(stage, watcher, game)
    state = watcher._state
    assert state.is_over
    assert watcher.read > state.seq
    await stage.env.advance_time(3)
    assert any(cid.startswith("b:rematch:") for cid in custom_ids(stage.channel.last_message))


WATCHED_TURNS = 40 if EXPLORE else 16
"""Turns of a game that people watch who play no more."""


async def play_watched_by_all(stage: Stage, watcher: Watcher, game: str, turns: int = WATCHED_TURNS) -> None:
    """Play after one person has left, while all people keep tapping *Watch* for all hands."""
    rng = random.Random(7)
    *players, leaver = stage.people_for(game)
    await stage.start_game(*players[1:], leaver, game=game)
    await stage.resign(leaver)
    table = stage.table
    if table.state.row.is_decided:  # the last player has won, and plays on for fun
        await stage.confirm_act(stage.alice, "resume")
    else:  # the players vote to show all hands to people who left
        for row in table.state.seats[: len(players)]:
            await table.apply_in_game(endings.vote, row.user_id, "watch")
    for turn in range(turns):
        if table.state.is_closed:
            return
        if turn % 5 == 0:
            for person in (leaver, *players):
                raw_click(person, stage.table_message(), f"b:watch:{table.id}")
        if table.state.acting(human=True) and has_hand_button(stage):
            await click_through(stage, stage.player_on_turn(), rng)
        await stage.env.advance_time(2)
        watcher.check()


@pytest.mark.usefixtures("forged_taps")
@every_game_id
async def test_leavers_see_all_hands_and_players_do_not(
    stage: Stage, watcher: Watcher, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who resigned is shown all hands, and a player in the game is not."""
    spectator_ids: list[int] = []
    watched_by = lobby.with_all_hands

    def record_and_show(state: TableState, user_id: int) -> Snapshot:
        spectator_ids.append(user_id)
        return watched_by(state, user_id)

    monkeypatch.setattr(lobby, "with_all_hands", record_and_show)
    await play_watched_by_all(stage, watcher, game)
    assert stage.people_for(game)[-1].id in spectator_ids
    assert watcher.read > 40


# --- faults: bots that leak on purpose --------------------------------------------------------------------


Mutant = Callable[[Stage, pytest.MonkeyPatch], None]


def hidden_hand(state: TableState) -> Sequence[str]:
    hands: Sequence[Sequence[str]] = state.match.state.hands  # type: ignore[union-attr]
    return max(hands, key=len)


def hand_text(hand: Sequence[str]) -> str:
    return ", ".join(card_text(card, "standard", "en") for card in hand)


def panel_for_everybody(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """Fault: the answer with the panel is public."""
    say = Exchange.send_private

    async def aloud(exchange: Exchange, page: Page, kept: Mapping[str, StoredPicture] = {}) -> Any:
        return await (say(exchange, page, kept) if stage.lobbies else exchange.announce(page))

    patch.setattr(Exchange, "send_private", aloud)


def panel_of_the_wrong_seat(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """Fault: the panel shows the neighbour's view."""
    seen_by = TableState.seen_by
    patch.setattr(TableState, "seen_by", lambda self, seat: seen_by(self, (seat + 1) % len(self.seats)))


def refreshed_panel_of_the_wrong_seat(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """Fault: the first update of an open panel shows the neighbour's view."""
    follow = panels.Panel._follow

    async def wrongly(panel: panels.Panel) -> None:
        with patch.context() as here:
            panel_of_the_wrong_seat(stage, here)
            await follow(panel)

    patch.setattr(panels.Panel, "_follow", wrongly)


def others_card_in_a_completion(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """Fault: an autocompletion names another player's card."""

    async def complete(interaction: Any, current: str) -> list[app_commands.Choice[str]]:
        seat = stage.state.seat_of(interaction.user.id)
        hands = enumerate(stage.match.state.hands)  # type: ignore[attr-defined]
        other = next(hand for number, hand in hands if number != seat and hand)
        return [app_commands.Choice(name=f"challenge ({hand_text(other)})", value="challenge")]

    command: Any = stage.bot.tree.get_command("move")
    patch.setattr(command._params["move"], "autocomplete", complete)


def in_the_table(item: Callable[[TableState], Item]) -> Mutant:
    def mutant(stage: Stage, patch: pytest.MonkeyPatch) -> None:
        make = messages.table_message

        def public(snapshot: Snapshot, language: str) -> Page:
            page = make(snapshot, language)
            if snapshot.view is None:
                return page
            more = item(stage.bot.tables.all[snapshot.id].state)
            (frame,) = page.components
            return Page((Container((*frame.components, more), frame.accent_color),), page.files)

        patch.setattr(messages, "table_message", public)

    return mutant


def picture_naming_hidden_card(state: TableState) -> Item:
    """Return a picture whose alternative text names a hidden card."""
    picture = Media("https://example.invalid/table.png")
    return MediaGallery((MediaItem(picture, f"Alice: {hand_text(hidden_hand(state))}"),))


def hand_in_the_table_s_picture(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """Fault: the table's picture shows a hand without naming it in text."""
    worded_board = table_view.worded_board

    def hiding(board: Board, words: Any, names: Any) -> Any:
        drawn = Row(Seat(0), (faces(hidden_hand(stage.state)),))
        more = worded_board(Board(board.family, (*board.rows, drawn)), words, names)
        return replace(more, description=worded_board(board, words, names).description)

    patch.setattr(table_view, "worded_board", hiding)


def in_the_log(why: Callable[[TableState], str]) -> Mutant:
    """Return a fault that logs a card under a name that is not masked."""

    def mutant(stage: Stage, patch: pytest.MonkeyPatch) -> None:
        append = Table._append

        async def telling(table: Table, after: TableState, *rest: Any) -> TableState:
            structlog.get_logger("bot").info("played", why=why(after))
            return await append(table, after, *rest)

        patch.setattr(Table, "_append", telling)

    return mutant


def private_picture_in(stem: str) -> Mutant:
    """Return a fault: pages show another person's hand in place of their pictures with this stem."""

    def mutant(stage: Stage, patch: pytest.MonkeyPatch) -> None:
        kept_pictures, hands = editor.kept_pictures, dict[str, StoredPicture]()

        def with_others(
            page: Page, pictures: Mapping[str, StoredPicture], now_ms: int
        ) -> Mapping[str, StoredPicture]:
            hands.update({name: hand for name, hand in pictures.items() if name.startswith("hand-")})
            kept = dict(kept_pictures(page, pictures, now_ms))
            for name in [file.filename for file in page.files if file.filename.startswith(stem)]:
                owner = name.rpartition("-")[0]
                others = [hand for known, hand in hands.items() if not known.startswith(owner)]
                if others and name not in kept:
                    kept[name] = others[0].elsewhere
            return kept

        patch.setattr(editor, "kept_pictures", with_others)

    return mutant


CAUGHT: dict[str, tuple[Mutant, str]] = {
    "panel for everybody": (panel_for_everybody, r"public .* to everybody"),
    "wrong panel": (panel_of_the_wrong_seat, r"private .* to seat"),
    "wrong refreshed panel": (refreshed_panel_of_the_wrong_seat, r"private .* to seat"),
    "completion": (others_card_in_a_completion, r"private completion .* to seat"),
    "custom id": (
        in_the_table(
            lambda panel_line: button_rows(
                [button("look", panel_line.id, "Look", hidden_hand(panel_line)[0])]
            )[0]
        ),
        r"public component 2 .* to everybody",
    ),
    "description": (in_the_table(picture_naming_hidden_card), r"public component 12 .* to everybody"),
    "text": (
        in_the_table(lambda state: text_display(hand_text(hidden_hand(state)))),
        r"public component 10 .* to everybody",
    ),
    "picture": (hand_in_the_table_s_picture, r"public file .* to everybody"),
    "address in a panel": (private_picture_in("hand-"), r"private .* for another person alone"),
    "address in public": (private_picture_in("table-"), r"public .* for another person alone"),
    "cards in the log": (in_the_log(lambda state: " ".join(hidden_hand(state))), r"the log names"),
    "seed in the log": (in_the_log(lambda state: str(state.row.seed)), r"the log tells the seed"),
}
"""Every fault, and the watcher's report about it."""


@pytest.mark.mutants
@pytest.mark.parametrize("how", CAUGHT)
async def test_leak_is_detected(
    stage: Stage, watcher: Watcher, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The watcher fails at a leak with the card and the reader in its message."""
    mutant, expected = CAUGHT[how]
    mutant(stage, monkeypatch)
    game = "netsuzo" if how == "picture" else "bull"  # Porker Bull has a picture only when all hands are open
    turns = 40 if how.startswith("address") else 12
    with pytest.raises(AssertionError, match=expected):
        await play_watched(stage, watcher, game, turns=turns)


def drawn_cards_are_public(patch: pytest.MonkeyPatch) -> None:
    """Fault in Netsuzo Poker: drawn cards are public."""
    patch.setattr(Drawn, "seen_by", OpenEvent.seen_by)


def cards_lie_face_up(patch: pytest.MonkeyPatch) -> None:
    """Fault in Three Cards Trick Poker: face-down cards are face up in every view."""
    for module in ("rules", "sides"):
        patch.setattr(f"games.trick3.{module}.hide_face_down", lambda cards, way: cards)


def bids_are_open(patch: pytest.MonkeyPatch) -> None:
    """Fault in Goofspiel: the bids of the current round are public."""
    public_view = Goofspiel.public_view

    def shown(rules: Goofspiel, state: GoofspielState, common: Mapping[str, Any]) -> GoofspielView:
        pairs = zip(state.spent, state.bids, strict=True)
        spent = tuple([(*cards, bid) if bid else cards for cards, bid in pairs])
        return replace(public_view(rules, state, common), spent=spent)

    patch.setattr(Goofspiel, "public_view", shown)


VIEWS = {"netsuzo": drawn_cards_are_public, "trick3": cards_lie_face_up, "goofspiel": bids_are_open}


@pytest.mark.mutants
@pytest.mark.parametrize("game", VIEWS)
async def test_view_that_shows_too_much_is_detected(
    stage: Stage, watcher: Watcher, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """The watcher finds leaks of a faulty view, since it derives known cards from the full state."""
    VIEWS[game](monkeypatch)
    with pytest.raises(AssertionError, match=r"public .* to everybody"):
        await play_watched(stage, watcher, game, typed=1)


@pytest.mark.mutants
@pytest.mark.usefixtures("forged_taps")
@pytest.mark.parametrize("game", ["bull", "netsuzo"])
async def test_bot_that_lets_players_watch_is_detected(
    stage: Stage, watcher: Watcher, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """The watcher finds a leak if players may use *Watch*."""
    monkeypatch.setattr(lobby, "may_watch", lambda state, user_id: True)
    with pytest.raises(AssertionError, match=r"private .* to seat"):
        await play_watched_by_all(stage, watcher, game)
