"""Example games. The tests play them like every other game, but players are not offered them.

``oldmaid`` is explained in CONTRIBUTING.md: chance deals hidden hands. In ``goofspiel`` all players bid in
secret at the same time, and no cards need to be dealt. ``tandem`` has exactly four players in two teams.
Their texts are in ``locales``, in the same form as the bot's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.language import more_texts
from games import GAMES, Game
from tests.examples.goofspiel import GOOFSPIEL
from tests.examples.oldmaid import OLD_MAID
from tests.examples.tandem import TANDEM

EXAMPLES: tuple[Game, ...] = (OLD_MAID, GOOFSPIEL, TANDEM)
FOLDER = Path(__file__).parent
LOCALES = FOLDER / "locales"


@contextmanager
def registered(game: Game) -> Iterator[None]:
    """Register an example game and its texts while the context lasts."""
    with GAMES.with_game(game), more_texts(LOCALES):
        yield
