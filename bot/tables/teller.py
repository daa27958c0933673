"""Texts and scenes of a table by its game's presenter; an error costs a plain sentence, never a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import structlog

from games import find_game
from games.core.events import Event
from games.core.feats import Feat
from games.core.match import Match, Past
from games.core.moves import Move
from games.core.presentation import Moment, PanelScene, Presenter, TableScene, Tale
from games.core.rules import View
from games.core.words import Text

log = structlog.get_logger(__name__)

T = TypeVar("T")

UNSAID = Text("table-unsaid")
"""Text that replaces a text which failed to render."""


class Teller:
    """A table's presenter with a fallback for every error; arguments are the presenter's.

    Args:
        game_id: id of the game.
        table_id: id of the table.
        faults: kinds of errors so far; each kind is logged once.
    """

    def __init__(self, game_id: str, table_id: str, faults: set[str]) -> None:
        self._game_id, self._table_id, self._faults = game_id, table_id, faults

    @property
    def _presenter(self) -> Presenter[Any]:
        return find_game(self._game_id).presenter

    def attempt(self, kind: str, make: Callable[[], T], instead: T) -> T:
        """Return what ``make`` returns; ``instead`` if it raises any error."""
        try:
            return make()
        except Exception:
            if kind not in self._faults:
                self._faults.add(kind)
                log.exception("something cannot be shown", table=self._table_id, kind=kind)
            return instead

    def table(self, view: View) -> TableScene:
        """Return the public scene."""
        return self.attempt("table", lambda: self._presenter.table(view), TableScene(UNSAID))

    def panel(self, view: View, legal: Sequence[Move]) -> PanelScene:
        """Return the scene of a seat's private panel."""
        return self.attempt("panel", lambda: self._presenter.panel(view, legal), PanelScene((UNSAID,)))

    def say(self, event: Event, view: View) -> Text | None:
        """Return the text of an event."""
        return self._said("say", lambda: self._presenter.say(event, view))

    def moment(self, view: View) -> Moment:
        """Return the moment of truth of a view."""
        return self.attempt("moment", lambda: self._presenter.moment(view), None) or Moment(UNSAID)

    def suspense(self, view: View) -> Moment:
        """Return the question before a moment of truth."""
        return self.attempt("suspense", lambda: self._presenter.suspense(view), None) or Moment(UNSAID)

    def verdict(self, view: View) -> Text | None:
        """Return what a moment of truth means for a seat."""
        return self._said("verdict", lambda: self._presenter.verdict(view))

    def tip(self, view: View) -> Text | None:
        """Return a tip for a newcomer."""
        return self._said("tip", lambda: self._presenter.tip(view))

    def name(self, move: Move, view: View) -> Text:
        """Return the name of a move; its notation if the game fails to name it."""
        notation = Text("move-named", {"name": str(move)})
        return self.attempt("name", lambda: self._presenter.name(move, view), notation)

    def reason(self, move: Move, view: View) -> Text | None:
        """Return the reason for a move."""
        return self.attempt("reason", lambda: self._presenter.reason(move, view), None)

    def forced(self, view: View, legal: Sequence[Move]) -> Move | None:
        """Return the move that plays automatically; ``None`` if the person has to decide."""
        return self.attempt("forced", lambda: self._presenter.forced(view, legal), None)

    def is_tense(self, view: View) -> bool:
        """Return whether there is a claim that might be challenged."""
        return self.attempt("is_tense", lambda: self._presenter.is_tense(view), False)

    def tales(self, match: Match, seat: int | None = None) -> tuple[tuple[Feat, Tale], ...]:
        """Return the feats of a finished match, each with its three frames."""
        return self.attempt("feats", lambda: self._tales(match, seat), ())

    def _tales(self, match: Match, seat: int | None) -> tuple[tuple[Feat, Tale], ...]:
        past = Past(match)
        return tuple([(feat, self._presenter.tale(feat, past)) for feat in past.feats(seat)])

    def _said(self, kind: str, make: Callable[[], Text | None]) -> Text | None:
        plain: Text | None = UNSAID
        return self.attempt(kind, make, plain)
