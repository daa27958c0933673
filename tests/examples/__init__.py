"""Example games. The tests play them like every other game, but players are not offered them.

``topcard`` is the worked example of docs/NEW_GAME.md. In ``oldmaid`` players draw from hidden hands. In
``goofspiel`` all players bid in secret at the same time, and no cards need to be dealt. ``tandem`` has
exactly four players in two teams. Their texts are in ``locales``, in the same form as the bot's.
"""

from pathlib import Path

from games import Game
from tests.examples.goofspiel import GOOFSPIEL
from tests.examples.oldmaid import OLD_MAID
from tests.examples.tandem import TANDEM
from tests.examples.topcard import TOP_CARD

EXAMPLES: tuple[Game, ...] = (TOP_CARD, OLD_MAID, GOOFSPIEL, TANDEM)
LOCALES = Path(__file__).parent / "locales"
