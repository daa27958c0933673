"""The presentation of Netsuzo Poker: the table, the private panels, and texts about moves and showdowns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.core.bluffs import bluff_lines, bluff_measures, bluff_story, claimer_and_answerer
from games.core.cards import STANDARD
from games.core.events import Event, find_event
from games.core.feats import Feat
from games.core.match import GameHistory
from games.core.moves import Move
from games.core.poker import by_rank
from games.core.presentation import (
    Measure,
    Moment,
    PanelScene,
    PictureStory,
    Presenter,
    Row,
    TableScene,
    faces,
)
from games.core.results import Result
from games.core.seats import next_active_seat
from games.core.words import Seat, Text, text
from games.netsuzo import menus
from games.netsuzo.hands import best, count_cards, deciding_cards
from games.netsuzo.moves import DECLARATION_ORDER, REJECT, Declare, Discard
from games.netsuzo.pictures import (
    CLOTH,
    covered_board,
    declarations_board,
    hand_board,
    last_showdown_board,
    showdown_board,
    table_board,
)
from games.netsuzo.possible import count_matching
from games.netsuzo.rules import story_of
from games.netsuzo.state import (
    Accepted,
    Declared,
    Discarded,
    Drawn,
    Eliminated,
    HandDealt,
    NetsuzoView,
    NothingToDraw,
    Reshuffled,
    Showdown,
)
from games.netsuzo.words import (
    cards_of,
    chips_text,
    declaration_text,
    fact_text,
    hand_size_at,
    short_declaration_text,
    showdown_text,
)


class NetsuzoPresenter(Presenter[NetsuzoView]):
    """Presents Netsuzo Poker."""

    cloth = CLOTH
    ask = staticmethod(menus.ask)

    # --- table and panel --------------------------------------------------------------------------

    def table(self, view: NetsuzoView) -> TableScene:
        """Return the public scene: the current declaration, the goal, and every seat's cards and chips."""
        return TableScene(
            headline=_headline(view),
            line=text(
                "netsuzo-table-line",
                round=_current_round(view),
                blues=int(view.options["blues"]),
                honesty=view.options["honesty"],
            ),
            board=table_board(view),
        )

    def panel(self, view: NetsuzoView, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's private scene: its hand and, while it must act, the last declarations."""
        assert view.seat is not None
        if not view.reds[view.seat]:
            return PanelScene(table=table_board(view))
        scene = PanelScene(
            _panel_lines(view), hand_board(view) if view.open else None, last_reveal=last_showdown_board(view)
        )
        return replace(scene, table=declarations_board(view)) if legal or view.is_over else scene

    def tip(self, view: NetsuzoView) -> Text | None:
        """Return a tip for beginners about the viewer's next move; ``None`` if the viewer is not to act."""
        if not view.is_my_turn:
            return None
        if view.stage == "declare":
            return text("netsuzo-tip-higher" if view.declared else "netsuzo-tip-first")
        return text(f"netsuzo-tip-{view.stage}")

    # --- moments ----------------------------------------------------------------------------------

    def moment(self, view: NetsuzoView) -> Moment | None:
        """Return the text and picture of a showdown; ``None`` if the last move led to none."""
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return None
        line, before = _story_line(view, showdown), covered_board(showdown)
        if view.result is not None:
            won = _winner_text(view, view.result)
            line = won if line is None else text("netsuzo-moment-end", story=line, won=won)
        fact = fact_text(showdown)
        return Moment(
            showdown_text(showdown),
            showdown_board(view, showdown),
            line,
            panel_line=fact,
            suspense_board=before,
        )

    def suspense(self, view: NetsuzoView) -> Text | None:
        """Return the question whether a rejected declaration is true, shown until the hand is revealed."""
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return None
        declaration = declaration_text(showdown.declaration)
        return text(
            "netsuzo-suspense",
            rejecter=Seat(showdown.rejecter),
            caller=Seat(showdown.caller),
            claim=declaration,
        )

    def verdict(self, view: NetsuzoView) -> Text | None:
        """Return a sentence for the viewer on a showdown; ``None`` if the viewer neither declared nor
        rejected.
        """
        showdown = find_event(view.news, Showdown)
        if showdown is None or view.seat not in (showdown.caller, showdown.rejecter):
            return None
        assert view.seat is not None
        other = showdown.rejecter if view.seat == showdown.caller else showdown.caller
        if view.seat != showdown.loser:
            how = "doubted" if showdown.is_true else "caught"
        elif not view.reds[view.seat] and view.result is None:
            # The same text as the line of the moment, so that it is shown once.
            return text("netsuzo-moment-out", seat=Seat(view.seat))
        else:
            how = "wrong" if showdown.is_true else "lied"
        # At the end of the game the panel shows the chips, with the place.
        over = "no" if view.result is None else "yes"
        return text(f"netsuzo-verdict-{how}", other=Seat(other), chips=chips_text(view, view.seat), over=over)

    def picture_story(self, feat: Feat, past: GameHistory) -> PictureStory:
        """Return a remarkable declaration or rejection as a story in three pictures."""
        _, declaration = past.moves[feat.first_move]
        assert isinstance(declaration, Declare)
        _, answer = past.moves[feat.last_move]
        claimer, answerer = claimer_and_answerer(feat)
        # The claimer's view has the hand that was declared, the answerer's what that seat knew.
        view = past.view_before(feat.first_move, claimer)
        own = past.view_before(feat.last_move, answerer).hand
        made, five = deciding_cards(declaration, (*view.hand, *view.open))
        # The last picture has the declared hand and the open cards, with the best five framed.
        rows = [
            Row(title, (faces(cards, hot=five),))
            for title, cards in (
                (Seat(claimer), by_rank(view.hand)),
                (text("netsuzo-row-open"), view.open),
            )
        ]
        return bluff_story(
            feat,
            short_declaration_text(str(declaration)),
            STANDARD.name,
            answer=text(f"netsuzo-{answer}"),
            known_cards=(Row(Seat(answerer), (faces(by_rank(own)),)),) if own else (),
            true_cards=tuple(rows),
            explanation=text(
                "netsuzo-tale-lay", lie="no" if feat.liar is None else "yes", made=declaration_text(str(made))
            ),
        )

    def is_tense(self, view: NetsuzoView) -> bool:
        return view.stage == "answer"

    def chapter(self, view: NetsuzoView) -> tuple[Text, ...]:
        return (text("netsuzo-chapter", round=_current_round(view)),)

    # --- words ------------------------------------------------------------------------------------

    def say(self, event: Event, view: NetsuzoView) -> Text | None:
        """Return the text of an event. A drawn card is named only to its owner."""
        match event:
            case HandDealt():
                return text("netsuzo-event-dealt", round=event.round)
            case Declared():
                return text(
                    "netsuzo-event-declared", seat=Seat(event.seat), claim=declaration_text(event.declaration)
                )
            case Accepted():
                return text(
                    "netsuzo-event-accepted",
                    seat=Seat(event.seat),
                    giver=Seat(event.giver),
                    count=event.count,
                )
            case Drawn():
                return text("netsuzo-event-drew", cards=cards_of([event.card])) if event.card else None
            case Discarded():
                return text("netsuzo-event-discarded", seat=Seat(event.seat))
            case Reshuffled():
                return text("netsuzo-event-reshuffled", count=event.count)
            case NothingToDraw():
                return text("netsuzo-event-nothing", seat=Seat(event.seat))
            case Showdown():
                return showdown_text(event)
            case Eliminated():
                return text("netsuzo-event-eliminated", seat=Seat(event.seat))
        return None

    def name(self, move: Move, view: NetsuzoView) -> Text:
        if isinstance(move, Declare):
            return declaration_text(str(move))
        if isinstance(move, Discard):
            return text("netsuzo-discard", cards=cards_of([move.card]))
        return text(f"netsuzo-{move}")

    def warning(self, move: Move, view: NetsuzoView) -> Text | None:
        """Return a warning before a rejection with the last red chip (life); otherwise ``None``."""
        # There is no warning of lies: the labels of declarations already show whether they are true.
        is_last = move == REJECT and view.seat is not None and view.reds[view.seat] == 1
        return text("netsuzo-warning-reject") if is_last else None

    def reason(self, move: Move, view: NetsuzoView) -> Text | None:
        """Return how many visible cards fit a declaration, and how many cards are hidden; ``None`` without a
        declaration.
        """
        declaration = move if isinstance(move, Declare) else view.last
        if declaration is None or isinstance(move, Discard):
            return None
        # One's own declaration is compared with all one's cards, another seat's with the open cards alone.
        seen = (*view.open, *view.hand) if isinstance(move, Declare) else view.open
        hidden = 0 if isinstance(move, Declare) else view.sizes[view.declared[-1][0]]
        return text("netsuzo-reason", seen=count_matching(declaration, count_cards(seen)), hidden=hidden)

    def score(self, view: NetsuzoView, result: Result, seat: int) -> Text | None:
        """Return a text about a seat's chips, or about its win as the last survivor."""
        if seat in result.ranking[0] and view.blues[seat] < int(view.options["blues"]):
            return text("netsuzo-score-last", blues=view.blues[seat])
        return chips_text(view, seat)

    def hand(self, view: NetsuzoView) -> Row | None:
        if view.seat is None or not view.hand:
            return None
        return Row(Seat(view.seat), (faces(by_rank(view.hand)),))

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        return bluff_lines(counts, _text_of_number)

    def measures(self) -> tuple[Measure, ...]:
        return bluff_measures(_text_of_number)


def _text_of_number(number: int) -> Text:
    return declaration_text(str(DECLARATION_ORDER.bids[number - 1]))


def _current_round(view: NetsuzoView) -> int:
    return view.round - (view.stage == "deal" and view.shown is not None)


# --- the table ----------------------------------------------------------------------------------------


def _headline(view: NetsuzoView) -> Text:
    # Right after a showdown, its result is the news.
    if view.shown and view.stage in ("deal", "over"):
        return showdown_text(view.shown)
    if not view.declared:
        return text("netsuzo-headline-first")
    caller, notation = view.declared[-1]
    declaration = declaration_text(notation)
    if view.stage == "declare":
        return text("netsuzo-headline-higher", seat=Seat(view.turn), claim=declaration)
    # The declaration has been made: the left neighbour answers, or has accepted and discards.
    neighbour = Seat(next_active_seat(view.reds, caller))
    if view.stage == "discard":
        return text("netsuzo-headline-accepted", claim=declaration, neighbour=neighbour)
    cards = hand_size_at(len(view.declared) - 1)
    return text(
        "netsuzo-headline-claim", seat=Seat(caller), claim=declaration, neighbour=neighbour, cards=cards
    )


# --- moments ------------------------------------------------------------------------------------------


def _story_line(view: NetsuzoView, showdown: Showdown) -> Text | None:
    match story_of(view, showdown):
        case "out":
            return text("netsuzo-moment-out", seat=Seat(showdown.loser))
        case "five":
            return text("netsuzo-moment-five", seat=Seat(showdown.caller))
        case "long":
            return text("netsuzo-moment-long", count=len(view.declared), cards=len(showdown.hand))
        case "bold":
            return text("netsuzo-moment-bold", seat=Seat(showdown.caller))
        case "joker":
            return text("netsuzo-moment-joker")
    return None


def _winner_text(view: NetsuzoView, result: Result) -> Text:
    (winner,) = result.ranking[0]
    how = "last" if view.blues[winner] < int(view.options["blues"]) else "blues"
    return text("netsuzo-moment-won", seat=Seat(winner), how=how, blues=view.blues[winner])


# --- the panel ----------------------------------------------------------------------------------------


def _panel_lines(view: NetsuzoView) -> tuple[Text, ...]:
    if not view.hand:
        return (text("netsuzo-no-hand"),)
    assert view.seat is not None
    truth = best(count_cards((*view.hand, *view.open)))
    lines = [text("netsuzo-makes", claim=declaration_text(str(truth)))]
    if view.last_pass and not view.is_over:
        lines.append(text("netsuzo-passed", cards=cards_of(by_rank(view.last_pass))))
    is_warned = view.is_my_turn and view.stage == "answer"  # what is asked says it
    if view.reds[view.seat] == 1 and not view.is_over and not is_warned:
        lines.append(text("netsuzo-last-red"))
    return tuple(lines)
