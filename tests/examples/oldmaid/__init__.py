"""Old Maid: draw from a hidden hand, lay down pairs, and do not be left with the joker (oldmaid.md)."""

from games.core.game import Game
from tests.examples.oldmaid.player import advise
from tests.examples.oldmaid.presenter import OldMaidPresenter
from tests.examples.oldmaid.rules import OldMaid

OLD_MAID = Game(rules=OldMaid(), presenter=OldMaidPresenter(), advise=advise, emoji="👵")
