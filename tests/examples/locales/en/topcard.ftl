topcard-name = Top Card
topcard-pitch = Play a card each; the highest takes the trick
topcard-begin = The first trick.
topcard-played = { $seat } plays { $card }.
topcard-taken = { $seat ->
    [you] You take
   *[other] { $seat } takes
 } the trick with { $card }.
topcard-seat = { $tricks ->
    [one] { $tricks } trick
   *[other] { $tricks } tricks
}
topcard-your-hand = Your hand
topcard-hand = Your hand: { $cards }
topcard-play = Play { $card }
topcard-choose = Which card do you play?
