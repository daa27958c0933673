"""The reveals of Lost Poker (a turned-up card, an elimination), and the stories of a game's best bluffs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.core.bluffs import bluff_story, claimer_and_answerer
from games.core.cards import Card
from games.core.feats import Feat
from games.core.match import GameHistory
from games.core.presentation import Face, Moment, PictureStory, Row
from games.core.words import Seat, Seats, Text, text
from games.lost.hands import HAND_CARDS, JOKER, RANKS, find_hand
from games.lost.moves import Play, is_true
from games.lost.pictures import covered_board, eliminations_board, grouped_faces, reveal_board, seat_chips
from games.lost.rules import Reveal, find_reveal, story_of
from games.lost.state import CardJudged, LostView, LostVoided
from games.lost.words import (
    FAMILY,
    cards_of,
    claim_args,
    claim_text,
    elimination_hand,
    eliminations_text,
    event_text,
    hand_text,
    move_text,
)


def moment(view: LostView) -> Moment | None:
    """Return what to show after a reveal or an elimination; ``None`` after other moves."""
    reveal = find_reveal(view)
    if reveal is None:
        # A seat can also be eliminated without a claim, by a move on its own field or hand.
        if not view.out:
            return None
        act = event_text(view.news[0])
        assert act is not None
        return Moment(act, eliminations_board(view), _end_line(view, None))
    # A card was turned up: its text and picture, and a line about the outcome or a notable card.
    headline, board = event_text(reveal), reveal_board(view, reveal)
    assert headline is not None
    line = _end_line(view, reveal) if view.out else _story_line(view, reveal)
    before = covered_board(view, reveal) if isinstance(reveal, CardJudged) else None
    fact = text("lost-fact", **claim_args(reveal))
    return Moment(headline, board, line, panel_line=fact, suspense_board=before)


def suspense(view: LostView) -> Text | None:
    """Return a text that asks whether a claim is true, shown before its card is turned up."""
    reveal = find_reveal(view)
    return (
        text(f"lost-suspense-{reveal.answer}", **claim_args(reveal))
        if isinstance(reveal, CardJudged)
        else None
    )


def game_over_text(view: LostView) -> Text:
    """Return the headline at the end of the game: the eliminated seats and why they are out."""
    return text("lost-headline-over", reasons=eliminations_text(view))


# --- lines worth reading ------------------------------------------------------------------------------


def _end_line(view: LostView, reveal: Reveal | None) -> Text:
    # Who is out and why, and who has won.
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
    truth = "true" if is_true(reveal.card, reveal.claim) else "lie"
    return text(f"lost-great-{truth}", reasons=reasons, seat=Seat(reveal.seat))


def _story_line(view: LostView, reveal: Reveal) -> Text | None:
    story = story_of(view, reveal)
    if story is None:
        return None
    if story == "escape":
        avoided = find_hand((*view.fields[reveal.target], reveal.card))
        assert avoided is not None
        return text("lost-great-escape", target=Seat(reveal.target), hand=hand_text(avoided))
    return text(f"lost-great-{story}", seat=Seat(reveal.seat), count=max(view.told[reveal.seat]))


def has_five_card_hand(face_up: Sequence[Card]) -> bool:
    """True if five of the face-up cards are of one suit, of one rank, or in a row."""
    # The joker belongs to any hand, so it is counted at the end.
    plain = [card for card in face_up if card != JOKER]
    suits, ranks = Counter(card[1] for card in plain), Counter(card[0] for card in plain)
    size = HAND_CARDS + 1
    # The most ranks present within any five consecutive ones; jokers are added at the end.
    runs = [len(ranks.keys() & set(RANKS[low : low + size])) for low in range(len(RANKS) - HAND_CARDS)]
    most = max(*suits.values(), *ranks.values(), *runs) if plain else 0
    return most + len(face_up) - len(plain) >= size


# --- for each seat --------------------------------------------------------------------------------------


def verdict(view: LostView) -> Text | None:
    """Return a sentence on how the last turned-up card affects the viewing seat; ``None`` if it does not."""
    # Only the two players of the claim are concerned.
    reveal, seat = find_reveal(view), view.seat
    if reveal is None or seat not in (reveal.seat, reveal.target):
        return None
    if isinstance(reveal, LostVoided):
        key = "lost-verdict-void" if seat == reveal.target else "lost-verdict-voided"
        return text(key, target=Seat(reveal.target))
    return _verdict_for_judge(reveal) if seat == reveal.target else _verdict_for_player(reveal)


def _verdict_for_judge(reveal: CardJudged) -> Text:
    if not reveal.is_right:
        truth = "true" if is_true(reveal.card, reveal.claim) else "lie"
        return text(f"lost-verdict-wrong-{truth}", card=cards_of(reveal.card))
    if reveal.card == JOKER:
        return text("lost-verdict-joker")
    return text("lost-verdict-right", seat=Seat(reveal.seat), card=cards_of(reveal.card))


def _verdict_for_player(reveal: CardJudged) -> Text:
    if reveal.is_right and reveal.card == JOKER:
        return text("lost-verdict-joker-gone", target=Seat(reveal.target))
    way = "back" if reveal.is_right else "kept"
    truth = "true" if is_true(reveal.card, reveal.claim) else "lie"
    return text(f"lost-verdict-{way}-{truth}", target=Seat(reveal.target), card=cards_of(reveal.card))


# --- feats in three pictures: the claim, the judging seat's field, and the card -------------------------


def picture_story(feat: Feat, past: GameHistory) -> PictureStory:
    """Return a great bluff or challenge as a story in pictures; see ``Presenter.picture_story``."""
    _, play = past.moves[feat.first_move]
    assert isinstance(play, Play)
    _, answer = past.moves[feat.last_move]
    _, judge = claimer_and_answerer(feat)
    before, after = past.view_before(feat.last_move), past.view_after(feat.last_move)
    # The judging seat's field before the answer shows what it risked.
    face_up = Row(Seat(judge), grouped_faces(before.fields[judge]), chips=seat_chips(before, judge))
    return bluff_story(
        feat,
        claim_text(play.claim),
        FAMILY,
        answer=move_text(answer),
        known_cards=(face_up,),
        true_cards=(Row(text("lost-revealed"), ((Face(play.card, "new"),),)),),
        explanation=text("lost-tale-out", hand=hand_text(elimination_hand(after, after.out[0])))
        if after.out
        else None,
    )
