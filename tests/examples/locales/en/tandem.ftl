tandem-name = Tandem
tandem-pitch = Two against two, and a team is only as strong as the weaker of its two cards
tandem-begin = The first trick.
tandem-played = { $seat } plays { $card }.
tandem-taken = { CAPITAL($names) } take the trick with { $cards }.
tandem-seat = team { $team } · { $tricks ->
    [one] { $tricks } trick
   *[other] { $tricks } tricks
}
tandem-your-hand = Your hand
tandem-hand = Your hand: { $cards }
tandem-play = Play { $card }
tandem-choose = Which card do you play?
tandem-over = Tricks: { $tricks } to { $others }.
