# Netsuzo Poker
netsuzo-name = Netsuzo Poker
netsuzo-pitch = Declare ever higher poker hands, true or made up (“netsuzo”), and dare your neighbour to doubt you
netsuzo-turn = One accepts the neighbour’s hand and declares something higher with it, or rejects the claim: +1 blue if it is a lie, −1 red if it is true. Without red one is out. The joker stands for any card.
netsuzo-aim = Catch made-up hands (netsuzo): { $blues ->
    [one] 1 blue chip wins
   *[other] { $blues } blue chips win
}, and so does the last one left. Out of red chips, you’re out.
netsuzo-option-reds = Red chips
netsuzo-option-reds-number = { $number }
netsuzo-option-reds-about = Lives each player starts with
netsuzo-option-blues = Blue chips to win
netsuzo-option-blues-number = { $number }
netsuzo-option-blues-about = How many lies you have to catch to win the game
netsuzo-option-honesty = True means
netsuzo-option-honesty-exact = exactly that hand
netsuzo-option-honesty-atleast = that hand or better
netsuzo-option-honesty-about = Whether a better hand than the declared one also counts as true

# declarations
netsuzo-claim-high = { CAPITAL(RANK($rank)) } high
netsuzo-claim-pair = Pair of { RANKS($rank) }, { $second } kicker
netsuzo-claim-twopair = Two pair { $rank } { $rank } { $second } { $second } { $third }
netsuzo-claim-trips = Three { RANKS($rank) }, { $second } kicker
netsuzo-claim-straight = { CAPITAL(RANK($rank)) }-high straight
netsuzo-claim-flush = Flush { $cards }
netsuzo-claim-full = Full house { $rank } { $rank } { $rank } { $second } { $second }
netsuzo-claim-quads = Four { RANKS($rank) }, { $second } kicker
netsuzo-claim-sflush = { CAPITAL(RANK($rank)) }-high straight flush in { $suit }
netsuzo-claim-five = Five { RANKS($rank) }

# declarations where there is little room
netsuzo-short-pair = Pair of { RANKS($rank) }, { $second } kicker
netsuzo-short-twopair = Two pair { $rank } { $rank } { $second } { $second } { $third }
netsuzo-short-trips = Three { RANKS($rank) }, { $second } kicker
netsuzo-short-full = Full house { $rank } { $rank } { $rank } { $second } { $second }
# Five cards of one suit say that they are a flush.
netsuzo-short-quads = Four { RANKS($rank) }, { $second } kicker
netsuzo-short-flush = Flush { $suit ->
    [s] ♠︎
    [h] ♥︎
    [d] ♦︎
   *[c] ♣︎
} { $rank } { $second } { $third } { $fourth } { $fifth }
netsuzo-chip-flush = { $suit ->
    [s] ♠︎
    [h] ♥︎
    [d] ♦︎
   *[c] ♣︎
} { $rank } { $second } { $third } { $fourth } { $fifth }
netsuzo-short-sflush = Straight flush { $card }
netsuzo-short-straight = { CAPITAL(RANK($rank)) }-high straight

# declarations in a line with all of a hand
netsuzo-brief-high = { $rank } high
netsuzo-brief-pair = pair of { $rank }s +{ $second }
netsuzo-brief-twopair = { $rank }s and { $second }s +{ $third }
netsuzo-brief-trips = three { $rank }s +{ $second }
netsuzo-brief-straight = { $rank }-high straight
netsuzo-brief-full = { $rank }s full of { $second }s
netsuzo-brief-quads = four { $rank }s +{ $second }
netsuzo-brief-sflush = { $rank }-high straight flush in { $suit }
netsuzo-brief-five = five { $rank }s

# answers and menus
netsuzo-accept = Accept
netsuzo-tap-accept = Accept
netsuzo-reject = Reject
netsuzo-tap-reject = Reject
netsuzo-reason = { $hidden ->
    [0] You see { $seen } of the five cards declared{ $seen ->
        [0] {""}
       *[other] : { $cards }
    }
   *[other] Of the five cards declared, { $seen ->
        [0] none is face up
        [1] one is face up ({ $cards })
       *[other] { $seen } are face up ({ $cards })
    }; the hand in doubt ({ $hidden ->
        [one] 1 card
       *[other] { $hidden } cards
    }) would have to hold the other { $missing }{ $honesty ->
        [exact] {""}
       *[atleast] {" "}or make a better hand
    }
}
netsuzo-reason-odds = The hand in doubt is one card: { $count } of the { $unseen } cards you can’t see would make it true
netsuzo-reason-own = { $line }{ $held ->
    [0] {""}
   *[other] {" "}· you hold { $held_cards } of it yourself
}{ $passed ->
    [0] {""}
   *[other] {" "}· you passed on { $passed_cards } of it
}{ $stake ->
    [out] {" "}· a wrong Reject would put you out
    [won] {" "}· if Reject is right, you win
   *[none] {""}
}
netsuzo-discard = Discard { $cards }
netsuzo-discard-leaves = { $cards } → { $claim }{ $four ->
    [s] {" "}+ ♠︎×4
    [h] {" "}+ ♥︎×4
    [d] {" "}+ ♦︎×4
    [c] {" "}+ ♣︎×4
   *[none] {""}
}
netsuzo-offer-own = Close to what you hold
netsuzo-choose-kind = What do you declare?
netsuzo-group-others = Another hand
netsuzo-menu-rest = Other hands, true or not …
netsuzo-group-quick = Or the best hand that starts this way
netsuzo-group-flushes = A flush
netsuzo-group-low = Other hands
netsuzo-quoted = “{ $claim }”
netsuzo-choose-higher = What higher hand do you declare?
netsuzo-choose-answer = Do you believe { $seat } ({ $cards } { $cards ->
    [one] card
   *[other] cards
} + the open ones)?
netsuzo-choose-high-pair = Higher pair of what?
netsuzo-choose-low-pair = And the lower pair?
netsuzo-choose-next = And the next ranks?
netsuzo-kind-high = High card
netsuzo-kind-high-about = No pair, no straight, no flush; the highest card counts
netsuzo-kind-pair = One pair
netsuzo-kind-pair-about = Two of one rank, and the highest other card
netsuzo-kind-twopair = Two pair
netsuzo-kind-twopair-about = Two of one rank, two of another, and the fifth card
netsuzo-kind-trips = Three of a kind
netsuzo-kind-trips-about = Three of one rank, and the highest other card
netsuzo-kind-straight = Straight
netsuzo-kind-straight-about = Five ranks in a row, of more than one suit
netsuzo-kind-flush = { $suit ->
    [s] ♠︎
    [h] ♥︎
    [d] ♦︎
   *[c] ♣︎
} { $ranks } …
netsuzo-kind-flush-about = Five of one suit, not in a row
netsuzo-kind-full = Full house
netsuzo-kind-full-about = Three of one rank and two of another
netsuzo-kind-quads = Four of a kind
netsuzo-kind-quads-about = Four of one rank, and the fifth card
netsuzo-kind-sflush = Straight flush in { $suit }
netsuzo-kind-sflush-about = Five in a row, all of one suit
netsuzo-kind-five = Five of a kind
netsuzo-kind-five-about = Four of one rank and the joker
netsuzo-kind-begins = { $kind }: { $ranks }
netsuzo-kind-impossible = Nobody with so few cards could have it
netsuzo-choose-top = Highest rank?
netsuzo-choose-pair = Pair of what?
netsuzo-choose-kicker = Kicker: the highest other card?
netsuzo-choose-three = Three of what?
netsuzo-choose-two = And two of what?
netsuzo-choose-four = Four of what?
netsuzo-choose-five = Five of what?
netsuzo-rest-discard = Discard another card
netsuzo-choose-discard = Which card do you discard? (→{"\u00A0"}what{"\u00A0"}you{"\u00A0"}then{"\u00A0"}have)
netsuzo-rank = { $rank }
netsuzo-ranks = { $first } + { $then }
netsuzo-ranks-alike = { $first } { $then }
netsuzo-ranks-from = { $high }–{ $low }
netsuzo-key-true = ✓ { $label }
netsuzo-key-count = { $label } ×{ $count }
netsuzo-offer-near = A little higher
netsuzo-offer-far = Bolder
netsuzo-offer-true = ✓ { $claim }
netsuzo-offer-short = { $claim } · { $count } missing
netsuzo-stakes-discard = { $truth ->
    [true] It was true.{" "}
    [lie] It was a lie, and you believed it.{" "}
   *[unknown] {""}
}You then draw a card and must declare something higher than “{ $claim }”. It may be a lie, but a rejected lie costs 1 red.
netsuzo-stakes-answer = Reject: right, +1 blue ({ $is_won ->
    [yes] you win
   *[no] { $blues } of { $target } to win
}){ $other ->
    [out] {" "}and { $seat } is out
   *[red] {""}
}; wrong, { $reds ->
    [0] you’re out
   *[other] −1 red ({ $reds } left)
}.{ $may_accept ->
    [yes] {" "}Accept: { $seat }’s cards join yours, you discard one, draw one and must declare higher.
   *[no] {""}
}
netsuzo-stakes-answer-short = Reject: right, +1 blue ({ $is_won ->
    [yes] you win
   *[no] { $blues } of { $target }
}){ $other ->
    [out] {" "}and { $seat } is out
   *[red] {""}
}; wrong, { $reds ->
    [0] you’re out
   *[other] −1 red ({ $reds } left)
}.{ $may_accept ->
    [yes] {" "}Accept: you get { $seat }’s cards and declare next.
   *[no] {""}
}
netsuzo-stakes-declare = If { $seat } rejects: a lie costs you { $reds ->
    [0] your last red (you’re out)
   *[other] 1 red ({ $reds } left)
}{ $is_won ->
    [yes] {" "}and { $seat } wins
   *[no] {""}
}; the truth { $other ->
    [won] puts { $seat } out, and you win
    [out] puts { $seat } out
   *[red] costs { $seat } 1 red
}.

# the table
netsuzo-headline-first = The first declaration of the hand
netsuzo-headline-claim = { $seat ->
    [you] You declare
   *[other] { $seat } declares
 } “{ $claim }” with { $cards } { $cards ->
    [one] card
   *[other] cards
}. { $neighbour ->
    [you] Do
   *[other] { $neighbour }, do
 } you believe it?
netsuzo-headline-accepted = { $neighbour ->
    [you] You have
   *[other] { $neighbour } has
 } to discard a card and beat “{ $claim }”
netsuzo-headline-higher = { $seat ->
    [you] You have
   *[other] { $seat } has
 } to go higher than “{ $claim }”
netsuzo-table-line = Hand { $round } · { $blues } blue { $blues ->
    [one] chip wins
   *[other] chips win
}{ $honesty ->
    [exact] {""}
   *[atleast] {" "}· a better hand counts as true, too
}
netsuzo-chapter = Hand { $round }
netsuzo-chips = red { $reds } · blue { $blues }
netsuzo-chips-signs = 🔴{ $reds } 🔵{ $blues }
netsuzo-chips-out = out · blue { $blues }
netsuzo-piles = pile { $pile }{ $discards ->
    [0] { "" }
   *[other] {" "}· discards { $discards }
}
netsuzo-row-open = Open to all
netsuzo-row-hand = Your hand
netsuzo-row-taken = From { $seat }
netsuzo-passed = Believed; you passed on: { $cards }
netsuzo-row-shown = { $seat }’s hand
netsuzo-row-before = Last showdown, { $seat }
netsuzo-note-true = true
netsuzo-note-false = a lie
netsuzo-note-won = +1 blue
netsuzo-note-lost = −1 red

# showdown
netsuzo-told-true = ✅ { $caller ->
    [you] Your
   *[other] { $caller }’s
 } “{ $claim }” was true: { $rejecter ->
    [you] you { $out ->
        [yes] are out
       *[no] lost 1 red
    }
   *[other] { $rejecter } { $out ->
        [yes] is out
       *[no] lost 1 red
    }
}.
netsuzo-told-lie = ❌ { $caller ->
    [you] Your
   *[other] { $caller }’s
 } “{ $claim }” was a lie: { $out ->
    [yes] { $caller ->
        [you] you’re out
       *[other] out
    }
   *[no] −1 red
}, { $rejecter } +1 blue.
netsuzo-told-own = { $told } Your “{ $claim }” was believed.
netsuzo-told-own-short = { $told }
netsuzo-suspense = { $rejecter ->
    [you] You reject
   *[other] { $rejecter } rejects
 } { $caller ->
    [you] your
   *[other] { $caller }’s
 } “{ $claim }” …?
netsuzo-showdown-true = { $rejecter } rejected it, but it was true: { $fact }
netsuzo-showdown-false = { $rejecter } rejected it, and it was a lie: { $fact }
netsuzo-fact-true = { $caller ->
    [you] You
   *[other] { $caller }
 } really had “{ $claim }”.
netsuzo-fact-better = { $caller ->
    [you] You
   *[other] { $caller }
 } said “{ $claim }” and had even more, “{ $made }”.
netsuzo-fact-false = { CAPITAL($caller) } said “{ $claim }” but had at best “{ $made }”.
netsuzo-fact-inexact = { CAPITAL($caller) } said “{ $claim }” but had more, “{ $made }”.
netsuzo-reveal-out = No red chip left: { $seat ->
    [you] you’re
   *[other] { $seat } is
 } out!
netsuzo-reveal-five = Five of a kind! { CAPITAL($seat) } really had it.
netsuzo-reveal-long = { $count } declarations, { $cards } cards in one hand: somebody had to look.
netsuzo-reveal-bold = What a bluff! { CAPITAL($seat) } had nothing like it.
netsuzo-reveal-joker = The joker makes it true.
netsuzo-reveal-won = { $seat ->
    [you] You win
   *[other] { $seat } wins
 } { $how ->
    [last] as the last one left!
   *[blues] with { $blues } blue { $blues ->
        [one] chip!
       *[other] chips!
    }
}
netsuzo-reveal-end = { $story } { $won }
netsuzo-consequence-caught = You caught { $other }{ $out ->
    [yes] , who is out
   *[no] {""}
}: +1 blue chip.{ $over ->
    [yes] {""}
   *[no] {" "}You have: { $chips }.
}
netsuzo-consequence-wrong = You were wrong to reject, and lose a red chip.{ $over ->
    [yes] {""}
   *[no] {" "}You have: { $chips }.
}
netsuzo-consequence-lied = { $other } caught you: you lose a red chip.{ $over ->
    [yes] {""}
   *[no] {" "}You have: { $chips }.
}
netsuzo-consequence-doubted = { $other } was wrong to reject, and { $out ->
    [yes] is out
   *[no] loses a red chip
}.{ $over ->
    [yes] {""}
   *[no] {" "}You have: { $chips }.
}

# what happened
netsuzo-event-dealt = Hand { $round } is dealt.
netsuzo-event-declared = { $seat } declares “{ $claim }”.
netsuzo-event-accepted = { $seat } accepts and takes { $count } { $count ->
    [one] card
   *[other] cards
} from { $giver }.
netsuzo-event-drew = You drew { $cards }.
netsuzo-event-discarded = { $seat } discards a card face down.
netsuzo-event-reshuffled = The pile ran out; { $count } { $count ->
    [one] discard becomes
   *[other] discards become
} the new pile.
netsuzo-event-nothing = There is nothing left for { $seat } to draw.
netsuzo-event-eliminated = { $seat ->
    [you] You’re
   *[other] { $seat } is
 } out.
netsuzo-score-last = last one left · blue { $blues }
netsuzo-equal-chips = Players still in come first, by blue chips, then by red ones; then the others, the last one out first.

# the panel
netsuzo-no-hand = You hold no cards.
netsuzo-makes = You have (framed): { $claim }
netsuzo-last-red = One red chip left: lose it and you’re out.
netsuzo-tip-first = You may lie. If { $neighbour } accepts, { $neighbour } gets your cards and must declare higher.{ $joker ->
    [new] {" "}One card is a joker: it stands for any.
    [yes] {" "}The joker stands for any card.
   *[no] {""}
}
netsuzo-tip-higher = You may lie: only { $neighbour } can doubt it.{ $joker ->
    [new] {" "}One card is a joker: it stands for any.
    [yes] {" "}The joker stands for any card.
   *[no] {""}
}
netsuzo-tip-answer = True if five of the open cards and that hand make exactly this, kickers (+) too{ $honesty ->
    [exact] , even if others make a better one.
   *[atleast] {" "}or a better one.
}{ $joker ->
    [new] {" "}One card is a joker: it stands for any.
    [yes] {" "}The joker stands for any card.
   *[no] {""}
}
netsuzo-tip-joker = The joker stands for any card, also the fifth of a kind, so several hands can be true.
netsuzo-tip-discard = Discard the card you need least.

# decisions
netsuzo-decision-empty-pile = When a draw finds the pile empty, the discards are shuffled into a new pile; if there are none, nothing is drawn.
netsuzo-decision-starter-out = If the player who should start the next hand is out, the next player on the left starts.

# feats
netsuzo-tale-lay = { $lie ->
    [yes] At best: { $made }
   *[no] True: { $made }
}

# Trophies
netsuzo-trophy-first = Cub Reporter
netsuzo-trophy-first-about = Play a game (computers count, too)
netsuzo-trophy-first-done = your first game of Netsuzo Poker
netsuzo-trophy-first-sign = CR
netsuzo-trophy-win = Front Page
netsuzo-trophy-win-about = Win a game
netsuzo-trophy-win-sign = FP
netsuzo-trophy-catch = Fact Checker
netsuzo-trophy-catch-about = See through a lie
netsuzo-trophy-catch-sign = FC
netsuzo-trophy-honest = Just the Facts
netsuzo-trophy-honest-about = Win with two or more declarations, and not one of them a lie
netsuzo-trophy-honest-sign = JF
netsuzo-trophy-bluff = Fake News
netsuzo-trophy-bluff-about = Get away with a lie of four of a kind or higher
netsuzo-trophy-bluff-sign = FN
netsuzo-trophy-truth = Stranger than Fiction
netsuzo-trophy-truth-about = Have a true full house or higher rejected
netsuzo-trophy-truth-sign = SF
netsuzo-trophy-crowd = Press Conference
netsuzo-trophy-crowd-about = Play a game with five or more people
netsuzo-trophy-crowd-sign = PC
netsuzo-trophy-liar = No Smoke
netsuzo-trophy-liar-about = Win with three or more lies, none of them caught
netsuzo-trophy-liar-sign = NS
netsuzo-trophy-eyes = Tough Editor
netsuzo-trophy-eyes-about = See through { $target } lies
netsuzo-trophy-eyes-sign = TE
netsuzo-trophy-wins = Press Baron
netsuzo-trophy-wins-about = Win { $target } games
netsuzo-trophy-wins-sign = PB
