"""The presentation of Three Cards Trick Poker: the table, the private panels, and texts about moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from games.core.events import find_event
from games.core.moves import Move
from games.core.presentation import Example, Measure, PanelScene, Presenter, Row, TableScene, faces
from games.core.results import Result
from games.core.words import Joined, Seat, Text, text
from games.trick3 import menus, moments
from games.trick3.decks import HANDS
from games.trick3.hands import Classifier, classifier
from games.trick3.moves import Fold, Play, Refill, is_face_down
from games.trick3.pictures import CLOTH, hand_board, last_board, points_text, rivals_board, table_board
from games.trick3.possible import (
    best_hands,
    best_strength_by_card,
    exposed_cards,
    max_rival_strength,
    needs_exit_warning,
    played_cards,
    rival_seats,
)
from games.trick3.state import GameEnded, Trick3View
from games.trick3.words import arrange, cards_of, deck_name, hand_name, hands_guide

BEST_SHOWN = 3
"""Number of the viewer's best hands to list."""


class Trick3Presenter(Presenter[Trick3View]):
    """Presents Three Cards Trick Poker."""

    cloth = CLOTH
    ask = staticmethod(menus.ask)
    name = staticmethod(menus.move_text)
    say = staticmethod(moments.say)
    moment = staticmethod(moments.moment)
    suspense = staticmethod(moments.suspense)
    verdict = staticmethod(moments.verdict)
    picture_story = staticmethod(moments.picture_story)
    second_move = staticmethod(menus.second_move)

    def table(self, view: Trick3View) -> TableScene:
        """Return the table's scene: the seat to act, the round, and the picture of all open cards."""
        return TableScene(_headline(view), board=table_board(view), line=_second_line(view))

    def panel(self, view: Trick3View, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's private panel: its hand, and the best hands that it can make.

        On the seat's turn the panel also has the stake and the rivals.
        """
        assert view.seat is not None
        if view.is_over:
            # The result in words is the same for every game, so that only the picture is added.
            return PanelScene((), table=table_board(view))
        if view.phase == "deal" or view.seat in view.left:
            return PanelScene(lines=(_line_without_cards(view, view.seat),))
        judge = classifier(view.deck)
        scene = PanelScene(
            (_best_hands_line(view, judge),), hand_board(view, judge), last_reveal=last_board(view)
        )
        if not legal:
            return scene
        lines, table = (*scene.lines, *_stake_lines(view)), rivals_board(view, judge)
        return replace(scene, lines=lines, table=table)

    def warning(self, move: Move, view: Trick3View) -> Text | None:
        """Return a warning before a move that makes the seat leave the game; otherwise ``None``."""
        if not needs_exit_warning(view, move):
            return None
        loses = len(played_cards(view)) < 3 and view.seat not in view.folded
        return text("trick3-warning-leave", battle="lost" if loses else "done")

    def reason(self, move: Move, view: Trick3View) -> Text | None:
        """Return a fact for or against a move, such as the best hand that it allows; ``None`` without one."""
        judge = classifier(view.deck)
        if isinstance(move, Refill):
            hidden = len(view.hand) - len(move.cards) + move.draw
            return text(
                "trick3-reason-refill", hidden=hidden, exposed=len(exposed_cards(view)) + len(move.cards)
            )
        if isinstance(move, Play):
            return text(
                "trick3-reason",
                hand=hand_name(judge.name(best_strength_by_card(view, judge).get(move.card, 0))),
            )
        if not isinstance(move, Fold) or not rival_seats(view):
            return None
        # A fold is justified if a rival can still make a stronger hand.
        theirs = max(max_rival_strength(view, judge, seat) for seat in rival_seats(view))
        mine = max(best_strength_by_card(view, judge).values(), default=0)
        return text(
            "trick3-reason-fold", hand=hand_name(judge.name(mine)), other=hand_name(judge.name(theirs))
        )

    def farewell(self, view: Trick3View) -> Text | None:
        """Return a sentence for a seat that has left the game, with its points."""
        return None if view.seat is None else _line_without_cards(view, view.seat)

    def tip(self, view: Trick3View) -> Text | None:
        if not view.is_my_turn or view.phase not in ("expose", "play", "refill"):
            return None
        made = "yes" if best_hands(view, classifier(view.deck), 1) else "no"
        return text("trick3-tip", phase=view.phase, round=view.round, made=made)

    def is_tense(self, view: Trick3View) -> bool:
        """True if a seat plays its third and last card of a battle next."""
        return view.phase == "play" and view.round == 3

    def chapter(self, view: Trick3View) -> tuple[Text, ...]:
        """Return the heading of a position in a replay: the game of a longer match, and the battle."""
        games = int(view.options["games"])
        named = (
            [text("trick3-chapter-game", game=view.number, games=games)] if games > 1 and view.number else []
        )
        if view.battle:
            named.append(text("trick3-chapter-battle", battle=view.battle))
        return tuple(named)

    def score(self, view: Trick3View, result: Result, seat: int) -> Text | None:
        end = find_event(view.news, GameEnded)
        return None if end is None else points_text(end, seat)

    def hand(self, view: Trick3View) -> Row | None:
        if view.seat is None or not view.hand:
            return None
        return Row(Seat(view.seat), (faces(view.hand),))

    def outcome(self, view: Trick3View, result: Result) -> tuple[Text, ...]:
        """Return lines on why the game ended, and on how the uncaptured cards were shared."""
        end = find_event(view.news, GameEnded)
        return () if end is None else (moments.game_end_line(view, end),)

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Return a person's statistics: numbers of battles, wins and folds, and the best winning hand."""
        battles, folds = counts.get("battles", 0), counts.get("folds", 0)
        if not battles and not folds:
            return ()
        line = text("trick3-stats", battles=battles, won=counts.get("battles_won", 0), folds=folds)
        best = counts.get("best_hand", 0)
        if not best:
            return (line,)
        hand = hand_name(HANDS[best - 1])
        return line, text("trick3-stats-best", hand=hand, count=counts.get("best_capture", 0))

    def measures(self) -> tuple[Measure, ...]:
        """Return the statistics of leaderboards: the best winning hand, and the most cards won at once."""
        return (
            Measure("best_hand", text("trick3-measure-hand"), lambda number: hand_name(HANDS[number - 1])),
            Measure("best_capture", text("trick3-measure-capture")),
        )

    def guide(self, view: Trick3View) -> tuple[Example, ...]:
        """Return every kind of hand in this deck, from weak to strong, each with cards that make it."""
        return hands_guide(view.deck)


# --- the table ------------------------------------------------------------------------------------------


def _headline(view: Trick3View) -> Text:
    # The name of the seat to act is shown beside the headline.
    if view.result is not None:
        return moments.winners_text(view.result)
    if not isinstance(view.to_act, tuple):
        return text("trick3-headline-deal", seat=Seat(view.lead))
    if view.phase == "expose":
        return text("trick3-headline-expose")
    if view.phase != "play":
        return text("trick3-headline-refill", round=view.round)
    facing = "free" if not view.way else "down" if is_face_down(view.round, view.way) else "up"
    return text("trick3-headline-play", round=view.round, facing=facing)


def _second_line(view: Trick3View) -> Text | None:
    # After a game its end is most important, then the battle, and before the first one the deck.
    end = find_event(view.news, GameEnded)
    if end is not None:
        return moments.game_end_line(view, end)
    if view.battle:
        line = text("trick3-battle", battle=view.battle, way=view.way or "none")
    else:
        line = text("trick3-deck", deck=deck_name(view.deck), end=view.options["end"])
    games = int(view.options["games"])
    if games == 1:
        return line
    return text("trick3-game", game=max(1, view.number), games=games, line=line)


# --- the panel ------------------------------------------------------------------------------------------


def _best_hands_line(view: Trick3View, judge: Classifier) -> Text:
    best = tuple(
        text(
            "trick3-makes",
            hand=hand_name(judge.name(strength)),
            cards=cards_of(view.deck, *arrange(view.deck, cards)),
        )
        for strength, cards in best_hands(view, judge, BEST_SHOWN)
    )
    return text("trick3-best", hands=Joined(best)) if best else text("trick3-best-none")


def _stake_lines(view: Trick3View) -> Iterator[Text]:
    if view.phase not in ("play", "refill"):
        return
    if at_stake := sum(map(len, view.played)) + len(view.pot):
        pot = len(view.pot)
        yield text("trick3-stake", count=at_stake, pot=pot, of="pot" if pot == at_stake else "battle")
    # Without an exposed card the seat must fold in round 2.
    if not exposed_cards(view) and len(played_cards(view)) < 2:
        yield text("trick3-beware")


def _line_without_cards(view: Trick3View, seat: int) -> Text:
    # The seat has left, or the game is over or not yet dealt.
    end = find_event(view.news, GameEnded)
    if end is not None:
        return text("trick3-panel-ended", points=points_text(end, seat))
    if seat not in view.left:
        return text("trick3-panel-deal")
    place, points = view.left.index(seat) + 1, len(view.captured[seat])
    return text("trick3-panel-left", place=place, points=points, end=view.options["end"])
