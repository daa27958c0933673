"""Old Maid: draw from a hidden hand and lay down pairs; the last player with the joker loses (oldmaid.md)."""

from games.core.game import Game
from tests.examples.oldmaid.presenter import OldMaidPresenter
from tests.examples.oldmaid.rules import OldMaid
from tests.examples.oldmaid.strategy import advise
from tests.examples.oldmaid.trophies import TROPHIES

OLD_MAID = Game(rules=OldMaid(), presenter=OldMaidPresenter(), advise=advise, emoji="👵", trophies=TROPHIES)
