# Netsuzo Poker
netsuzo-name = Netsuzo Poker
netsuzo-pitch = Declare ever higher poker hands, true or made up, and dare your neighbour to doubt you
netsuzo-option-reds = Red chips
netsuzo-option-reds-about = Lives each player starts with
netsuzo-option-blues = Blue chips to win
netsuzo-option-blues-about = Lies you have to catch to win the game
netsuzo-option-honesty = True means
netsuzo-option-honesty-exact = exactly that hand
netsuzo-option-honesty-atleast = that hand or better
netsuzo-option-honesty-about = Whether a declaration must be met exactly or may be beaten

# declarations
netsuzo-claim-high = { $rank } high
netsuzo-claim-pair = pair of { $rank }s, { $second } kicker
netsuzo-claim-twopair = two pairs { $rank } and { $second }, { $third } kicker
netsuzo-claim-trips = three { $rank }s, { $second } kicker
netsuzo-claim-straight = { $rank }-high straight
netsuzo-claim-flush = flush { $cards }
netsuzo-claim-full = full house, three { $rank }s and two { $second }s
netsuzo-claim-quads = four { $rank }s, { $second } kicker
netsuzo-claim-sflush = { $rank }-high straight flush in { $suit }
netsuzo-claim-five = five { $rank }s

# answers and menus
netsuzo-accept = Accept
netsuzo-reject = Reject
netsuzo-discard = Discard { $cards }
netsuzo-choose-kind = Which hand?
netsuzo-kind-high = High card
netsuzo-kind-pair = One pair
netsuzo-kind-twopair = Two pairs
netsuzo-kind-trips = Three of a kind
netsuzo-kind-straight = Straight
netsuzo-kind-flush = Flush in { $suit }
netsuzo-kind-full = Full house
netsuzo-kind-quads = Four of a kind
netsuzo-kind-sflush = Straight flush
netsuzo-kind-five = Five of a kind
netsuzo-choose-top = Highest rank?
netsuzo-choose-pair = Pair of what?
netsuzo-choose-kicker = Highest kicker?
netsuzo-choose-high-pair = Higher pair?
netsuzo-choose-low-pair = Lower pair?
netsuzo-choose-three = Three of what?
netsuzo-choose-two = And two of what?
netsuzo-choose-four = Four of what?
netsuzo-choose-five = Five of what?
netsuzo-choose-suit = Which suit?
netsuzo-choose-second = Second rank?
netsuzo-choose-third = Third rank?
netsuzo-choose-last = Last two ranks?
netsuzo-choose-discard = Discard which card?
netsuzo-choose-group = Discard from which suit?
netsuzo-rank = { $rank }
netsuzo-suit = { $suit }
netsuzo-card = { $cards }
netsuzo-rank-then = { $rank }, then { $high } to { $low }
netsuzo-two-ranks = { $rank } { $second }
netsuzo-shortcut-best = What I have: { $claim }
netsuzo-shortcut-next = Next true one: { $claim }
netsuzo-shortcut-lowest = Lowest allowed: { $claim }
netsuzo-warning-lie = This is a lie, and you have one red chip: if it is rejected, you are out.
netsuzo-warning-reject = You have one red chip: if the declaration is true, you are out.

# the table
netsuzo-headline-first = { $seat } makes the first declaration
netsuzo-headline-claim = { $seat } declares **{ $claim }**. { $neighbour }, do you believe it?
netsuzo-headline-accepted = { $neighbour } accepted **{ $claim }** and discards a card
netsuzo-headline-higher = { $seat } has to go higher than **{ $claim }**
netsuzo-round = Hand { $round } · pile { $pile } · discards { $discards }
netsuzo-claims-before = … { $count } earlier { $count ->
    [one] declaration
   *[other] declarations
}
netsuzo-claim-line = { $seat }: { $claim }, accepted
netsuzo-seat = 🔴 { $reds } red · 🔵 { $blues } blue · { $cards } { $cards ->
    [one] card
   *[other] cards
}
netsuzo-seat-out = out · 🔵 { $blues } blue
netsuzo-row-open = Open cards
netsuzo-row-hand = Your hand
netsuzo-row-shown = Shown by { $seat }
netsuzo-note-true = true
netsuzo-note-false = a lie

# showdown
netsuzo-showdown-true = { $rejecter } rejected { $caller }’s { $claim }, and it was **true**: { $cards }. { $rejecter } loses a red chip.
netsuzo-showdown-better = { $rejecter } rejected { $caller }’s { $claim }, but there was even more, { $made }: { $cards }. { $rejecter } loses a red chip.
netsuzo-showdown-false = { $rejecter } rejected { $caller }’s { $claim }, and it was a **lie**: { $hand } makes { $made } at best ({ $cards }). { $caller } loses a red chip, { $rejecter } gains a blue one.

# what happened
netsuzo-event-dealt = Hand { $round } is dealt; { $seat } begins.
netsuzo-event-declared = { $seat } declares { $claim }.
netsuzo-event-accepted = { $seat } accepts and takes { $count } { $count ->
    [one] card
   *[other] cards
} from { $giver }.
netsuzo-event-drew = You drew { $cards }.
netsuzo-event-discarded = { $seat } discards a card face down.
netsuzo-event-reshuffled = The pile had run out; { $count } { $count ->
    [one] discard is
   *[other] discards are
} the new pile.
netsuzo-event-nothing = Nothing is left to draw for { $seat }.
netsuzo-event-eliminated = { $seat } is out.
netsuzo-result-score = blue chips: { $score }
netsuzo-outcome-blues = { $seat } wins with { $count } blue { $count ->
    [one] chip
   *[other] chips
}.
netsuzo-outcome-last = { $seat } wins as the last one left.

# the panel
netsuzo-no-hand = You have no cards.
netsuzo-hand = Your hand: { $cards }
netsuzo-makes = With the open cards: { $claim }
netsuzo-last = { $seat } declared { $claim }, with { $cards } { $cards ->
    [one] card
   *[other] cards
} in hand
netsuzo-todo-declare = Your turn: declare a hand, true or not.
netsuzo-todo-answer = Your turn: accept and take that hand, or reject it.
netsuzo-todo-discard = Your turn: discard one card; then you draw and declare.
netsuzo-passed = You passed on: { $cards }
netsuzo-tossed = You discarded: { $cards }

# refusals
netsuzo-refusal-not-higher = That is not higher than the last declaration, { $last }.
netsuzo-refusal-nothing-higher = Nothing is higher than this declaration, so you can only reject it.
netsuzo-refusal-answer-first = First accept or reject the last declaration.
netsuzo-refusal-discard-first = First discard a card.
netsuzo-refusal-not-in-hand = { $card } is not in your hand.
netsuzo-refusal-no-discard = You discard only right after accepting.
netsuzo-refusal-nothing-to-answer = There is nothing to answer: it is your turn to declare.

# decisions
netsuzo-decision-empty-pile = When a draw finds the pile empty, the discards are shuffled into a new pile; if there are none, nothing is drawn.
netsuzo-decision-starter-out = If the player who should start the next hand is out, the next player on the left starts.
