# Games that follow each other: the score, and what is told when nobody goes on.

evening-score = 🌙 So far: { $scores }
evening-share = { $name } { $won }{ $right ->
    [0] {""}
   *[other] {" "}(🔮 { $right })
}
evening-count = won { $won } of { $games }{ $right ->
    [0] {""}
    [one] {" "}· 1 right guess
   *[other] {" "}· { $right } right guesses
}
evening-games = { $games ->
    [one] Our evening: 1 game
   *[other] Our evening: { $games } games
 }
evening-title = 🌙 Our evening
evening-when = { $date } · { $games } games
evening-person = { $name }: won { $won } of { $games }{ $right ->
    [0] {""}
    [one] , 1 right guess
   *[other] , { $right } right guesses
}
evening-won = { $game }{ $count ->
    [1] {""}
   *[other] {" "}×{ $count }
}
evening-duel = 🤺 Longest duel · { $first } and { $second } · { $count } moves in a row
evening-of = { $date } · { $scores }
evening-open = Our evening …

rematch-waiting = You’re in. The game begins as soon as everybody has tapped **{ $rematch }**. If somebody can’t, the host starts it. The lobby’s message shows who is in.
rematch-soon = You’re in. The game begins right away.
lobby-rematch = Begins by itself as soon as everybody who was invited is here.
lobby-opened = The lobby is open in this channel.
