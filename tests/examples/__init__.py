"""Examples of games: played by the tests like every other game, but not offered to people.

``oldmaid`` is the one that CONTRIBUTING walks through, with hidden hands that chance has dealt; in
``goofspiel`` people make the secrets, all at once, and nothing need be dealt; ``tandem`` is played by exactly
four people in two teams. Their texts are in ``locales``, as those of the bot are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.language.catalogue import more_texts
from games import GAMES, Game
from tests.examples.goofspiel import GOOFSPIEL
from tests.examples.oldmaid import OLD_MAID
from tests.examples.tandem import TANDEM

EXAMPLES: tuple[Game, ...] = (OLD_MAID, GOOFSPIEL, TANDEM)
FOLDER = Path(__file__).parent
LOCALES = FOLDER / "locales"


@contextmanager
def registered(game: Game) -> Iterator[None]:
    """Offer an example for a while: one more game, one more folder of texts."""
    with GAMES.with_game(game), more_texts(LOCALES):
        yield
