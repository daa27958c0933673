"""Old Maid: draw from a hidden hand and lay down pairs; the last player with the joker loses (oldmaid.md)."""

from games.core.game import Game
from games.core.trophies import Trophy, every_game, wins
from tests.examples.oldmaid.presenter import OldMaidPresenter
from tests.examples.oldmaid.rules import OldMaid
from tests.examples.oldmaid.strategy import advise

TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("escape", wins, 5, in_a_row=True, metal="silver"),
)

OLD_MAID = Game(rules=OldMaid(), presenter=OldMaidPresenter(), advise=advise, emoji="👵", trophies=TROPHIES)
