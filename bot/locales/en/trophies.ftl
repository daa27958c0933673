# Trophies (docs/TROPHIES.md): what people read of them, and those of all games

button-stats = Statistics
button-trophies = Trophies
trophy-own = 🎖 Trophy earned: **{ $trophy }** · { $about }
trophy-names = 🎖 Earned: **{ $trophies }**
trophy-more = 🎖 and { $count ->
    [one] one more trophy
   *[other] { $count } more trophies
}
trophy-named = 🎖 { $names } { $count ->
    [one] earns
   *[other] earn
} **{ $trophy }**{ $first ->
    [yes] , the first here to do so
   *[no] { "" }
}
trophies-title = ## 🎖 { $name }
trophies-total = { $won } of { $all } trophies
trophies-common = All games together
trophies-kind = Which game’s trophies
trophies-won = **{ $trophy }** · { $date }
trophies-open = { $trophy } · { $count } of { $target }
trophies-about = -# { $about }
trophies-about-here = -# { $holders }/{ $people } · { $about }
trophies-foot = Only games among people count, at most three a day with the same person. Trophies are the same on every server.
trophies-foot-here = x/{ $people }: { $people ->
    [one] whether the one person who has played here has it.
   *[other] how many of the { $people } people who have played here have it.
 } Only games among people count, at most three a day with the same person. Trophies are the same on every server.
trophies-alt = { $trophy } ({ $is_won ->
    [yes] won
   *[no] not yet won
})
settings-trophies = **Trophies**
settings-trophies-about = Whether a game’s message names the rarest trophy that it brought
settings-trophies-yes = Name the rarest
settings-trophies-no = Don’t mention trophies

common-trophy-people = Shuffle Up
common-trophy-people-about = Play a game with another person
common-trophy-people-sign = SU
common-trophy-win = On the Board
common-trophy-win-about = Win a game
common-trophy-win-sign = OB
common-trophy-table = Full House
common-trophy-table-about = Play a game with six or more people
common-trophy-table-sign = FH
common-trophy-games = Dealer’s Choice
common-trophy-games-about = Play { $target } different games
common-trophy-games-sign = DC
common-trophy-days = The Regular
common-trophy-days-about = Play on { $target } different days
common-trophy-days-sign = R
common-trophy-row = On a Heater
common-trophy-row-about = Win { $target } games in a row
common-trophy-row-sign = H
common-trophy-faces = New Faces
common-trophy-faces-about = Play with { $target } different people
common-trophy-faces-sign = NF
common-trophy-hand = Old Hand
common-trophy-hand-about = Play { $target } games
common-trophy-hand-sign = OH
common-trophy-crowns = Five Crowns
common-trophy-crowns-about = Win { $target } different games
common-trophy-crowns-sign = 5
common-trophy-beaten = Table Captain
common-trophy-beaten-about = Beat { $target } different people
common-trophy-beaten-sign = TC
common-trophy-hundred = Card Sharp
common-trophy-hundred-about = Win { $target } games
common-trophy-hundred-sign = CS
common-trophy-seasons = For All Seasons
common-trophy-seasons-about = Play in { $target } different months
common-trophy-seasons-sign = FS
