"""How Three Cards Trick Poker is shown: menus, reveals, boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from games.core.cards import all_but, without
from games.core.highlights import Highlight
from games.core.match import GameHistory
from games.core.moves import Move
from games.core.presentation import (
    Example,
    Measure,
    PanelScene,
    PictureStory,
    Presenter,
    RevealScene,
    Row,
    StoryPicture,
    TableScene,
    Tag,
    faces,
)
from games.core.rules import Event, Result, find_event
from games.core.standing import GamesSoFar
from games.core.words import Arg, Joined, Seat, Seats, Text, text, yes_no
from games.trick3.hands import DECKS, HANDS, RECOMMENDED, Classifier, classifier
from games.trick3.menus import move_text, next_question, second_move
from games.trick3.moves import (
    EXPOSED_ROUND,
    FACE_DOWN,
    AllFolded,
    CardPlayed,
    Expose,
    Fold,
    Folded,
    GameEnded,
    GameLeft,
    Hand,
    HandFilled,
    HandsDealt,
    HandsExposed,
    Play,
    Refill,
    Refilled,
    Showdown,
    ShownHand,
    is_face_down,
)
from games.trick3.pictures import (
    CLOTH,
    about_hand,
    arrange,
    cards_of,
    covered_board,
    deck_name,
    family_of,
    figures_text,
    hand_board,
    hand_name,
    hands_guide,
    last_board,
    points_text,
    rank_of,
    reach_text,
    rivals_board,
    showdown_board,
    strength_of,
    table_board,
    title_name,
)
from games.trick3.possible import (
    battle_of_next_exposed,
    best_hand_after_exposing,
    best_hand_by_card,
    best_hands,
    best_strength_by_card,
    exposed_cards,
    max_rival_strength,
    missing_card,
    rival_seats,
)
from games.trick3.rules import HAUL, Trick3View, battle_end
from games.trick3.stakes import battle_after_leaving, stakes, warning

# --- moments ------------------------------------------------------------------------------------------------
# Texts about the events of Three Cards Trick Poker, and pictures and stories of battles.

RARE = 2
"""A win is notable if fewer kinds of hands than this are stronger than the winning hand."""
WEAK = 2
"""A win is notable if all others folded and the winning hand is one of this number of weakest hands."""
HAUL_CARDS = 12
"""A win is notable if it takes at least this number of cards, and more than three for each seat."""


# --- the reveal ----------------------------------------------------------------------------------


def reveal(view: Trick3View) -> RevealScene | None:
    """Return the text and picture of a battle that just ended; ``None`` if the last move ended no battle."""
    event = battle_end(view)
    if event is None:
        return None
    end = find_event(view.news, GameEnded)
    line = None if end is None else game_end_line(view, end)
    # At the end of the match everybody learns at the reveal who has won, unless all players tie.
    if line is not None and view.result is not None and len(view.result.ranking) > 1:
        line = text("trick3-reveal-match", line=line, won=winners_text(view.result))
    if isinstance(event, AllFolded):
        return RevealScene(text("trick3-reveal-all-folded", pot=len(view.pot)), line=line)
    board = showdown_board(view, event)
    before = covered_board(view, event)
    # The picture shows the hands of those who stayed; the line names the others.
    if line is None:
        notable = notable_line(view, event)
        away = _away_text(view, event)
        line = notable or away
        # A remarkable battle of one seat tells that all others folded.
        if notable is not None and away is not None and len(event.hands) > 1:
            line = text("trick3-consequence-both", first=notable, second=away)
    return RevealScene(_outcome_text(event), board, line, suspense_board=before)


def suspense(view: Trick3View) -> Text | None:
    """Return the question shown before the hands are turned up: who wins the battle?"""
    event = battle_end(view)
    if not isinstance(event, Showdown):
        return None
    seats = tuple([hand.seat for hand in event.hands])
    return text("trick3-suspense", seats=Seats(seats), count=len(seats))


def _away_text(view: Trick3View, event: Showdown) -> Text | None:
    """Return who folded in a battle, and the cards beside the hands; ``None`` without such seats."""
    others = {hand.seat for hand in event.hands}.union(view.left)
    folded = tuple(all_but(range(view.seats), others))
    if not folded:
        return None
    # The cards that a single winner took last are those of the battle; without a winner all are in the pot.
    taken: Hand = view.pot
    if event.winners:
        taken = view.captured[event.winners[0]][-event.each :]
    if len(event.winners) > 1:
        taken = ()
    for hand in event.hands:
        taken = without(taken, hand.cards) if taken else ()
    return text(
        "trick3-reveal-folded", seats=Seats(folded), count=len(taken), cards=cards_of(view.deck, *taken)
    )


def _outcome_text(event: Showdown) -> Text:
    if not event.winners:
        return text(
            "trick3-reveal-no-hand", pot=event.pot, count=len(event.hands), seat=Seat(event.hands[0].seat)
        )
    best = hand_name(_winning_hand(event).hand)
    if len(event.winners) > 1:
        return text(
            "trick3-reveal-shared", seats=Seats(event.winners), each=event.each, pot=event.pot, hand=best
        )
    return text("trick3-reveal-won", seat=Seat(event.winners[0]), each=event.each, hand=best)


def _winning_hand(event: Showdown) -> ShownHand:
    return next(hand for hand in event.hands if hand.seat in event.winners)


def notable_line(view: Trick3View, event: Showdown) -> Text | None:
    """Return a line about a remarkable battle; ``None`` for an ordinary battle."""
    # A seat without rivals still needs a hand to win the cards.
    is_alone = len(event.hands) == 1
    if not event.winners:
        if is_alone:
            return text("trick3-great-alone-nothing", seat=Seat(event.hands[0].seat))
        return None
    # Poker players expect the higher cards to win.
    if len(event.winners) > 1:
        return text("trick3-great-tie")
    # From here on the reasons are tried in order of how remarkable they are.
    strengths = sorted((strength_of(view.deck, each.hand) for each in event.hands), reverse=True)
    stronger = len(DECKS[view.deck].order) - strengths[0]
    best = hand_name(_winning_hand(event).hand)
    if stronger < RARE:
        above = hand_name(DECKS[view.deck].order[-1])
        return text("trick3-great-hand", stronger=stronger, above=above)
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
    shares = [end.shares[seat] for seat in view.left]
    least = min(shares, default=0)
    most = max(shares, default=0)
    return text(
        "trick3-reveal-ended",
        end=view.options["end"],
        share=sum(shares),
        players=view.seats,
        least=least,
        most=(most > least) * most,
        seats=Seats(view.left),
        count=len(view.left),
    )


def winners_text(result: Result) -> Text:
    """Return a text that names the winners of a match and their points."""
    best = result.ranking[0]
    points = int(max(result.scores))
    return text("trick3-outcome", seats=Seats(best), count=len(best), points=points)


# --- what it means for one seat -----------------------------------------------------------------------------


def consequence(view: Trick3View) -> Text | None:
    """Return a sentence on what the end of a battle means for the viewing seat; ``None`` if nothing ended."""
    assert view.seat is not None
    event = battle_end(view)
    end = find_event(view.news, GameEnded)
    if event is None:
        line = None
    else:
        line = _battle_consequence(view, event, view.seat)
    # The seat is out of cards while the game goes on.
    if end is None and any(isinstance(gone, GameLeft) and gone.seat == view.seat for gone in view.news):
        out = text("trick3-consequence-out")
        if line is None:
            line = out
        else:
            line = text("trick3-consequence-both", first=line, second=out)
    gone = _gone_text(view)
    if end is None and line is not None and gone is not None:
        line = text("trick3-consequence-both", first=line, second=gone)
    # At the end of the match the panel shows the points, with the place.
    if end is not None and line is not None and view.result is None:
        points = text("trick3-consequence-ended", points=points_text(end, view.seat))
        line = text("trick3-consequence-both", first=line, second=points)
    return line


def _gone_text(view: Trick3View) -> Text | None:
    """Return which other seats have just left, with cards that now lie in the pot; otherwise ``None``."""
    seats: list[int] = []
    cards = 0
    for event in view.news:
        if isinstance(event, GameLeft) and event.cards and event.seat != view.seat:
            seats.append(event.seat)
            cards += len(event.cards)
    if not seats:
        return None
    return text("trick3-consequence-gone", seats=Seats(tuple(seats)), count=len(seats), cards=cards)


def _battle_consequence(view: Trick3View, event: Showdown | AllFolded, seat: int) -> Text:
    if isinstance(event, AllFolded):
        return text(
            "trick3-consequence-all-folded", pot=0 if find_event(view.news, GameEnded) else len(view.pot)
        )
    # A seat that folded or left has no hand in the showdown.
    own = next((hand for hand in event.hands if hand.seat == seat), None)
    if not event.winners:
        last = event.hands[0].seat
        mine = "in" if own else "out"
        if len(event.hands) == 1:
            mine = "alone" if own else "left"
        return text("trick3-consequence-no-hand", pot=event.pot, mine=mine, seat=Seat(last))
    # For winners the text says whether they share, for losers what they held.
    best = hand_name(_winning_hand(event).hand)
    if seat in event.winners:
        others = tuple(winner for winner in event.winners if winner != seat)
        if others:
            return text("trick3-consequence-shared", each=event.each, seats=Seats(others), hand=best)
        return text("trick3-consequence-won", each=event.each, hand=best)
    won: dict[str, Arg] = {
        "seats": Seats(event.winners),
        "count": len(event.winners),
        "hand": best,
        "each": event.each,
    }
    if own is None:
        return text("trick3-consequence-away", how=_how_away(view, seat), **won)
    if not own.hand:
        return text("trick3-consequence-lost-nothing", **won)
    return text("trick3-consequence-lost", mine=hand_name(own.hand), **won)


def _how_away(view: Trick3View, seat: int) -> str:
    """Return why a seat took no part in the showdown: it had ``left`` or ``folded``, or leaves ``now``."""
    if any(isinstance(gone, GameLeft) and gone.seat == seat for gone in view.news):
        return "now"
    return "left" if seat in view.left else "folded"


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
    if event.is_forced:
        key = "trick3-event-folded-forced"
    else:
        key = "trick3-event-folded"
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


# --- highlights in three pictures: the open cards, the other hands, the cards won ---------------------------

RIVALS_SHOWN = 2
"""Number of losing hands to show, the best first."""


def picture_story(highlight: Highlight, past: GameHistory) -> PictureStory:
    """Return a story in three pictures about a battle that a seat won."""
    # The cards won are the last ones that the seat captured.
    before = past.view_before(highlight.last_move)
    after = past.view_after(highlight.last_move)
    showdown = next(event for event in after.news if isinstance(event, Showdown))
    won = next(hand for hand in showdown.hands if hand.seat == highlight.seat)
    hand = hand_name(won.hand)
    count = showdown.each
    cards = arrange(after.deck, won.cards)
    own = len(before.captured[highlight.seat])
    taken = after.captured[highlight.seat][own : own + count]
    # Three pictures: what the others saw, the hands that lost, and the cards won.
    return PictureStory(
        text(f"trick3-highlight-{highlight.kind}", seat=Seat(highlight.seat), hand=hand, count=count),
        family_of(after.deck).name,
        (
            StoryPicture(
                text("trick3-tale-open", seat=Seat(highlight.seat)),
                highlight.seat,
                rows=(_public_row(before, won),),
            ),
            StoryPicture(text("trick3-tale-against"), rows=_losing_rows(before, after, showdown, won)),
            StoryPicture(
                text("tale-lay"),
                rows=(
                    Row(
                        Seat(highlight.seat),
                        (faces(cards, hot=cards),),
                        is_won=True,
                        win_kind="contest",
                        tags=(Tag(title_name(won.hand)),),
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
            tags=(Tag(title_name(hand.hand)),),
            is_small=True,
        )
        for hand in others[:RIVALS_SHOWN]
    ]
    # Seats may have left the battle by the last move itself.
    folded = [*before.folded, *[event.seat for event in after.news if isinstance(event, Folded)]]
    if folded:
        tags = tuple(Tag(text("tale-seat", seat=Seat(seat)), "dim") for seat in folded)
        rows.append(Row(text("trick3-tale-folded"), tags=tags))
    return tuple(rows)


# --- presenter ----------------------------------------------------------------------------------------------
# The presentation of Three Cards Trick Poker: the table, the private panels, and texts about moves.

BEST_SHOWN = 3
"""Number of the viewer's best hands to list."""


class Trick3Presenter(Presenter[Trick3View]):
    """Presents Three Cards Trick Poker."""

    cloth = CLOTH
    equal_scores_reason = text("trick3-equal-points")
    colours = "two"  # a hand of one colour counts
    winning_kind = HAUL
    next_question = staticmethod(next_question)
    name = staticmethod(move_text)
    say = staticmethod(say)
    reveal = staticmethod(reveal)
    suspense = staticmethod(suspense)
    consequence = staticmethod(consequence)
    picture_story = staticmethod(picture_story)
    second_move = staticmethod(second_move)
    stakes = staticmethod(stakes)
    warning = staticmethod(warning)

    def equipment(self, seats: int, options: Mapping[str, str]) -> Text | None:
        """Return the deck that is recommended for these options; ``None`` if there is no such deck."""
        name = RECOMMENDED.get((seats, options["family"], options["length"]))
        if options["deck"] != "auto" or name is None:
            return None
        return text(f"trick3-option-deck-{name}")

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
        if not legal and view.seat in view.folded:
            return replace(scene, rest=text("trick3-rest-folded"))
        if not legal:
            return scene
        # The buttons name the hands that each card can make, so that the best one is enough here. Where cards
        # are exposed, the frame is around the suggested ones.
        lines = tuple(_warning_lines(view))
        if view.phase != "expose":
            lines = (_best_hand_line(view, judge), *lines)
        table = rivals_board(view, judge)
        return replace(scene, lines=lines, table=table)

    def figures(self, view: Trick3View) -> Mapping[int, Text]:
        """Return how many cards each seat has taken and has left, as soon as they may differ."""
        if view.phase == "expose" and not any(view.totals):
            return {}
        return {seat: figures_text(view, seat) for seat in range(view.seats)}

    def statements(self, view: Trick3View) -> Mapping[int, Text]:
        """Return which seats have folded in this battle."""
        if view.battle:
            folded = all_but(view.folded, view.left)
            return dict.fromkeys(folded, text("trick3-chip-folded"))
        return {}

    def open_cards(self, view: Trick3View) -> Mapping[int, Text]:
        """Return the cards that each seat has played in this battle, and the exposed ones of which it may
        still play one.
        """
        lines = dict[int, Text]()
        # A seat that has folded refills for the next battle.
        if view.phase == "refill" and isinstance(view.to_act, tuple) and view.to_act[0] in view.folded:
            return lines
        for seat, played in enumerate(view.played):
            is_folded = bool(view.battle) and seat in view.folded
            may_play_exposed = len(played) < EXPOSED_ROUND
            exposed = view.exposed[seat] if may_play_exposed else ()
            if not is_folded and (played or exposed):
                is_lead = bool(played) and seat == view.lead
                lines[seat] = text(
                    "trick3-strip",
                    way="led" if is_lead else "played",
                    kind=("played" if played else "") + ("exposed" if exposed else ""),
                    played=cards_of(view.deck, *played),
                    exposed=cards_of(view.deck, *exposed),
                )
        return lines

    def reason(self, move: Move, view: Trick3View) -> Text | None:
        """Return a fact for or against a move, such as the best hand that it allows; ``None`` without one."""
        judge = classifier(view.deck)
        if isinstance(move, Expose):
            return text("trick3-reason-expose", hand=hand_name(best_hand_after_exposing(view, move.cards)))
        if isinstance(move, Refill):
            hidden = len(view.hand) - len(move.cards) + move.draw
            return text(
                "trick3-reason-refill", hidden=hidden, exposed=len(exposed_cards(view)) + len(move.cards)
            )
        if isinstance(move, Play):
            strength, cards = best_hand_by_card(view, judge).get(move.card, (0, ()))
            return reach_text(view.deck, judge.name(strength), cards)
        if not isinstance(move, Fold):
            return None
        mine = max(best_strength_by_card(view, judge).values(), default=0)
        if not rival_seats(view):
            return text("trick3-reason-fold-alone", hand=hand_name(judge.name(mine)))
        # A fold is justified if a rival can still make a stronger hand.
        theirs = max(max_rival_strength(view, judge, seat) for seat in rival_seats(view))
        return text(
            "trick3-reason-fold", hand=hand_name(judge.name(mine)), other=hand_name(judge.name(theirs))
        )

    def compared_move(self, move: Move, others: Sequence[Move]) -> Move | None:
        """Return the fold with which a hint to play a card is compared."""
        if not isinstance(move, Play):
            return None
        return next((other for other in others if isinstance(other, Fold)), None)

    def farewell(self, view: Trick3View) -> Text | None:
        """Return a sentence for a seat that has left the game, with its points."""
        if view.seat is None:
            return None
        return _line_without_cards(view, view.seat)

    def tip(self, view: Trick3View) -> Text | None:
        if not view.is_my_turn or view.phase not in ("expose", "play", "refill"):
            return None
        # The stakes of a battle that cannot be won say all.
        if missing_card(view):
            return None
        judge = classifier(view.deck)
        hands = [judge.name(strength) for strength, _ in best_hands(view, judge, 1)]
        assert view.seat is not None
        stock = view.stock[view.seat]
        way = view.way or "free"
        line = text(
            "trick3-tip", phase=view.phase, round=view.round, made=yes_no(bool(hands)), stock=stock, way=way
        )
        # Poker players do not know these hands by their names.
        if view.phase == "play" and not POKER_HANDS.issuperset(hands):
            about = about_hand(view.deck, hands[0])
            guide = text("trick3-guide", hand=hand_name(hands[0]), about=about)
            # The first card of a battle needs the order of its cards, too.
            if view.round > 1:
                return guide
            return text("trick3-tip-both", first=line, second=guide)
        # The stakes say what exposed cards are for.
        if view.phase == "expose" or (view.phase == "refill" and not stock):
            return None
        return line

    def is_tense(self, view: Trick3View) -> bool:
        """True if a seat plays its third and last card of a battle next."""
        return view.phase == "play" and view.round == 3

    def chapter(self, view: Trick3View) -> tuple[Text, ...]:
        """Return the heading of a position in a replay: the game of a longer match, and the battle."""
        games = int(view.options["games"])
        if games > 1 and view.number:
            named = [text("trick3-chapter-game", game=view.number, games=games)]
        else:
            named = []
        if view.battle:
            named.append(text("trick3-chapter-battle", battle=view.battle))
        return tuple(named)

    def games_so_far(self, view: Trick3View) -> GamesSoFar | None:
        """Return all cards taken from the end of a game until the first battle of the next one; otherwise
        ``None``.
        """
        games = view.number - (find_event(view.news, GameEnded) is None)
        if view.result is not None or not games or (view.phase != "expose" and games < view.number):
            return None
        return GamesSoFar(games, view.totals, "cards")

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
        return () if end is None else (game_end_line(view, end),)

    def statistics(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Return a person's statistics: numbers of battles, wins and folds, and the best winning hand."""
        battles = counts.get("battles", 0)
        folds = counts.get("folds", 0)
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
        """Return every kind of hand in this deck, from strong to weak, each with cards that make it."""
        return hands_guide(view.deck)


# --- the table ------------------------------------------------------------------------------------------


def _headline(view: Trick3View) -> Text:
    # The name of the seat to act is shown beside the headline.
    if view.result is not None:
        return winners_text(view.result)
    if not isinstance(view.to_act, tuple):
        return text("trick3-headline-deal", seat=Seat(view.lead))
    if view.phase == "expose":
        return text("trick3-headline-expose")
    if view.phase != "play":
        return text("trick3-headline-refill", round=view.round)
    if not view.way:
        facing = "free"
    elif is_face_down(view.round, view.way):
        facing = "down"
    else:
        facing = "up"
    return text("trick3-headline-play", round=view.round, facing=facing)


def _second_line(view: Trick3View) -> Text | None:
    # After a game its end is most important, then the battle, and before the first one the deck.
    end = find_event(view.news, GameEnded)
    if end is not None:
        return game_end_line(view, end)
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
    if best:
        return text("trick3-best", hands=Joined(best))
    return text("trick3-best-none")


def _best_hand_line(view: Trick3View, judge: Classifier) -> Text:
    for strength, _ in best_hands(view, judge, 1):
        hand = judge.name(strength)
        return text(
            "trick3-framed",
            hand=hand_name(hand),
            rank=rank_of(view.deck, hand),
            hands=len(judge.deck.order),
            rivals=_stronger_rivals(view, judge, strength),
        )
    return text("trick3-best-none")


def _stronger_rivals(view: Trick3View, judge: Classifier, strength: int) -> int | str:
    # The number of rivals that may make a stronger hand, as far as the viewer knows.
    rivals = rival_seats(view)
    if not rivals or view.seat in view.folded:
        return "none"
    return sum(max_rival_strength(view, judge, rival) > strength for rival in rivals)


POKER_HANDS = frozenset({"P1", "FL", "ST", "K3", "SF"})
"""The hands that have the names of poker hands, and are the same."""


def _warning_lines(view: Trick3View) -> Iterator[Text]:
    # The stakes say it already before a refill, and in a battle that cannot be won.
    if view.phase != "play":
        return
    if exposed_cards(view) or missing_card(view):
        return
    battle = battle_of_next_exposed(view)
    # Between rounds 2 and 3 there is still time to expose a card.
    if battle == "this" or battle_after_leaving(view) == "done":
        yield text("trick3-beware", battle=battle)


def _line_without_cards(view: Trick3View, seat: int) -> Text:
    # The seat has left, or the game is over or not yet dealt.
    end = find_event(view.news, GameEnded)
    if end is not None:
        return text("trick3-panel-ended", points=points_text(end, seat))
    if seat not in view.left:
        return text("trick3-panel-deal")
    place = view.left.index(seat) + 1
    points = len(view.captured[seat])
    return text("trick3-panel-left", place=place, points=points, end=view.options["end"])
