"""Tests that the contract suite holds for a game in a package of its own: bids of money, dice, no cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from bot.language import more_texts
from games import GAMES
from tests.games.secrets import check_declared_secrets, check_what_is_declared
from tests.games.test_contract_knowledge import play
from tests.games.test_contract_mutants import check_secrets, suite
from tests.games.test_contract_options import check_options
from tests.games.test_contract_whole_games import check_whole_games
from tests.outside import MARKET as FOLDER
from tests.outside.tefuda_market import MARKET

SEEDS = 4


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with GAMES.with_game(MARKET), more_texts(FOLDER / "locales"):
        yield


@pytest.mark.parametrize("test", [*suite()], ids=lambda test: test.__name__)
def test_suite_accepts_game_without_cards(test: Callable[..., None]) -> None:
    """Every test of the contract suite that plays a game by a seed passes."""
    for seed in range(SEEDS):
        test(MARKET, seed)


def test_whole_games_end_with_every_number_of_seats() -> None:
    check_whole_games(MARKET)
    check_options(MARKET)


def test_bids_are_secret_and_everything_else_is_open() -> None:
    """The bids are compared in many positions, and nothing that is open counts as a leak."""
    matches = [play(MARKET, seed) for seed in range(SEEDS)]
    check_what_is_declared(MARKET, matches)
    assert sum(check_declared_secrets(MARKET, match, 1) for match in matches) > 50
    assert check_secrets(MARKET, SEEDS) > 50
