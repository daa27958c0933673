# Tomoefuda

tomoe-name = Tomoefuda
tomoe-pitch = A trick game for three: the second strongest card wins

# Options

tomoe-option-games = Games
tomoe-option-games-about = How many games make a match; a shared first place adds three more.
tomoe-option-ace = Ones
tomoe-option-ace-1 = count as any trick
tomoe-option-ace-1_5 = count 1½
tomoe-option-ace-2 = count double
tomoe-option-ace-about = What a trick is worth when a card of rank 1 wins it.
tomoe-option-metals = Gold, silver, bronze
tomoe-option-metals-off = without
tomoe-option-metals-on = with the three metals
tomoe-option-metals-about = Three more cards, a suit of their own without a partner: 13 tricks, 4 hidden cards each.

# Refusals

tomoe-refusal-no-metals = { $card } is not in this deck: this table plays without metals.
tomoe-refusal-not-in-hand = You do not hold { $card }.
tomoe-refusal-follow-front = { $front } was led and you have it, so you have to follow: { $playable }.
tomoe-refusal-follow-back = You have no { $front }, so its partner { $due } has to be played: { $playable }.
tomoe-refusal-follow-metal = A metal was led and you have one, so you have to follow: { $playable }.

# The table

tomoe-headline-start = The cards are about to be dealt; { $seat } leads first.
tomoe-headline-lead = { $seat } leads trick { $number }.
tomoe-headline-led = { $seat } led { $card } · { $suits }
tomoe-headline-between = Game { $number } is over.
tomoe-headline-over = { $seats } wins the match.
tomoe-suits = front { $front }, back { $back }
tomoe-suits-metal = front: metals, no back suit
tomoe-progress = Game { $game } of { $games }, trick { $trick } of { $tricks }
tomoe-seat = { $won ->
    [one] { $won } trick
   *[other] { $won } tricks
} · total { $total } · { $hidden } hidden
tomoe-seat-played = { $card } · { $won ->
    [one] { $won } trick
   *[other] { $won } tricks
} · total { $total } · { $hidden } hidden
tomoe-row-trick = Trick
tomoe-row-last = Last trick
tomoe-note = { $won ->
    [one] { $won } trick
   *[other] { $won } tricks
}, { $hidden } hidden
tomoe-note-won = { $seat } won

# Who won a trick and why

tomoe-won = Trick { $number }: { $cards } – { $seat } wins with { $card }. { $why }
tomoe-won-ace = Trick { $number }: { $cards } – { $seat } wins with { $card }, worth { $points }. { $why }
tomoe-why-all-front = (甲: all of one suit, so the middle card)
tomoe-why-one-back = (乙: one back card on top, so the higher front card is second strongest)
tomoe-why-two-back = (丙: two back cards, so the lower of them is second strongest)
tomoe-why-one-lower = (丁: two front cards, so the lower of them is second strongest)
tomoe-why-two-lower = (戊: three different suits, so the strongest wins: the front card)
tomoe-why-lower-pair = (己: under { $led } lie two cards of one other suit, so the higher of them is second strongest)
tomoe-why-back-lower = (庚: three different suits, so the strongest wins: the back card)

# What happened

tomoe-event-dealt = Game { $number } of { $games } is dealt; { $seat } leads.
tomoe-event-played = { $seat } plays { $card }.
tomoe-event-played-hidden = { $seat } plays { $card } from the hidden hand.
tomoe-event-ended = Game { $number }: { $results }
tomoe-result = { $seat } { $points } (total { $total })
tomoe-event-extended = { $seats } share the lead: the match goes on to { $games } games.
tomoe-result-score = tricks: { $score }
tomoe-outcome = { $seats } took { $points } in { $games } games.
tomoe-outcome-extra = It took { $extra } extra games to break the tie.

# One's own hand

tomoe-no-hand = You hold no cards now.
tomoe-wait = It is { $seat }'s turn.
tomoe-must-lead = You lead: play any card.
tomoe-must-front = { $front } was led and you have it: only that suit may be played.
tomoe-must-back = You have no { $front }: its partner { $back } has to be played.
tomoe-may-any = You have neither { $front } nor { $back }: play any card.
tomoe-must-metal = A metal was led and you have one: only metals may be played.
tomoe-may-metal = A metal was led and you have none: play any card.
tomoe-playable = Playable: { $cards }
tomoe-open = Open hand: { $cards }
tomoe-hidden = Hidden hand: { $cards }
tomoe-unseen = Hidden with the others ({ $count }): { $cards }
tomoe-row-open = Open hand
tomoe-row-hidden = Hidden hand
tomoe-choose = Card to play
tomoe-card = { $card }
tomoe-play = Play { $card }
tomoe-detail = { $part ->
    [hidden] hidden hand
   *[open] open hand
}{ $role ->
    [front] , front suit
    [back] , back suit
    [lower] , lower suit
   *[lead] {""}
}
