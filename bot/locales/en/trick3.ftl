trick3-name = Three Cards Trick Poker
trick3-pitch = Win battles with the best three-card hand; every card you capture is a point.

# Options
trick3-option-family = Cards
trick3-option-family-about = Which cards you play with; each kind has its own hands and order.
trick3-option-family-trump = Playing cards
trick3-option-family-mahjong = Mahjong tiles
trick3-option-family-tesca = TESCA
trick3-option-length = Length
trick3-option-length-about = Which recommended deck is used; medium exists for playing cards only.
trick3-option-length-long = Long
trick3-option-length-mid = Medium
trick3-option-length-short = Short
trick3-option-deck = Deck
trick3-option-deck-about = A deck by name instead of the recommended one (52D2 is two decks of 52); at least 9 cards for everybody.
trick3-option-deck-auto = Recommended
trick3-option-end = End
trick3-option-end-about = When a game ends; people leave it as their cards run out.
trick3-option-end-M = when half have left (M)
trick3-option-end-L = when one is left (L)
trick3-option-end-S = when the first leaves (S)
trick3-option-games = Games
trick3-option-games-about = How many games make the match; points add up.

# Hands
trick3-hand-none = no hand
trick3-hand-CLF = Colour flush
trick3-hand-HF = Half flush
trick3-hand-P1 = One pair
trick3-hand-MW = Mixed well
trick3-hand-RN2 = Run 2
trick3-hand-D2 = Double
trick3-hand-FL = Flush
trick3-hand-ST = Straight
trick3-hand-RaP = Run and pair
trick3-hand-K3 = Three of a kind
trick3-hand-SF = Straight flush
trick3-hand-CFL = Character flush
trick3-hand-BoW = Black or white
trick3-hand-D3 = Triple
trick3-guide = { $hand }: { $about }
trick3-about-CLF = all black or all red
trick3-about-HF = { $family ->
    [tesca] one of wood, fire, water together with yin-yang
   *[other] one number suit together with honours
 }
trick3-about-P1 = { $family ->
    [mahjong] two numbers alike, or two of one honour
   *[other] two of one rank
 }
trick3-about-MW = { $family ->
    [tesca] one wood, one fire, one water
   *[other] one of each number suit
 }
trick3-about-RN2 = { $family ->
    [trump] two neighbours of one suit; A is next to 2 and K
    [tesca] two neighbours of one suit; 0 is next to 1 and to the highest
   *[other] two neighbouring numbers of one suit
 }
trick3-about-D2 = two identical cards
trick3-about-FL = { $family ->
    [mahjong] all of one number suit
   *[other] all of one suit
 }
trick3-about-ST = { $family ->
    [trump] three ranks in a row; A low or high, missing ranks are skipped
    [tesca] three ranks in a row, round the circle through 0
   *[other] three numbers in a row
 }
trick3-about-RaP = a pair and a run of two of one suit with just two ranks
trick3-about-K3 = { $family ->
    [mahjong] three numbers alike, or three of one honour
   *[other] three of one rank
 }
trick3-about-SF = three in a row of one suit
trick3-about-CFL = three honours
trick3-about-BoW = three yin-yang cards, all odd (white) or all even without 0 (black)
trick3-about-D3 = three identical cards

# Table
trick3-headline-over = The game is over
trick3-headline-deal = The cards are being dealt; { $seat } will lead
trick3-headline-expose = { $count ->
    [one] { $seats } still chooses three cards to expose
   *[other] Everybody chooses three cards to expose; waiting for { $seats }
 }
trick3-headline-play = { $facing ->
    [free] { $seat } opens: a card face up or face down, or folds
    [down] Round { $round }: { $seat } plays face down or folds
   *[up] Round { $round }: { $seat } plays face up or folds
 }
trick3-headline-refill = { $seat } may refill
trick3-battle = { $way ->
    [up] Battle { $battle } · round { $round }/3 · up (open, exposed, face down)
    [down] Battle { $battle } · round { $round }/3 · down (face down, exposed, open)
   *[none] Battle { $battle } · round { $round }/3 · not opened yet
 }
trick3-pot = Pot: { $count ->
    [0] empty
    [one] 1 card
   *[other] { $count } cards
 }
trick3-deck = Deck { $deck } · { $end ->
    [L] ends when one is left over
    [S] ends when the first leaves
   *[M] ends when half have left
 }
trick3-games = Game { $game } of { $games } · so far: { $totals }
trick3-points = { $seat } { $points }
trick3-seat = { $status ->
    [folded] folded · { $exposed } · won { $points } · hidden { $hidden } · stock { $stock }
   *[in] { $exposed } · won { $points } · hidden { $hidden } · stock { $stock }
 }
trick3-seat-played = { $exposed } ▸ { $played } · won { $points } · hidden { $hidden } · stock { $stock }
trick3-seat-left = has left · won { $points }
trick3-row-pot = Pot
trick3-note-pot = { $count ->
    [one] 1 card
   *[other] { $count } cards
 }
trick3-note-seat = { $status ->
    [left] left · won { $points }
    [folded] folded · won { $points } · { $hidden }+{ $stock }
   *[in] won { $points } · { $hidden }+{ $stock }
 }

# Panel
trick3-no-hand = You have no cards in this game any more. Captured: { $points }
trick3-hidden-hand = Hidden hand ({ $count }): { $cards }
trick3-exposed-hand = Exposed hand: { $cards }
trick3-chosen = You expose: { $cards }
trick3-played = Played: { $cards }
trick3-makes = { $hand } ({ $cards })
trick3-best = You can make: { $hands }
trick3-best-none = You can make no hand with these cards.
trick3-threat = { $seat } { $hand }
trick3-threats = Others at best: { $hands }
trick3-own = Stock { $stock } · captured { $points }
trick3-row-hidden = Hidden
trick3-row-exposed = Exposed
trick3-row-played = Played
trick3-warning-leave = { $battle ->
    [lost] With this you leave the game and lose this battle: your cards go to the pot.
   *[done] With this you leave the game: your exposed cards go to the pot.
 }

# Moves
trick3-move-lead = { $facing ->
    [down] Open with { $card } face down
   *[up] Open with { $card } face up
 }
trick3-move-play = { $facing ->
    [down] Play { $card } face down
   *[up] Play { $card }
 }
trick3-move-fold = Fold
trick3-move-fold-card = Fold, { $card } to the pot
trick3-move-expose = Expose { $cards }
trick3-move-expose-draw = Expose { $cards }, draw { $count }
trick3-move-draw = Draw { $count }
trick3-move-none = No refill
trick3-choose-exposed = Three cards to expose
trick3-choose-play = { $round ->
    [1] A hidden card, or fold
    [2] An exposed card, or fold
   *[3] A hidden card, or fold
 }
trick3-choose-way = Face up or face down
trick3-choose-penalty = Which card goes to the pot
trick3-choose-refill = How to refill
trick3-choose-more-exposed = Cards to expose
trick3-choose-draw = How many to draw
trick3-choice-play = { $card }
trick3-choice-penalty = { $place ->
    [exposed] { $card } (exposed)
   *[hidden] { $card } (hidden)
 }
trick3-choice-draw = { $count ->
    [0] Draw nothing
    [one] Draw 1 card
   *[other] Draw { $count } cards
 }
trick3-choice-expose = Expose cards, then draw
trick3-choice-only-draw = Only draw
trick3-prospect = At best: { $hand }
trick3-way-up = Face up
trick3-way-up-about = For all: open, exposed, face down
trick3-way-down = Face down
trick3-way-down-about = For all: face down, exposed, open

# Events
trick3-event-dealt = { $each } cards each, { $pot } in the pot. { $seat } will lead.
trick3-event-exposed = The exposed hands are shown.
trick3-event-played = { $facing ->
    [down] { $seat } plays a card face down.
   *[up] { $seat } plays { $card }.
 }
trick3-event-folded = { $count ->
    [0] { $seat } folds.
   *[other] { $seat } folds; { $cards } to the pot.
 }
trick3-event-folded-forced = { $seat } has no exposed card and must fold; { $cards } to the pot.
trick3-event-filled = { $seat }'s empty hand is filled with { $count } from the stock.
trick3-event-refilled = { $count ->
    [0] { $seat } exposes { $cards }.
   *[other] { $seat } exposes { $cards } and draws { $count }.
 }
trick3-event-drew = { $seat } draws { $count }.
trick3-event-left = { $count ->
    [0] { $seat } leaves the game.
   *[other] { $seat } leaves the game; { $count } more to the pot.
 }
trick3-shown = { $seat } { $hand } ({ $cards })
trick3-event-won = { $seats } wins the battle and { $each } cards. { $hands }
trick3-event-shared = { $seats } share: { $each } cards each, { $pot } stay in the pot. { $hands }
trick3-event-no-hand = Nobody has a hand; the pot grows to { $pot }. { $hands }
trick3-event-all-folded = All have folded, { $seat } last.
trick3-event-ended = Game { $game } ends: { $points }
trick3-result-score = points: { $score }
trick3-outcome = { $seats } won with { $points } points.
trick3-outcome-left = Left the last game, in order: { $seats }

# Statistics
trick3-stats = ⚔️ { $battles ->
    [one] { $battles } battle
   *[other] { $battles } battles
}, { $won } won; folded { $folds ->
    [one] { $folds } time
   *[other] { $folds } times
}

# Refusals
trick3-refusal-choose-first = First everybody chooses three cards to expose.
trick3-refusal-not-in-hand = You don't hold { $card }, or not that often.
trick3-refusal-not-hidden = { $cards }: such cards come from your hidden hand.
trick3-refusal-exposed-already = The first exposed hands have been chosen.
trick3-refusal-refill-now = Your turn's card is done; now refill, or choose not to.
trick3-refusal-play-first = Play a card or fold first; the refill comes after it.
trick3-refusal-not-exposed = { $card } isn't exposed; round 2 is played from the exposed hand.
trick3-refusal-way-set = Up or down is said with the first card of a battle only.
trick3-refusal-way-missing = The first card of a battle goes up or down: say which.
trick3-refusal-no-penalty = Folding costs a card in round 1 only; now it is just "fold".
trick3-refusal-penalty-missing = Folding in round 1 costs a card of your hand: name it.
trick3-refusal-exposed-full = An exposed hand holds three cards at most.
trick3-refusal-hidden-full = A hidden hand holds six cards at most.
trick3-refusal-stock-short = Your stock has only { $count } cards left.
trick3-refusal-draws-itself = When you expose your last hidden card your hand fills by itself; leave out "draw".

# Decisions
trick3-decision-tesca = TESCA's half flush, mixed well and black or white follow the mahjong hands, with yin-yang as the honours.
trick3-decision-neighbours = Ranks missing from the deck are skipped in runs; the ace is low or high but never in the middle, and TESCA's ranks form a circle.
trick3-decision-next-game = The next game of a match is led by who would have led the next battle; if nobody could, by the seat after the last lead.
trick3-decision-way = If the lead folds, the next to play a card chooses face up or face down.
trick3-decision-leave-after = Whoever has played all three cards stays in the battle and leaves after its showdown, several in turn order.
trick3-decision-shared = Equal hands share the sorted cards from the top, in turn order; what does not divide stays in the pot.
trick3-decision-lead-gone = When the next lead has left the game, the next seat clockwise leads.

# Options that do not go together

trick3-clash-length = “{ $length }” exists for playing cards only, not for { $family }.
trick3-clash-family = The deck “{ $deck }” isn’t of { $family }.
trick3-clash-size = “{ $deck }” is too small for { $seats } players: everybody needs { $least } cards. The host can choose a larger deck.
