"""Texts about the events of Three Cards Trick Poker, and pictures and stories of battles."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.events import Event, find_event
from games.core.feats import Feat
from games.core.match import GameHistory
from games.core.presentation import Chip, Moment, PictureStory, Row, StoryPicture, faces
from games.core.results import Result
from games.core.words import Arg, Joined, Seat, Seats, Text, text
from games.trick3.decks import DECKS
from games.trick3.moves import FACE_DOWN, is_face_down
from games.trick3.pictures import covered_board, points_text, showdown_board
from games.trick3.rules import battle_end
from games.trick3.state import (
    AllFolded,
    CardPlayed,
    Folded,
    GameEnded,
    GameLeft,
    HandFilled,
    HandsDealt,
    HandsExposed,
    Refilled,
    Showdown,
    ShownHand,
    Trick3View,
)
from games.trick3.words import arrange, cards_of, family_of, hand_name, strength_of, title_name

RARE = 2
"""A win is notable if fewer kinds of hands than this are stronger than the winning hand."""
WEAK = 2
"""A win is notable if all others folded and the winning hand is one of this number of weakest hands."""
HAUL_CARDS = 12
"""A win is notable if it takes at least this number of cards, and more than three for each seat."""


# --- the reveal ----------------------------------------------------------------------------------


def moment(view: Trick3View) -> Moment | None:
    """Return the text and picture of a battle that just ended; ``None`` if the last move ended no battle."""
    event = battle_end(view)
    if event is None:
        return None
    end = find_event(view.news, GameEnded)
    line = None if end is None else game_end_line(view, end)
    # At the end of the match everybody learns at the reveal who has won, unless all players tie.
    if line is not None and view.result is not None and len(view.result.ranking) > 1:
        line = text("trick3-moment-match", line=line, won=winners_text(view.result))
    if isinstance(event, AllFolded):
        return Moment(text("trick3-moment-all-folded", pot=len(view.pot)), line=line)
    board, before = showdown_board(view, event), covered_board(view, event)
    return Moment(_outcome_text(event), board, line or notable_line(view, event), suspense_board=before)


def suspense(view: Trick3View) -> Text | None:
    """Return the question shown before the hands are turned up: who wins the battle?"""
    event = battle_end(view)
    if not isinstance(event, Showdown):
        return None
    seats = tuple([hand.seat for hand in event.hands])
    return text("trick3-suspense", seats=Seats(seats), count=len(seats))


def _outcome_text(event: Showdown) -> Text:
    if not event.winners:
        return text(
            "trick3-moment-no-hand", pot=event.pot, count=len(event.hands), seat=Seat(event.hands[0].seat)
        )
    best = hand_name(_winning_hand(event).hand)
    if len(event.winners) > 1:
        return text(
            "trick3-moment-shared", seats=Seats(event.winners), each=event.each, pot=event.pot, hand=best
        )
    return text("trick3-moment-won", seat=Seat(event.winners[0]), each=event.each, hand=best)


def _winning_hand(event: Showdown) -> ShownHand:
    return next(hand for hand in event.hands if hand.seat in event.winners)


def notable_line(view: Trick3View, event: Showdown) -> Text | None:
    """Return a line about a remarkable battle; ``None`` for an ordinary battle."""
    # A seat without rivals still needs a hand to win the cards.
    is_alone = len(event.hands) == 1
    if not event.winners:
        return text("trick3-great-alone-nothing", seat=Seat(event.hands[0].seat)) if is_alone else None
    # From here on the reasons are tried in order of how remarkable they are.
    strengths = sorted((strength_of(view.deck, each.hand) for each in event.hands), reverse=True)
    stronger = len(DECKS[view.deck].order) - strengths[0]
    best = hand_name(_winning_hand(event).hand)
    if stronger < RARE:
        return text("trick3-great-hand", stronger=stronger)
    if is_alone and strengths[0] <= WEAK:
        return text("trick3-great-bluff", seat=Seat(event.winners[0]), hand=best)
    taken = event.each * len(event.winners)
    if taken >= HAUL_CARDS and taken > 3 * view.seats:
        return text("trick3-great-haul", count=taken)
    if not is_alone and strengths[1] and strengths[0] - strengths[1] == 1:
        beaten = hand_name(DECKS[view.deck].order[strengths[1] - 1])
        return text("trick3-great-narrow", hand=best, beaten=beaten)
    return None


def game_end_line(view: Trick3View, end: GameEnded) -> Text:
    """Return a sentence on why a game has ended, and on the cards that no seat has won."""
    return text(
        "trick3-moment-ended",
        end=view.options["end"],
        share=sum(end.shares),
        seats=Seats(view.left),
        count=len(view.left),
    )


def winners_text(result: Result) -> Text:
    """Return a text that names the winners of a match and their points."""
    best, points = result.ranking[0], int(max(result.scores))
    return text("trick3-outcome", seats=Seats(best), count=len(best), points=points)


# --- what it means for one seat -----------------------------------------------------------------------------


def verdict(view: Trick3View) -> Text | None:
    """Return a sentence on what the end of a battle means for the viewing seat; ``None`` if nothing ended."""
    assert view.seat is not None
    event, end = battle_end(view), find_event(view.news, GameEnded)
    line = None if event is None else _battle_verdict(view, event, view.seat)
    # The seat is out of cards while the game goes on.
    if end is None and any(isinstance(gone, GameLeft) and gone.seat == view.seat for gone in view.news):
        out = text("trick3-verdict-out")
        line = out if line is None else text("trick3-verdict-both", first=line, second=out)
    # At the end of the match the panel shows the points, with the place.
    if end is not None and line is not None and view.result is None:
        points = text("trick3-verdict-ended", points=points_text(end, view.seat))
        line = text("trick3-verdict-both", first=line, second=points)
    return line


def _battle_verdict(view: Trick3View, event: Showdown | AllFolded, seat: int) -> Text:
    if isinstance(event, AllFolded):
        return text("trick3-verdict-all-folded", pot=0 if find_event(view.news, GameEnded) else len(view.pot))
    # A seat that folded or left has no hand in the showdown.
    own = next((hand for hand in event.hands if hand.seat == seat), None)
    if not event.winners:
        last = event.hands[0].seat
        mine = "in" if own else "out"
        if len(event.hands) == 1:
            mine = "alone" if own else "left"
        return text("trick3-verdict-no-hand", pot=event.pot, mine=mine, seat=Seat(last))
    # For winners the text says whether they share, for losers what they held.
    best = hand_name(_winning_hand(event).hand)
    if seat in event.winners:
        others = tuple(winner for winner in event.winners if winner != seat)
        if others:
            return text("trick3-verdict-shared", each=event.each, seats=Seats(others), hand=best)
        return text("trick3-verdict-won", each=event.each, hand=best)
    won: dict[str, Arg] = {
        "seats": Seats(event.winners),
        "count": len(event.winners),
        "hand": best,
        "each": event.each,
    }
    if own is None:
        return text("trick3-verdict-away", **won)
    if not own.hand:
        return text("trick3-verdict-lost-nothing", **won)
    return text("trick3-verdict-lost", mine=hand_name(own.hand), **won)


# --- the log ------------------------------------------------------------------------------------------------


def say(event: Event, view: Trick3View) -> Text | None:
    """Return the text of an event; ``None`` for an event without a text."""
    match event:
        case HandsDealt():
            return text("trick3-event-dealt", seat=Seat(event.lead), each=event.each, pot=len(event.pot))
        case HandsExposed():
            return text("trick3-event-exposed")
        case CardPlayed():
            return _played_text(event, view)
        case Folded():
            return _folded_text(event, view)
        case HandFilled():
            return text("trick3-event-filled", seat=Seat(event.seat), count=event.count)
        case Refilled():
            return _refilled_text(event, view)
        case GameLeft():
            cards = cards_of(view.deck, *event.cards)
            return text("trick3-event-left", seat=Seat(event.seat), cards=cards, count=len(event.cards))
        case Showdown():
            return _showdown_text(event, view)
        case AllFolded():
            return text("trick3-event-all-folded", seat=Seat(event.seat))
        case GameEnded():
            match_ = "many" if int(view.options["games"]) > 1 else "single"
            return text(
                "trick3-event-ended", game=event.game, match=match_, points=_points_by_seat(event.points)
            )
    return None


def _played_text(event: CardPlayed, view: Trick3View) -> Text:
    facing = "down" if is_face_down(event.round, event.way) else "up"
    # The log is public, also where this viewer saw the card.
    card = "" if facing == "down" else event.card
    return text("trick3-event-played", seat=Seat(event.seat), card=cards_of(view.deck, card), facing=facing)


def _folded_text(event: Folded, view: Trick3View) -> Text:
    cards = (*event.cards, event.penalty) if event.penalty else event.cards
    key = "trick3-event-folded-forced" if event.is_forced else "trick3-event-folded"
    return text(key, seat=Seat(event.seat), cards=cards_of(view.deck, *cards), count=len(cards))


def _refilled_text(event: Refilled, view: Trick3View) -> Text | None:
    if not event.cards and not event.drawn:
        return None
    if event.cards:
        cards = cards_of(view.deck, *event.cards)
        return text("trick3-event-refilled", seat=Seat(event.seat), cards=cards, count=event.drawn)
    return text("trick3-event-drew", seat=Seat(event.seat), count=event.drawn)


def _showdown_text(event: Showdown, view: Trick3View) -> Text:
    # The outcome, then a line for each hand, the best first.
    lines = _outcome_text(event)
    for each in sorted(event.hands, key=lambda each: -strength_of(view.deck, each.hand)):
        hand = text(
            "trick3-shown",
            seat=Seat(each.seat),
            hand=hand_name(each.hand),
            cards=cards_of(view.deck, *arrange(view.deck, each.cards)),
        )
        lines = text("trick3-shown-below", told=lines, shown=hand)
    return lines


def _points_by_seat(points: Sequence[int]) -> Joined:
    return Joined(
        tuple(text("trick3-points", seat=Seat(seat), points=count) for seat, count in enumerate(points))
    )


# --- feats in three pictures: the open cards, the other hands, the cards won ----------------------------

RIVALS_SHOWN = 2
"""Number of losing hands to show, the best first."""


def picture_story(feat: Feat, past: GameHistory) -> PictureStory:
    """Return a story in three pictures about a battle that a seat won."""
    # The cards won are the last ones that the seat captured.
    before, after = past.view_before(feat.last_move), past.view_after(feat.last_move)
    showdown = next(event for event in after.news if isinstance(event, Showdown))
    won = next(hand for hand in showdown.hands if hand.seat == feat.seat)
    hand, count = hand_name(won.hand), showdown.each
    cards = arrange(after.deck, won.cards)
    own = len(before.captured[feat.seat])
    taken = after.captured[feat.seat][own : own + count]
    # Three pictures: what the others saw, the hands that lost, and the cards won.
    return PictureStory(
        text(f"trick3-feat-{feat.kind}", seat=Seat(feat.seat), hand=hand, count=count),
        family_of(after.deck).name,
        (
            StoryPicture(
                text("trick3-tale-open", seat=Seat(feat.seat)), feat.seat, rows=(_public_row(before, won),)
            ),
            StoryPicture(text("trick3-tale-against"), rows=_losing_rows(before, after, showdown, won)),
            StoryPicture(
                text("tale-lay"),
                rows=(
                    Row(
                        Seat(feat.seat),
                        (faces(cards, hot=cards),),
                        is_won=True,
                        win_kind="contest",
                        chips=(Chip(title_name(won.hand)),),
                    ),
                    Row(text("trick3-tale-taken"), (faces(taken),), is_small=True),
                ),
                line=text("trick3-tale-lay", count=count),
            ),
        ),
    )


def _public_row(view: Trick3View, won: ShownHand) -> Row:
    # The other seats saw the hand with one card face down.
    down = FACE_DOWN.get(view.way, 0)
    lying = ["" if place == down else card for place, card in enumerate(won.cards, 1)]
    return Row(Seat(won.seat), (faces(lying),))


def _losing_rows(
    before: Trick3View, after: Trick3View, showdown: Showdown, won: ShownHand
) -> tuple[Row, ...]:
    others = sorted(
        [hand for hand in showdown.hands if hand is not won],
        key=lambda hand: -strength_of(after.deck, hand.hand),
    )
    rows = [
        Row(
            Seat(hand.seat),
            (faces(arrange(after.deck, hand.cards)),),
            chips=(Chip(title_name(hand.hand)),),
            is_small=True,
        )
        for hand in others[:RIVALS_SHOWN]
    ]
    # Seats may have left the battle by the last move itself.
    folded = [*before.folded, *[event.seat for event in after.news if isinstance(event, Folded)]]
    if folded:
        chips = tuple(Chip(text("tale-seat", seat=Seat(seat)), "dim") for seat in folded)
        rows.append(Row(text("trick3-tale-folded"), chips=chips))
    return tuple(rows)
