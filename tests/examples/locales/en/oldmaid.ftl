oldmaid-name = Old Maid
oldmaid-pitch = Draw from your neighbour’s hidden hand, lay down pairs, and don’t be left with the joker
oldmaid-begin = The cards are dealt, and all pairs are laid down.
oldmaid-drawn = { CAPITAL($seat) } drew { $card } from { $owner }, at place { $place }{ $laid ->
    [0] .
   *[other] , and laid down **{ $pair }**.
}
oldmaid-over = { $seat } is left with the joker.
oldmaid-seat = { $cards ->
    [0] safe
    [one] { $cards } card
   *[other] { $cards } cards
} · { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
}
oldmaid-note-owner = to be drawn from
oldmaid-your-hand = Your hand
oldmaid-hand = Your hand, in this order: { $cards }
oldmaid-draw = Draw card { $place }
oldmaid-choose = Which card of your left neighbour?

# Trophies
oldmaid-trophy-first = Granny’s Guest
oldmaid-trophy-first-about = Play a game (computers count, too)
oldmaid-trophy-first-sign = OM
oldmaid-trophy-escape = Never an Old Maid
oldmaid-trophy-escape-about = Get rid of the joker { $target } games in a row
oldmaid-trophy-escape-sign = E
