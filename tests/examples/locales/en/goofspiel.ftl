goofspiel-name = Goofspiel
goofspiel-pitch = Bid for the prizes in secret; everybody has the same thirteen cards, and each can be bid once
goofspiel-option-prizes = Prizes
goofspiel-option-prizes-shuffled = in any order
goofspiel-option-prizes-falling = the highest first
goofspiel-option-prizes-about = Nobody knows which prize comes next, or everybody does: from the king down to the ace.
goofspiel-begin = Everybody bids for the first prize.
goofspiel-bid = { $seat } has bid.
goofspiel-won = { $seat ->
    [you] You win
   *[other] { $seat } wins
 } { $prizes }: the bids were { $bids }.
goofspiel-nobody = Nobody alone bid highest ({ $bids }), so { $prizes } stays for the next round.
goofspiel-prizes = Prizes
goofspiel-to-come = { $count } to come
goofspiel-seat = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
goofspiel-your-hand = Your hand
goofspiel-hand = { $is_in ->
    [0] Your hand: { $cards }
   *[other] You have bid { $bid }. Left in your hand: { $cards }
}
goofspiel-move = Bid { $card }
goofspiel-choose = What do you bid for { $prizes }?
