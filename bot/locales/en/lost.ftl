# Lost Poker
lost-name = Lost Poker
lost-pitch = Bluff cards into your neighbours' fields until one of them makes a poker hand and is out
lost-option-losts = Losts per player
lost-option-losts-about = How many cards each player may take out of the game

# Claims and cards
lost-cards = { $cards }
lost-claim-suit = { $suit }
lost-claim-rank = { $rank }
lost-claim-joker = joker
lost-out-suit = any { $suit }
lost-out-rank = any { $rank }
lost-seat-name = { $seat }

# The table
lost-headline-dealing = The cards are being dealt.
lost-headline-opening = Three cards each, face down. Still choosing: { $seats }
lost-headline-answer = { $seat } → { $target }: “{ $claim }”. Trust or doubt?
lost-headline-place = { $seat } made a lost and owes the field a card.
lost-headline-turn = { $seat } is on turn.
lost-headline-over = { $reasons }
lost-seat = cards { $cards } · losts left { $left }
lost-seat-near = cards { $cards } · losts left { $left } · **one away:** { $outs }
lost-seat-choosing = choosing three cards
lost-seat-ready = ready
lost-seat-out = out
lost-note-near = one away
lost-note-out = out

# What happened
lost-event-dealt = { $count } cards each. Everybody lays three of them face down.
lost-event-fields = All fields are turned up.
lost-event-played = { $seat } plays a card to { $target } and claims “{ $claim }”.
lost-event-trust-right = { $target } trusted “{ $claim }”, rightly: { $card } goes back to { $seat }’s field.
lost-event-trust-wrong = { $target } trusted “{ $claim }”, a lie: { $card } goes to { $target }’s field.
lost-event-doubt-right = { $target } doubted “{ $claim }”, rightly: { $card } goes back to { $seat }’s field.
lost-event-doubt-wrong = { $target } doubted “{ $claim }”, but it was true: { $card } goes to { $target }’s field.
lost-event-joker-right = { $target } believed { $seat }: { $card } goes to { $target }’s hand.
lost-event-joker-wrong = { $target } did not believe { $seat }: { $card } goes to { $target }’s field.
lost-event-taken = { $target } made a lost of { $seat }’s card (“{ $claim }”).
lost-event-voided = { $target } declared a lost, but { $seat }’s card was the joker: it goes to { $target }’s field.
lost-event-placed = { $seat } lays { $card } in the own field.
lost-event-lost-hand = { $seat } makes a lost of a card from the hand.
lost-event-lost-field = { $seat } makes a lost of { $card } from the field and lays { $placed } instead.
lost-event-back = { $seat } takes the joker back for { $cards }.
lost-event-passed = { $seat } has nothing to do and passes.
lost-end-hand = { $seat } has no card left and is out.
lost-end-flush = { $seat } has four of a suit and is out: { $cards }
lost-end-straight = { $seat } has four in a row and is out: { $cards }
lost-end-quads = { $seat } has four of a rank and is out: { $cards }

# The private panel
lost-panel-nothing = You hold no cards yet.
lost-panel-lay = Choose three cards for your first field. All fields are turned up together.
lost-panel-laid = You laid { $cards }. Waiting for the others.
lost-panel-answer = { $seat } plays a card to you: “{ $claim }”. Judge wrongly and it is yours.
lost-panel-played = You played { $card } to { $target } as “{ $claim }”.
lost-panel-taken = Only you see it: { $seat }’s card was { $card }. Now lay a card of your hand in your field.
lost-panel-voided = It was the joker, which nobody can lose. It is in your field; lay a card of your hand there too.
lost-panel-turn = It is your turn.
lost-panel-wait = Waiting for the others.
lost-panel-hand = Your hand ({ $count }): { $cards }
lost-panel-near = You are one away. You would be out with { $outs }
lost-panel-pile = Your losts: { $cards } · left { $left }
lost-your-hand = Your hand
lost-your-field = Your field

# Moves
lost-trust = Trust
lost-doubt = Doubt
lost-lost = Lost (left { $left })
lost-pass = Pass
lost-name-lost = Lost
lost-name-field = First field: { $cards }
lost-name-play = { $card } to { $target } as “{ $claim }”
lost-name-place = Lay { $card } in your field
lost-name-lost-hand = Lost { $card } from your hand
lost-name-lost-field = Lost { $card } from your field, lay { $placed }
lost-name-back = Take the joker back for { $cards }
lost-choose-lay = Three cards for your field
lost-choose-kind = What do you do?
lost-choose-play = Which card do you play?
lost-choose-target = To whom?
lost-choose-claim = What do you claim?
lost-choose-lost = Which card do you lose?
lost-choose-place = Which card do you lay in your field?
lost-choose-back = Two cards for the joker
lost-kind-play = Play
lost-kind-play-detail = A card face down to somebody, with a claim
lost-kind-lost-hand = Lost from the hand
lost-kind-lost-hand-detail = A card of your hand leaves the game
lost-kind-lost-field = Lost from the field
lost-kind-lost-field-detail = A card of your field leaves, one of your hand takes its place
lost-kind-back = Back
lost-kind-back-detail = The joker from your field to your hand, for two cards
lost-detail-true = true
lost-detail-false = a lie
lost-detail-risk = You are out if it comes back to you
lost-detail-fatal = You would be out
lost-detail-hit = Out if the card stays there
lost-detail-near = One away: { $outs }
lost-detail-cards = { $cards } cards in hand

# Warnings
lost-warn-last = This is your last card. With an empty hand you are out.
lost-warn-made = With { $cards } your field makes a hand: you would be out.
lost-warn-risk = If your claim is judged rightly, { $card } comes to your field and you are out.
lost-warn-wrong = If you are wrong, you are out.
lost-warn-place = Every card you could lay for this lost makes a hand: you would be out.

# Why a move is refused
lost-refusal-only-field = First everybody lays three cards.
lost-refusal-fields-lie = The first fields have been laid already.
lost-refusal-answer-first = Answer the card before you first: trust, doubt or lost.
lost-refusal-nothing-to-answer = No card waits for your answer.
lost-refusal-place-first = For your lost, first lay a card of your hand in your field.
lost-refusal-nothing-to-place = A card is laid like this only after a lost.
lost-refusal-not-in-hand = You do not hold that card.
lost-refusal-not-in-field = That card is not in your field.
lost-refusal-same-card-twice = Choose different cards.
lost-refusal-no-such-seat = There is no such seat at this table.
lost-refusal-not-to-yourself = Play the card to somebody else.
lost-refusal-joker-is-joker = The joker must be claimed as joker.
lost-refusal-one-away = The joker cannot be played to somebody who is one away from a hand.
lost-refusal-joker-stays = The joker can never be lost.
lost-refusal-no-losts = You have no losts left.
lost-refusal-no-joker-in-field = There is no joker in your field.
lost-refusal-two-needed = Back costs two cards of your hand.
lost-refusal-must-act = You may pass only when you can do nothing else.

# Where the source is silent
lost-decision-void-lost = A lost declared on the joker does not use one up, but you need one left to declare it.
lost-decision-pass = You pass only when no other move is possible.
lost-decision-several-out = If two players are to go out at the same moment, both do.
lost-result-score = { $best ->
    [0] eliminated
   *[other] still in
}
