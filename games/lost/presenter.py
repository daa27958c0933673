"""How Lost Poker is shown: warnings, reveals, tables, panels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec.structs import replace

from games.core.bluffs import bluff_lines, bluff_measures
from games.core.cards import Card, all_but
from games.core.moves import Move
from games.core.presentation import (
    Board,
    DecisionStakes,
    Measure,
    PanelScene,
    Presenter,
    RevealScene,
    Row,
    SeatClaim,
    SeatSummary,
    TableScene,
)
from games.core.rules import Event, Result
from games.core.words import Seat, Seats, Text, text, yes_no
from games.lost import moves
from games.lost.hands import (
    BIT,
    JOKER,
    find_hand,
    has_five_card_hand,
    is_made,
    is_one_away,
    mask_of,
)
from games.lost.menus import claim_stakes, next_question, play_effects
from games.lost.moves import DOUBT, JUDGEMENTS, LOST, PASS, TRUST, PlaceCard, Play, is_true
from games.lost.pictures import (
    CLOTH,
    cards_of,
    changes_by_others,
    claim_args,
    claims_so_far,
    covered_board,
    discard_board,
    elimination_hand,
    eliminations_board,
    eliminations_text,
    event_text,
    face_up_board,
    hand_board,
    hand_row,
    hand_text,
    joined,
    last_claim_board,
    move_text,
    odds_text,
    picture_story,
    reveal_board,
    table_board,
)
from games.lost.possible import (
    Risk,
    certain_answer,
    count_pairs_sharing_hand,
    field_after,
    mask_after,
    outlook_of_discard,
    outs_of_right_answer,
    risk_of_answer,
    risk_of_placing,
    risk_of_turn,
    unseen_cards,
)
from games.lost.rules import (
    CardJudged,
    CardTaken,
    LostView,
    LostVoided,
    Reveal,
    find_discard,
    find_reveal,
    story_of,
)

# --- warnings (lost.md, section "End") ----------------------------------------------------------------------

_LAST = text("lost-warn-last")


def warning(move: Move, view: LostView) -> Text | None:
    """Return a warning if a legal move would or could eliminate the viewing seat; otherwise ``None``."""
    if view.seat is None or not view.fields[view.seat]:
        return None
    face_up = view.fields[view.seat]
    if view.play is not None and not view.is_placing:
        return _warning_of_answer(move, view)
    return _warning_without_claim(move, view, face_up)


def _warning_without_claim(move: Move, view: LostView, face_up: Sequence[Card]) -> Text | None:
    # A complete hand is certain elimination; a play is only a risk, since the answer decides.
    is_last_card = len(view.hand) == 1
    mask = mask_of(face_up)
    match move:
        case moves.ReplaceFaceUpCard() if is_made(mask_after(move, mask)):
            return _completed_hand_warning(move.placed)
        case moves.PlaceCard() if is_made(mask_after(move, mask)):
            return _completed_hand_warning(move.card)
        case moves.TakeJokerBack() if is_made(mask_after(move, mask)):
            return _completed_hand_warning(*move.cards)
        case moves.Play() if is_last_card or (move.card != JOKER and is_made(mask | BIT[move.card])):
            return claim_stakes(view, move.card, move.target).line
        case moves.PlaceCard() | moves.DiscardFromHand() | moves.ReplaceFaceUpCard() if is_last_card:
            return _LAST
    return None


@cache
def _completed_hand_warning(*cards: Card) -> Text:
    return text("lost-warn-made", cards=cards_of(*cards), count=1)


def _warning_of_answer(move: Move, view: LostView) -> Text | None:
    # A discard is dangerous if the card to place afterwards is the last one, or completes a hand.
    if move == LOST:
        return _answer_stakes(view).line if outlook_of_discard(view) == "out" else None
    if move not in JUDGEMENTS:
        return None
    # Warn only if every card that proves the answer wrong would complete a hand.
    risk = risk_of_answer(view, move)
    if 0 < risk.cards == risk.fatal:
        return _answer_stakes(view).line
    return None


# --- moments ------------------------------------------------------------------------------------------------
# The reveals of Lost Poker: a turned-up card, an elimination.


def reveal(view: LostView) -> RevealScene | None:
    """Return what to show after a reveal or an elimination; ``None`` after other moves."""
    reveal = find_reveal(view)
    if reveal is None:
        # A seat can also be eliminated without a claim, by a move on its own field or hand.
        if not view.out:
            return _discard_reveal(view)
        act = event_text(view.news[0])
        assert act is not None
        return RevealScene(act, eliminations_board(view), _end_line(view, None))
    # A card was turned up: its text and picture, and a line about the outcome or a notable card.
    headline = event_text(reveal)
    board = reveal_board(view, reveal)
    assert headline is not None
    if view.out:
        line: Text | None = _end_line(view, reveal)
    else:
        line = _story_line(view, reveal)
    before = covered_board(view, reveal) if isinstance(reveal, CardJudged) else None
    fact = _fact(view, reveal)
    return RevealScene(headline, board, line, panel_line=fact, suspense_board=before)


def _fact(view: LostView, reveal: Reveal) -> Text:
    # At the end the fact stands alone, so that it says what became of the claim.
    if not view.out or not isinstance(reveal, CardJudged):
        return text("lost-fact", **claim_args(reveal))
    return text("lost-fact-end", **claim_args(reveal), answer=reveal.answer, how=_truth(reveal))


def _discard_reveal(view: LostView) -> RevealScene | None:
    # A discard turns no card up, but the seat that played the card learns that nobody judged its claim.
    taken = find_discard(view)
    if taken is None:
        return None
    headline = event_text(taken)
    placed = event_text(view.news[0])
    assert headline is not None
    return RevealScene(headline, discard_board(view, taken), placed, seats=(taken.seat,))


def suspense(view: LostView) -> Text | None:
    """Return a text that asks whether a claim is true, shown before its card is turned up."""
    reveal = find_reveal(view)
    if isinstance(reveal, CardJudged):
        return text(f"lost-suspense-{reveal.answer}", **claim_args(reveal))
    return None


def game_over_text(view: LostView) -> Text:
    """Return the headline at the end of the game: the eliminated seats and why they are out."""
    return text("lost-headline-over", reasons=eliminations_text(view))


# --- lines worth reading ------------------------------------------------------------------------------


def _end_line(view: LostView, reveal: Reveal | None) -> Text:
    # The line says who is out and why, and who has won.
    reasons = _reasons_with_remark(view, reveal)
    winners = tuple([seat for seat in range(view.seats) if seat not in view.out])
    return text("lost-great-end", reasons=reasons, seats=Seats(winners), count=len(winners))


def _reasons_with_remark(view: LostView, reveal: Reveal | None) -> Text:
    reasons = eliminations_text(view)
    if len(view.out) > 1:
        return text("lost-great-both", reasons=reasons)
    (out,) = view.out
    if has_five_card_hand(view.fields[out]):
        return text("lost-great-end-five", reasons=reasons)
    if reveal is None or not view.sizes[out]:
        return reasons
    if out == reveal.seat:
        return text("lost-great-own", reasons=reasons, seat=Seat(out))
    return text(f"lost-great-{_truth(reveal)}", reasons=reasons, seat=Seat(reveal.seat))


def _truth(reveal: Reveal) -> Literal["true", "lie"]:
    return "true" if is_true(reveal.card, reveal.claim) else "lie"


def _story_line(view: LostView, reveal: Reveal) -> Text | None:
    story = story_of(view, reveal)
    if story is None:
        return None
    if story == "escape":
        avoided = find_hand((*view.fields[reveal.target], reveal.card))
        assert avoided is not None
        return text("lost-great-escape", target=Seat(reveal.target), hand=hand_text(avoided))
    return text(f"lost-great-{story}", seat=Seat(reveal.seat), count=max(view.told[reveal.seat]))


# --- for each seat --------------------------------------------------------------------------------------


def consequence(view: LostView) -> Text | None:
    """Return a sentence on how the last turned-up card affects the viewing seat; ``None`` if it does not."""
    # Only the two players of the claim are concerned.
    reveal = find_reveal(view)
    seat = view.seat
    taken = find_discard(view)
    if reveal is None and taken is not None and taken.seat == seat:
        card = cards_of(taken.card)
        return text("lost-consequence-taken", target=Seat(taken.target), card=card)
    if reveal is None or seat not in (reveal.seat, reveal.target):
        return None
    if isinstance(reveal, LostVoided):
        if seat == reveal.target:
            key = "lost-consequence-void"
        else:
            key = "lost-consequence-voided"
        return text(key, target=Seat(reveal.target))
    if seat == reveal.target:
        return _consequence_for_judge(reveal)
    return _consequence_for_player(reveal)


def _consequence_for_judge(reveal: CardJudged) -> Text:
    if not reveal.is_right:
        return text(f"lost-consequence-wrong-{_truth(reveal)}", card=cards_of(reveal.card))
    if reveal.card == JOKER:
        return text("lost-consequence-joker")
    return text("lost-consequence-right", seat=Seat(reveal.seat), card=cards_of(reveal.card))


def _consequence_for_player(reveal: CardJudged) -> Text:
    if reveal.is_right and reveal.card == JOKER:
        return text("lost-consequence-joker-gone", target=Seat(reveal.target))
    way = "back" if reveal.is_right else "kept"
    key = f"lost-consequence-{way}-{_truth(reveal)}"
    return text(key, target=Seat(reveal.target), card=cards_of(reveal.card))


# --- presenter ----------------------------------------------------------------------------------------------
# The presentation of Lost Poker: the table, the private panels, and texts about moves and results.


class LostPresenter(Presenter[LostView]):
    """Presents Lost Poker."""

    cloth = CLOTH
    next_question = staticmethod(next_question)
    warning = staticmethod(warning)
    reveal = staticmethod(reveal)
    suspense = staticmethod(suspense)
    consequence = staticmethod(consequence)

    def aftermath(self, view: LostView, before: LostView | None) -> Text | None:
        """Return the outcome of a claim among others, after the changes of fields that led to it.

        A discarded claim keeps no changes before it, so that these are left out.
        """
        outcome = super().aftermath(view, before)
        if outcome is None or before is None:
            return outcome
        changes = changes_by_others(before.log, view.seat)
        if not changes:
            return outcome
        return text("lost-told", earlier=joined(map(event_text, changes)), told=outcome)

    picture_story = staticmethod(picture_story)

    def table(self, view: LostView) -> TableScene:
        """Return the public scene: a headline, the line below it, and the table's picture."""
        return TableScene(_headline(view), _line_below_headline(view), table_board(view))

    def panel(self, view: LostView, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's private scene: its hand and, while it must act, the face-up cards of all seats."""
        seat = view.seat
        if seat is None or not (view.hand or view.fields[seat]):
            return PanelScene(lines=(text("lost-panel-nothing"),))
        now = _instruction(view)
        table: Board | None = None
        if view.is_over:
            table = table_board(view)
        elif legal:
            table = face_up_board(view)
        hand: Board | None = None
        # The result is about the fields.
        if not view.is_over:
            hand = hand_board(view, seat)
        lines = () if now is None else (now,)
        return PanelScene(lines, hand, table, last_claim_board(view), needs_table=True)

    def strip(self, view: LostView) -> tuple[SeatSummary, ...]:
        """Return the seats with their numbers, or without notes while all lay their first cards."""
        seats = super().strip(view)
        if any(view.fields):
            return seats
        return tuple([replace(each, note=None) for each in seats])

    def claims(self, view: LostView) -> tuple[SeatClaim, ...]:
        """Return the last claim that was answered, and the one that waits for an answer."""
        return claims_so_far(view)

    def stakes(self, view: LostView) -> DecisionStakes | None:
        """Return how many of the cards that may come to the viewer's field would eliminate it."""
        match _pending_decision(view):
            case "answer":
                return _answer_stakes(view)
            case "turn":
                back = risk_of_turn(view)
                if len(view.hand) == 1:
                    return _last_card_stakes(view)
                counts = {"fatal": back.fatal, "near": _newly_near(view, back), "cards": len(view.hand)}
                line = text("lost-stakes-turn", **counts)
                short = text("lost-stakes-turn-short", **counts)
                return DecisionStakes(line, len(view.hand) == back.fatal, short)
            case "place":
                laid = risk_of_placing(view)
                line = text("lost-stakes-place", fatal=laid.fatal, cards=laid.cards)
                return DecisionStakes(line, is_loud=laid.fatal > 0)
        return None

    def forced_move(self, view: LostView, legal: Sequence[Move]) -> Move | None:
        """Return the only legal move if it is a pass or a ``PlaceCard``; otherwise ``None``."""
        if len(legal) != 1 or not isinstance(legal[0], PlaceCard | type(PASS)):
            return None
        return legal[0]

    def tip(self, view: LostView) -> Text | None:
        decision = _pending_decision(view)
        if decision == "answer":
            assert view.seat is not None
            # The stakes explain trust and doubt, the button the price of a discard.
            if not view.losts_left(view.seat) or view.play is None or view.play.claim != "joker":
                return None
        return text(f"lost-tip-{decision}") if decision else None

    def is_tense(self, view: LostView) -> bool:
        return view.play is not None and not view.is_placing and not view.is_over

    def chapter(self, view: LostView) -> tuple[Text, ...]:
        """Return the heading of a position in a replay: the seat on turn, or the laying of the first
        cards.
        """
        if not any(view.fields):
            return (text("lost-chapter-fields"),)
        return (text("lost-chapter-turn", seat=Seat(view.turn)),)

    def score(self, view: LostView, result: Result, seat: int) -> Text | None:
        if seat not in view.out:
            return text("lost-score-in")
        return text("lost-score-out", hand=hand_text(elimination_hand(view, seat)))

    def say(self, event: Event, view: LostView) -> Text | None:
        return event_text(event)

    def name(self, move: Move, view: LostView) -> Text:
        return move_text(move)

    def reason(self, move: Move, view: LostView) -> Text | None:
        """Return a reason for or against a move, shown in hints; ``None`` if there is none."""
        assert view.seat is not None
        if isinstance(move, Play):
            effect = play_effects(view, view.seat, move.target).get(move.card)
            if effect is None:
                return None
            is_lie = yes_no(not is_true(move.card, move.claim))
            return text("lost-reason-play", how=effect, target=Seat(move.target), is_lie=is_lie)
        if isinstance(move, moves.LayFirstCards):
            return text("lost-reason-lay", pairs=count_pairs_sharing_hand(move.cards))
        if isinstance(move, PlaceCard | moves.ReplaceFaceUpCard | moves.TakeJokerBack):
            return text("lost-reason-place", how=field_after(move, view))
        if isinstance(move, moves.DiscardFromHand):
            if len(view.hand) == 1:
                return text("lost-reason-place", how="empty")
            return text("lost-reason-lost-hand")
        # A claimed joker would come to the field.
        if move == LOST and view.play is not None and view.play.claim != "joker":
            return text("lost-reason-lost")
        if view.play is None or view.is_placing or move not in JUDGEMENTS:
            return None
        if view.play.claim == "joker" and view.joker_in == view.play.seat:
            return text("lost-reason-joker", seat=Seat(view.play.seat))
        return odds_text(view.play, unseen_cards(view))

    def hand(self, view: LostView) -> Row | None:
        if view.seat is None or not view.hand:
            return None
        return hand_row(view, view.seat)

    def statistics(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        return bluff_lines(counts)

    def measures(self) -> tuple[Measure, ...]:
        return bluff_measures()


def _pending_decision(view: LostView) -> Literal["lay", "place", "answer", "turn"] | None:
    if not view.is_my_turn:
        return None
    if not any(view.fields):
        return "lay"
    if view.is_placing:
        return "place"
    return "answer" if view.play is not None else "turn"


def _newly_near(view: LostView, risk: Risk) -> int:
    # A field that is one card away already stays so with almost any card.
    assert view.seat is not None
    if is_one_away(mask_of(view.fields[view.seat])):
        return 0
    return risk.near


def _last_card_stakes(view: LostView) -> DecisionStakes:
    # After any move, the hand is empty. A target can go out at the same moment.
    assert view.seat is not None
    (card,) = view.hand
    others = all_but(range(view.seats), (view.seat,))
    seats = [other for other in others if play_effects(view, view.seat, other).get(card) == "both"]
    return DecisionStakes(text("lost-stakes-last", seats=Seats(tuple(seats)), count=len(seats)), is_loud=True)


def _answer_stakes(view: LostView) -> DecisionStakes:
    assert view.play is not None
    trust = risk_of_answer(view, TRUST)
    doubt = risk_of_answer(view, DOUBT)
    # A joker that is rightly trusted goes to another place than other cards.
    key = "lost-stakes-answer-joker" if view.play.claim == "joker" else "lost-stakes-answer"
    # The short form leaves out what a right answer brings, and a discard that does not put the viewer out.
    discard = outlook_of_discard(view)
    short_discard = "fatal" if discard == "out" else "no"
    line, short = [
        text(
            key,
            seat=Seat(view.play.seat),
            trust=_risk_text(trust),
            doubt=_risk_text(doubt),
            outs=outs,
            discard=discard,
            certain=certain_answer(trust, doubt),
            is_equal=yes_no(_risk_of(trust) == _risk_of(doubt) and not trust.fatal),
        )
        for outs, discard in ((outs_of_right_answer(view), discard), ("no", short_discard))
    ]
    is_loud = trust.fatal + doubt.fatal > 0 or short_discard == "fatal"
    return DecisionStakes(line, is_loud, short)


def _risk_text(risk: Risk) -> Text:
    return text("lost-risk", how=_risk_of(risk), fatal=risk.fatal, cards=risk.cards)


def _risk_of(risk: Risk) -> Literal["all", "some", "near", "safe"]:
    if risk.fatal:
        return "all" if risk.fatal == risk.cards else "some"
    return "near" if risk.near else "safe"


# --- the table --------------------------------------------------------------------------------------


def _headline(view: LostView) -> Text:
    if view.is_over:
        return game_over_text(view)
    if isinstance(view.to_act, str):
        return text("lost-headline-dealing")
    if not any(view.fields):
        return text("lost-headline-opening", seats=Seats(view.to_act))
    if view.is_placing:
        return text("lost-headline-place", seat=Seat(view.to_act[0]))
    if view.play is not None:
        return text("lost-headline-answer", **claim_args(view.play))
    last = event_text(view.log[-1]) if view.log else None
    return last or text("lost-event-fields")


def _line_below_headline(view: LostView) -> Text | None:
    if view.is_over or view.play is None:
        return None
    # After a discard the log begins with the claim. Before, the claimer's record helps to judge it.
    if view.is_placing:
        return event_text(view.log[0])
    return _claim_record_text(view, view.play.seat)


def _claim_record_text(view: LostView, seat: int) -> Text | None:
    true, false = view.told[seat]
    if not true + false:
        return None
    return text("lost-line-record", seat=Seat(seat), true=true, false=false)


# --- the panel --------------------------------------------------------------------------------------


def _instruction(view: LostView) -> Text | None:
    match _pending_decision(view):
        case "lay":
            return text("lost-panel-lay")
        case "place":
            last = view.log[0]
            if isinstance(last, CardTaken):
                return text("lost-panel-taken", seat=Seat(last.seat), card=cards_of(last.card))
            return text("lost-panel-voided")
        case "answer" | "turn":
            return None
    return _discarded_text(view) if any(view.fields) else text("lost-panel-laid")


def _discarded_text(view: LostView) -> Text | None:
    # A discard reveals nothing, so no consequence tells the viewer what became of the played card.
    last = view.log[0] if view.log else None
    if not isinstance(last, CardTaken) or last.seat != view.seat or not view.is_placing:
        return None
    return text("lost-panel-gone", target=Seat(last.target), card=cards_of(last.card))
