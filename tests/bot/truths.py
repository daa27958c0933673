"""Adds reveals, verdicts and tips to Porker Bull's presenter.

Tests can then check how the bot shows them, independently of the games.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.help import example_table
from bot.language import more_texts
from games.bull.presenter import BullPresenter
from games.bull.rules import Bull, Called, Showdown
from games.core.cards import STANDARD
from games.core.moves import Move
from games.core.presentation import Board, Presenter, RevealScene, Row, faces
from games.core.rules import Event
from games.core.words import Seat, Text, text

SECONDS = 4


def is_showdown(event: Event) -> bool:
    return isinstance(event, Showdown)


def is_anything(event: Event) -> bool:
    return isinstance(event, Showdown | Called)


def truth_texts() -> AbstractContextManager[None]:
    """Add this module's texts to the catalogues of all languages during the context."""
    return more_texts(Path(__file__).parent / "truth_texts")


def show_reveals(patch: pytest.MonkeyPatch, is_one: Callable[[Event], bool] = is_showdown) -> None:
    """Make some events reveals, which pause the game with a picture and a verdict for each seat."""

    def reveal(presenter: BullPresenter, view: Any) -> RevealScene | None:
        if not any(map(is_one, view.news)):
            return None
        reveal = view.shown
        hand = next((hand for hand in reveal.hands if hand), ()) if reveal else ()
        board = Board(STANDARD.name, (Row(Seat(0), (faces(hand),)),)) if hand else None
        truth = text("truth-headline", seat=Seat(0))
        return RevealScene(truth, board, text("truth-line"), panel_line=truth)

    def verdict(presenter: BullPresenter, view: Any) -> Text | None:
        lost = view.shown is not None and view.shown.loser == view.seat
        return text("truth-lost" if lost else "truth-won")

    def seconds(rules: Bull, view: Any) -> float:
        return SECONDS if any(map(is_one, view.news)) else 0.0

    patch.setattr(Bull, "reveal_seconds", seconds)
    patch.setattr(Bull, "suspense_seconds", lambda rules, view: 0.0)
    patch.setattr(Bull, "panel_reveal_seconds", lambda rules, view: 0.0)
    patch.setattr(BullPresenter, "reveal", reveal)
    patch.setattr(BullPresenter, "consequence", verdict)
    patch.setattr(BullPresenter, "aftermath", Presenter.aftermath)
    patch.setattr("bot.help.example_table", example_table.__wrapped__)  # or other tests get the cached one


def give_tips(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BullPresenter, "tip", lambda presenter, view: text("truth-tip"))


def force(patch: pytest.MonkeyPatch, move: str) -> None:
    def forced_move(presenter: BullPresenter, view: Any, legal: Any) -> Move | None:
        return next((legal_move for legal_move in legal if str(legal_move) == move), None)

    patch.setattr(BullPresenter, "forced_move", forced_move)
