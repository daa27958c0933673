"""How Netsuzo Poker is shown: menus, reveals, boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.bluffs import bluff_lines, bluff_measures, bluff_story, claimer_and_answerer
from games.core.cards import STANDARD, Card, all_but
from games.core.highlights import Highlight
from games.core.match import GameHistory
from games.core.moves import Move
from games.core.poker import by_rank
from games.core.presentation import (
    DecisionStakes,
    Measure,
    PanelScene,
    PictureStory,
    Presenter,
    RevealScene,
    Row,
    SeatClaim,
    TableScene,
    faces,
)
from games.core.rules import Event, Result, find_event, next_active_seat
from games.core.words import Seat, Text, text, yes_no
from games.netsuzo.hands import (
    DECLARATION_ORDER,
    JOKER,
    Declare,
    best,
    count_cards,
    deciding_cards,
    is_true,
    ranks_named,
)
from games.netsuzo.menus import is_highest, next_question
from games.netsuzo.pictures import (
    CLOTH,
    brief_declaration_text,
    cards_of,
    chips_signs,
    chips_text,
    covered_board,
    declaration_text,
    fact_text,
    hand_board,
    hand_size_at,
    last_showdown_board,
    short_declaration_text,
    showdown_board,
    showdown_text,
    table_board,
)
from games.netsuzo.possible import matching_cards, requires_exact_hand
from games.netsuzo.rules import (
    REJECT,
    Accepted,
    Chips,
    Declared,
    Discard,
    Discarded,
    Drawn,
    Eliminated,
    HandDealt,
    NetsuzoView,
    NothingToDraw,
    Reshuffled,
    Showdown,
    chips_after,
    story_of,
)

# --- presenter ----------------------------------------------------------------------------------------------
# The presentation of Netsuzo Poker: the table, the private panels, and texts about moves and showdowns.


class NetsuzoPresenter(Presenter[NetsuzoView]):
    """Presents Netsuzo Poker."""

    cloth = CLOTH
    claims_rise = True
    equal_scores_reason = text("netsuzo-equal-chips")
    keeps_consequence = True  # a lost chip changes what the next decision costs
    next_question = staticmethod(next_question)

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
        hand = hand_board(view) if view.open else None
        # The cards that came back to be judged decide, so their line stays.
        needed = int(bool(view.last_pass))
        return PanelScene(
            _panel_lines(view), hand, last_reveal=last_showdown_board(view), needed_lines=needed
        )

    def claims(self, view: NetsuzoView) -> tuple[SeatClaim, ...]:
        """Return the declarations of the hand. A discard needs only the last one, which its stakes name."""
        if view.stage == "discard":
            return ()
        return tuple([SeatClaim(seat, brief_declaration_text(notation)) for seat, notation in view.declared])

    def stakes(self, view: NetsuzoView) -> DecisionStakes | None:
        """Return what a rejection brings and costs, or what the viewer has to do after a discard."""
        if view.seat is None or not view.is_my_turn:
            return None
        if view.stage == "discard":
            _, notation = view.declared[-1]
            claim = short_declaration_text(notation)
            return DecisionStakes(text("netsuzo-stakes-discard", claim=claim, truth=_believed_truth(view)))
        if view.stage not in ("answer", "declare"):
            return None
        is_answer = view.stage == "answer"
        if is_answer:
            other = view.declared[-1][0]
        else:
            other = next_active_seat(view.reds, view.seat)
        caller, rejecter = (other, view.seat) if is_answer else (view.seat, other)
        # Two outcomes: the declaration is true, or a lie.
        if_true = chips_after(view.reds, view.blues, caller, rejecter, is_true=True)
        if_lie = chips_after(view.reds, view.blues, caller, rejecter, is_true=False)
        lost = (if_true if is_answer else if_lie).reds[view.seat]
        right = if_lie if is_answer else if_true
        target = int(view.options["blues"])
        key = f"netsuzo-stakes-{view.stage}"
        line = text(
            key,
            seat=Seat(other),
            blues=if_lie.blues[rejecter],
            target=target,
            reds=lost,
            is_won=yes_no(if_lie.is_end(rejecter, target)),
            other=_loss_of(other, right, is_end=right.is_end(rejecter, target)),
            may_accept=yes_no(not (is_answer and is_highest(view))),
        )
        short = Text(f"{key}-short", line.args) if is_answer else None
        return DecisionStakes(line, is_loud=not lost, short_line=short)

    def tip(self, view: NetsuzoView) -> Text | None:
        """Return a tip for beginners about the viewer's next move; ``None`` if the viewer is not to act."""
        if not view.is_my_turn:
            return None
        if view.stage == "discard" and JOKER in view.hand + view.open:
            return text("netsuzo-tip-joker")
        if view.stage == "declare":
            assert view.seat is not None
            neighbour = Seat(next_active_seat(view.reds, view.seat))
            # The first claim of the game is explained in full.
            how = "first" if view.round == 1 and not view.declared else "higher"
            return text(f"netsuzo-tip-{how}", neighbour=neighbour, joker=_joker_of_tip(view))
        return text(
            f"netsuzo-tip-{view.stage}",
            honesty=view.options["honesty"],
            joker=_joker_of_tip(view),
        )

    def needs_tip(self, view: NetsuzoView) -> bool:
        """True before the first claim of the first hand, and if the viewer sees the joker."""
        # Later the cards that have been passed on matter more.
        if view.stage == "discard" or view.last_pass:
            return False
        return view.round == 1 or JOKER in view.hand + view.open

    # --- moments ----------------------------------------------------------------------------------

    def reveal(self, view: NetsuzoView) -> RevealScene | None:
        """Return the text and picture of a showdown; ``None`` if the last move led to none."""
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return None
        line = _story_line(view, showdown)
        before = covered_board(showdown)
        if view.result is not None:
            won = _winner_text(view, view.result)
            if line is None:
                line = won
            else:
                line = text("netsuzo-reveal-end", story=line, won=won)
        fact = fact_text(showdown)
        return RevealScene(
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

    def consequence(self, view: NetsuzoView) -> Text | None:
        """Return a sentence for the viewer on a showdown; ``None`` if the viewer neither declared nor
        rejected.
        """
        showdown = find_event(view.news, Showdown)
        if showdown is None or view.seat not in (showdown.caller, showdown.rejecter):
            return None
        assert view.seat is not None
        if view.seat == showdown.caller:
            other = showdown.rejecter
        else:
            other = showdown.caller
        if view.seat != showdown.loser:
            how = "doubted" if showdown.is_true else "caught"
        elif not view.reds[view.seat] and view.result is None:
            # The same text as the line of the moment, so that it is shown once.
            return text("netsuzo-reveal-out", seat=Seat(view.seat))
        else:
            how = "wrong" if showdown.is_true else "lied"
        # At the end of the game the panel shows the chips, with the place.
        over = yes_no(view.result is not None)
        return text(
            f"netsuzo-consequence-{how}",
            other=Seat(other),
            chips=chips_signs(view, view.seat),
            over=over,
            out=yes_no(not view.reds[other]),
        )

    def aftermath(self, view: NetsuzoView, before: NetsuzoView | None) -> Text | None:
        """Return what was declared, whether it was true and who lost a chip, for a seat that decides next.

        An own declaration of the hand that was not rejected has been believed.
        """
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return None
        line = text(
            f"netsuzo-told-{'true' if showdown.is_true else 'lie'}",
            claim=short_declaration_text(showdown.declaration),
            caller=Seat(showdown.caller),
            rejecter=Seat(showdown.rejecter),
            out=yes_no(not view.reds[showdown.loser]),
        )
        own = []
        if before is not None:
            own += [notation for seat, notation in before.declared[:-1] if seat == view.seat]
        if not own:
            return line
        return text("netsuzo-told-own", told=line, claim=brief_declaration_text(own[-1]))

    def picture_story(self, highlight: Highlight, past: GameHistory) -> PictureStory:
        """Return a remarkable declaration or rejection as a story in three pictures."""
        _, declaration = past.moves[highlight.first_move]
        assert isinstance(declaration, Declare)
        _, answer = past.moves[highlight.last_move]
        claimer, answerer = claimer_and_answerer(highlight)
        # The claimer's view has the hand that was declared, the answerer's what that seat knew.
        view = past.view_before(highlight.first_move, claimer)
        own = past.view_before(highlight.last_move, answerer).hand
        made, five = deciding_cards(declaration, (*view.hand, *view.open))
        # The last picture has the declared hand and the open cards, with the best five framed.
        declared_row = Row(Seat(claimer), (faces(by_rank(view.hand), hot=five),))
        open_row = Row(text("netsuzo-row-open"), (faces(view.open, hot=five),))
        known_row = Row(Seat(answerer), (faces(by_rank(own)),))
        return bluff_story(
            highlight,
            short_declaration_text(str(declaration)),
            STANDARD.name,
            answer=text(f"netsuzo-{answer}"),
            known_cards=(known_row,) if own else (),
            true_cards=(declared_row, open_row),
            explanation=text(
                "netsuzo-tale-lay",
                lie=yes_no(highlight.liar is not None),
                made=declaration_text(str(made)),
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
                if event.card:
                    return text("netsuzo-event-drew", cards=cards_of([event.card]))
                return None
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
        """Return the stakes before a rejection with the last red chip (life); otherwise ``None``."""
        # There is no warning of lies: labels already show what is true, and others would notice that a lie
        # takes one more tap.
        stakes = self.stakes(view) if move == REJECT else None
        if stakes is not None and stakes.is_loud:
            return stakes.line
        return None

    def reason(self, move: Move, view: NetsuzoView) -> Text | None:
        """Return which visible cards fit a declaration, and how many are hidden; ``None`` without one."""
        declaration = move if isinstance(move, Declare) else view.last
        if declaration is None or isinstance(move, Discard):
            return None
        # One's own declaration is compared with all one's cards, another seat's with the open cards alone.
        seen = view.open
        if isinstance(move, Declare):
            seen += view.hand
            hidden = 0
        else:
            caller, _ = view.declared[-1]
            hidden = view.sizes[caller]
        matching = matching_cards(declaration, seen)
        line = text(
            "netsuzo-reason",
            seen=len(matching),
            cards=cards_of(matching),
            missing=5 - len(matching),
            hidden=hidden,
            honesty=view.options["honesty"],
        )
        # Of a hand of one card, the cards that it may be can be counted.
        if hidden == 1:
            unseen = all_but(STANDARD.cards, view.open + view.hand)
            exact = requires_exact_hand(view)
            count = sum(
                [is_true(declaration, count_cards(view.open + (card,)), exact=exact) for card in unseen]
            )
            line = text("netsuzo-reason-odds", count=count, unseen=len(unseen))
        if isinstance(move, Declare):
            return line
        # Cards of one's own cannot be in the hand in doubt; those that one has passed on may be. Any low card
        # can be an unnamed kicker, so only cards that the declaration names are evidence.
        held = _further_cards(declaration, view.open, view.hand)
        passed = _further_cards(declaration, view.open, view.last_pass)
        stake = self._deciding_stake(move, view)
        if not held and not passed and stake == "none":
            return line
        return text(
            "netsuzo-reason-own",
            line=line,
            held=len(held),
            held_cards=cards_of(held),
            passed=len(passed),
            passed_cards=cards_of(passed),
            stake=stake,
        )

    def _deciding_stake(self, move: Move, view: NetsuzoView) -> str:
        # The outcome that speaks for an answer however likely the declaration is.
        stakes = self.stakes(view)
        if stakes is None:
            return "none"
        if move == REJECT:
            return "won" if stakes.line.args["is_won"] == "yes" else "none"
        return "out" if stakes.is_loud else "none"

    def score(self, view: NetsuzoView, result: Result, seat: int) -> Text | None:
        """Return a text about a seat's chips, or about its win as the last survivor."""
        if seat in result.ranking[0] and view.blues[seat] < int(view.options["blues"]):
            return text("netsuzo-score-last", blues=view.blues[seat])
        return chips_text(view, seat)

    def hand(self, view: NetsuzoView) -> Row | None:
        if view.seat is None or not view.hand:
            return None
        return Row(Seat(view.seat), (faces(by_rank(view.hand)),))

    def statistics(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        return bluff_lines(counts, _text_of_number)

    def measures(self) -> tuple[Measure, ...]:
        return bluff_measures(_text_of_number)


def _joker_of_tip(view: NetsuzoView) -> str:
    # Beginners read of the joker before they meet it.
    if JOKER in view.hand + view.open:
        return "yes"
    return "new" if view.round == 1 else "no"


def _further_cards(declaration: Declare, seen: Sequence[Card], more: Sequence[Card]) -> list[Card]:
    # The cards of ``more`` that fit a declaration beside the ones that all see.
    fitting = matching_cards(declaration, (*seen, *more))
    named = ranks_named(declaration)
    return [card for card in fitting if card in more and (card == JOKER or card[0] in named)]


def _believed_truth(view: NetsuzoView) -> str:
    # Whether the declaration that the viewer has just accepted was true, by the cards that came with it.
    accepted = find_event(view.news, Accepted)
    if accepted is None or not accepted.cards or view.last is None:
        return "unknown"
    cards = count_cards(accepted.cards + view.open)
    return "true" if is_true(view.last, cards, exact=requires_exact_hand(view)) else "lie"


def _loss_of(seat: int, chips: Chips, *, is_end: bool) -> str:
    # Return what a seat loses, for the stakes: a red chip, its place in the game, or the game to the other.
    if chips.reds[seat]:
        return "red"
    return "won" if is_end else "out"


def _text_of_number(number: int) -> Text:
    return declaration_text(str(DECLARATION_ORDER.bids[number - 1]))


def _current_round(view: NetsuzoView) -> int:
    # A showdown that was just shown belongs to the round before.
    if view.stage == "deal" and view.shown is not None:
        return view.round - 1
    return view.round


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
            return text("netsuzo-reveal-out", seat=Seat(showdown.loser))
        case "five":
            return text("netsuzo-reveal-five", seat=Seat(showdown.caller))
        case "long":
            return text("netsuzo-reveal-long", count=len(view.declared), cards=len(showdown.hand))
        case "bold":
            return text("netsuzo-reveal-bold", seat=Seat(showdown.caller))
        case "joker":
            return text("netsuzo-reveal-joker")
    return None


def _winner_text(view: NetsuzoView, result: Result) -> Text:
    (winner,) = result.ranking[0]
    if view.blues[winner] < int(view.options["blues"]):
        how = "last"
    else:
        how = "blues"
    return text("netsuzo-reveal-won", seat=Seat(winner), how=how, blues=view.blues[winner])


# --- the panel ----------------------------------------------------------------------------------------


def _panel_lines(view: NetsuzoView) -> tuple[Text, ...]:
    if not view.hand:
        return (text("netsuzo-no-hand"),)
    assert view.seat is not None
    truth = best(count_cards((*view.hand, *view.open)))
    lines = []
    if view.last_pass and not view.is_over:
        lines.append(text("netsuzo-passed", cards=cards_of(by_rank(view.last_pass))))
    if not view.is_over:
        lines.append(text("netsuzo-makes", claim=declaration_text(str(truth))))
    is_said = view.is_my_turn and view.stage != "discard"  # the stakes say it
    if view.reds[view.seat] == 1 and not view.is_over and not is_said:
        lines.append(text("netsuzo-last-red"))
    return tuple(lines)
