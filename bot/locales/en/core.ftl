# Texts that every game shares.

# Lists and cards

list-comma = {", "}
list-last = {" and "}
joker = Joker
no-cards = none

# Ranks in a sentence: `{ RANK($rank) }` prints “ace”, `{ RANKS($rank) }` “aces”, and `{ CAPITAL(RANK($rank)) }`
# “Ace”, where a sentence or a button begins. What is on a card stays as it is: `{ $rank }` prints “A”.

rank-one = { $rank ->
    [A] ace
    [K] king
    [Q] queen
    [J] jack
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
   *[other] { $rank }
}
rank-many = { $rank ->
    [A] aces
    [K] kings
    [Q] queens
    [J] jacks
    [1] ones
    [2] twos
    [3] threes
    [4] fours
    [5] fives
    [6] sixes
    [7] sevens
    [8] eights
    [9] nines
    [10] tens
   *[other] { $rank }s
}

suit-standard-s = spades
suit-standard-h = hearts
suit-standard-d = diamonds
suit-standard-c = clubs
suit-mahjong-m = characters (man) 萬
suit-mahjong-p = circles (pin) 筒
suit-mahjong-s = bamboos (sou) 索
suit-mahjong-z = honours 字
suit-tesca-k = wood 木
suit-tesca-h = fire 火
suit-tesca-m = water 水
suit-tesca-y = yin-yang 陰陽
suit-tomoe-r = red dango
suit-tomoe-a = blue dango
suit-tomoe-g = green bamboo
suit-tomoe-o = orange bamboo
suit-tomoe-k = black cord
suit-tomoe-p = purple cord

# Cards whose signs not everybody can read: their names; for mahjong, also the sign that is on the card

card-tomoe-r = red{"\u00A0"}{ $rank }
card-tomoe-a = blue{"\u00A0"}{ $rank }
card-tomoe-g = green{"\u00A0"}{ $rank }
card-tomoe-o = orange{"\u00A0"}{ $rank }
card-tomoe-k = black{"\u00A0"}{ $rank }
card-tomoe-p = purple{"\u00A0"}{ $rank }
card-tomoe-au = gold
card-tomoe-ag = silver
card-tomoe-cu = bronze
card-mahjong-m = { $rank }{"\u00A0"}man{"\u00A0"}萬
card-mahjong-p = { $rank }{"\u00A0"}pin{"\u00A0"}筒
card-mahjong-s = { $rank }{"\u00A0"}sou{"\u00A0"}索
card-tesca-k = wood{"\u00A0"}{ $rank }{"\u00A0"}木
card-tesca-h = fire{"\u00A0"}{ $rank }{"\u00A0"}火
card-tesca-m = water{"\u00A0"}{ $rank }{"\u00A0"}水
card-tesca-taikyoku = taiji{"\u00A0"}{ $rank }{"\u00A0"}太極
card-tesca-yang = yang{"\u00A0"}{ $rank }{"\u00A0"}陽
card-tesca-yin = yin{"\u00A0"}{ $rank }{"\u00A0"}陰
card-mahjong-1z = east{"\u00A0"}東
card-mahjong-2z = south{"\u00A0"}南
card-mahjong-3z = west{"\u00A0"}西
card-mahjong-4z = north{"\u00A0"}北
card-mahjong-5z = white{"\u00A0"}dragon{"\u00A0"}白
card-mahjong-6z = green{"\u00A0"}dragon{"\u00A0"}發
card-mahjong-7z = red{"\u00A0"}dragon{"\u00A0"}中

# Computer players

level-easy = Easy
level-normal = Normal
level-hard = Hard
level-expert = Expert
computers-title = ### Computer players
computers-fill = **Fill up to { $count } players** · how strong?
computers-add = **One more** · how strong?
computers-ready = Everything is set: **Start** deals the cards.
computers-tempers = -# The sign after a name is a temperament, not a strength: 🔥 bold (challenges often, calls high) · 🐢 careful (mostly tells the truth) · 🦊 tricky (often makes things up, and believes others)
computers-tempers-short = -# Computers: 🔥 bold · 🐢 careful · 🦊 tricky
computer-names = Sora, Momo, Kuma, Hoshi, Taro, Yuki, Neko, Riku, Mika, Fuji, Koto, Nami

# The lobby

lobby-title = ## { $emoji } { $game }
lobby-closed-title = { $game }: this lobby is closed.
lobby-seats-exactly = **Seats** · { $count } of { $most } taken
lobby-seats = **Seats** · { $count } taken, for { $least ->
    [0] up to { $most }
   *[other] { $least } to { $most }
} players
lobby-team = **Team { $number }**
lobby-seat = • { $name }
lobby-seat-host = • { $name } 🔑 host
lobby-seat-asked = • { $name } · ⏳ no answer yet
lobby-seat-computer = • { $name } · { $level }
lobby-option = -# { $option }: { $value }
lobby-minutes = about { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
} with { $people ->
    [one] 1 person
   *[other] { $people } people
}{ $computers ->
    [0] {""}
    [one] {" "}and 1 computer
   *[other] {" "}and { $computers } computers
}
lobby-ready = Ready: the host can press **Start**.
lobby-ready-or = Ready: the host can press **Start**. If the host is gone for ten minutes, anybody seated can.
lobby-asking =
    { $count ->
        [0] Everybody has answered: the game begins.
       *[other] **Still there?** If you’re marked ⏳, please tap **I’m here**. The game begins when everybody has answered, or { $left } with computer players in the seats without an answer.
    }
lobby-asks = People are being asked whether they’re still there. The game begins by itself, within two minutes.
presence-call = { $people }: { $host } is starting { $game }. **Still there?** Please tap **I’m here**, or a computer player takes your seat { $left }.
presence-here = Great, you’re in! Your hand comes up here when the game begins.
presence-known = You needn’t do anything: nobody is waiting for your answer.
lobby-host-gone =
    { $ready ->
        [yes] The host hasn’t tapped anything here for ten minutes: anybody seated can press **Start**.
       *[other] { $status } The host hasn’t tapped anything here for ten minutes: anybody seated can take over (**{ $more }**).
    }
button-take-over = Become the host
lobby-swapped = You’ve changed seats.
lobby-left = You’ve left the table.
lobby-cancelled = The lobby is closed.
lobby-page-started = { $game } has begun: tap **{ $hand }** on the table’s message{ $thread ->
    [none] , below
    [soon] {" "}in its thread
   *[other] {" "}in { $thread }
}.
lobby-page-done = Done. The lobby’s message, above, shows it.
lobby-needs-more = { $missing ->
    [one] One more player is needed
   *[other] { $missing } more players are needed
} to start; computers count.
lobby-options-clash = These options don’t go with this number of players. The host can change them.
lobby-not-published = The lobby’s message doesn’t show everybody who sits here yet. Please press **{ $start }** again.
lobby-started = { $emoji } **{ $game }** has begun: { $names }
lobby-in-thread = -# Place: a thread of its own
lobby-no-thread = -# I couldn’t open a thread here, so you play in this channel. A thread needs the permissions **Create Public Threads** and **Send Messages in Threads**.
lobby-unanswered = Invited, no answer yet: { $people }
lobby-declined = { $name }: not now
lobby-told = -# 🔔 { $people } asked to be notified.
invitation = { $people }: { $host } invites you to a table of { $game }.
invitation-joined = You’re in: the lobby is open in this channel.
invitation-declined = I’ll let them know. If you change your mind, **{ $join }** is still there.
thread-name = { $game } · { $names }
thread-over = { $emoji } **{ $game }** is over: { $first } won. { $names } played.
thread-broken-off = { $emoji } **{ $game }** was closed without a result: { $names }
fair-text = ## Is it fair?
    The cards follow from a secret, drawn when the lobby opened, and from numbers that Discord gave to your taps: each person’s **Join**, and the lobby’s last change. So nobody can choose them.
    Before the deal, a seal of all this and of the options is shown in the channel, so nothing can be exchanged later.

    Seal: `{ $seal }`
    The secret’s hash: `{ $commitment }`
    Table: `{ $table }`
fair-join = Your number: `{ $join }`, from { $when }. Keep it: the record must have it.
fair-no-join = You weren’t seated when the cards were sealed, so no number of yours is in the shuffles.
fair-after = After the game, **Record** has the secret, all numbers and every move; `tefuda verify` shuffles again from them.

options-outcome = As it is set now: { $outcome }
options-title = ## Options
options-hand-over = Make somebody else the host
options-host-is = Host: { $name }
options-clashed = Not all of these choices go together. This is what’s set now:
options-also = Also
options-also-watching = Players who are out see all hands
options-also-hints = Hints
options-venue = Where to play
options-venue-channel = Play in this channel
options-venue-thread = Play in a thread of its own
options-invite = Invite up to 7 members
another-title = Which game next? Everybody who played is invited.
another-title-meanwhile = Which game meanwhile? Everybody else who is out is invited.
another-choose = Choose a game

# Buttons

button-join = Join
button-computers = + Computers
button-change-seat = Change seat
button-leave = Leave
button-rules = Rules
button-remove-computer = Remove one
button-clear-computers = Remove all
button-options = Options
button-all-options = All options
button-more = More…
help-now = Play now with computers
button-explain = Rules of a game
button-done = Done
button-fair = Fair?
button-start = Start
button-cancel = Close the lobby
button-hand = My hand
button-guide = Hand list
button-look = Table
button-look-back = Back to my hand
button-go-on = Next
extras-title = ## More about this game
button-log = Log
button-confirm = Confirm: { $move }
button-back-a-step = Back
button-leads-on = { $label }…
number = { $number }
number-range = { $first }–{ $last }
menu-to = { $named } … { $last }
menu-headed = { $heading }: { $named }
menu-first = { $named } …
menu-others = { $count } more …
menu-and-others = { $named } + { $count } more …
menu-and-more = { $named } … ({ $count } in all)
menu-cards = { $most ->
    [one] Pick a card
   *[other] { $least ->
        [1] Pick up to { $most } cards
       *[other] Pick { $most } cards
    }
}
button-record = Record
button-replay = Replay
button-share = Share
button-rematch = Rematch
button-acts = Game…
button-pause = Pause
button-resume = Resume
button-take-seat = Take { $name }’s seat
button-resign = Leave the game
button-resign-yes = Leave
button-stay = Stay
button-acts-back = Back
button-watch = Watch with all hands
button-hints-on = Hints: on
button-hints-off = Hints: off
button-watching-on = Watching: all hands
button-watching-off = Watching: no hands
button-open-lobby = Open a table
button-another = Another game
button-not-now = Not now
button-notify = 🔔 Notify me
button-stop-telling = Stop notifying me

# The table and the private panel

table-title = { $emoji } { $game }
table-option = { $option }: { $value }
table-turn = { $count ->
    [one] 👉 It’s { $names }’s turn
   *[other] 👉 Still to choose: { $names }
}
table-broken = This game was closed because its moves can’t be followed any more (table { $table }). Nobody’s score has changed, sorry.
table-set-aside = This game is on hold: I can’t follow its moves at the moment, sorry. Nothing is lost, and it goes on here once that is fixed. Meanwhile you can open another table. The bot’s owner can look it up by this number: `{ $incident }`
table-game-missing = This game is on hold: { $game } is not installed on this bot at the moment, sorry. Nothing is lost, and it goes on here once the game is back. Meanwhile you can open another table. The bot’s owner can look it up by this number: `{ $incident }`
game-not-installed = { $game } (not installed any more)
table-unsaid = Something can’t be shown here, sorry. The game itself is fine: moves can be typed with { COMMAND("move") }.
stamp-true = True!
stamp-lie = Lie!
picture-turn = { $title } · to play
picture-backs = { $count ->
    [one] 1 card face down
   *[other] { $count } cards face down
}
picture-note = { $title } ({ $note })
picture-caption = { $card } ({ $caption })
picture-between = { " | " }
picture-hand = hand
picture-open = open
picture-hot = [{ $card }]
picture-new = new: { $card }
picture-legend = [ ]: framed in the picture
picture-won = { $title }{ $kind ->
    [judgement] {" "}was right
    [contest] {" "}· won this one
   *[game] {" "}· won
}
picture-leader = { $title } · leading
# Somebody's place at the end, before their name.
picture-place = { $place }. { $title }
result-score = score { $score }
result-won = 🏆 { $count ->
    [one] { $names ->
        [you] You win!
       *[other] { $names } wins!
    }
   *[other] { CAPITAL($names) } share the win!
}
result-lost = 💥 { $seat ->
    [you] You lose
   *[other] { $seat } loses
}; everybody else wins!
result-other = { $place } { $name } ({ $score })
result-own = You: { $place } · { $score }
result-own-lost = You: { $score }
# The reader has won with all others but one.
result-won-among = 🏆 You win! { $loser } loses.
result-own-among = 🥇 You ({ $score }) · 💥 { $loser } ({ $lost })
result-tie = 🤝 A tie: nobody wins!
result-place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
result-rating = rating { $change } → { $rating }
highlight-bluff = 🤥 Best bluff · { $seat } · “{ $claim }” (nobody saw through it)
highlight-bluff-title = Best bluff of the game · { $seat }
highlight-catch = ⚡ Best catch · { $seat } saw through { $other } · “{ $claim }”
highlight-catch-title = Best catch of the game · { $seat }
highlight-stood = 🪨 Challenged, but true · { $seat } · “{ $claim }”
highlight-stood-title = Challenged, but true · { $seat }
tale-says = { $seat } says
tale-thinks = { $seat }’s answer
tale-lay = What was there
tale-seat = { $seat }
tale-said = “{ $said }”
tale-sign = Tefuda 手札
ping = { $people }, your turn in { $game }!
panel-turn = ## Your turn
panel-turn-short = Your turn
panel-stopped = The match is over.
panel-waiting = Waiting for { $names }
panel-table-in-thread = The table is in { $thread }.
panel-rests = ⏳ Not your turn yet. The table shows what the others play.
strip-you = **You**
strip-seat = { $turn ->
    [yes] 👉{" "}
   *[no] {""}
}{ $name }{ $note ->
    [none] {""}
   *[other] {"\u00A0"}{ $note }
}{ $said ->
    [none] {""}
   *[other] : { $said }
}
strip-disc = { $ink ->
    [red] 🔴
   *[blue] 🔵
}{ $count }
strip-equal = { $names } · all have { $note }
strip-equal-figures = Each { $note } · { $names }
# What the players have said in this round or hand, in order.
claims-line = -# 🗣️ { $claims }
claims-one = { $who ->
    [you] You
   *[other] { $name }
}: { $claim }
claims-earlier = … ({ $count } more)
panel-stakes = -# ⚖️ { $stakes }
standing-number = { $points }
stakes-standing = { $kind ->
    [ahead] You lead with { $own }; next: { $seats } ({ $best }).
    [level] You share the lead with { $seats } ({ $own } each).
   *[behind] { CAPITAL($seats) } { $count ->
        [one] leads
       *[other] lead
    } with { $best }; you have { $own }.
}
panel-stakes-loud = ❗ **{ $stakes }**
panel-warning = ⚠️ { $warning }
reader = you
panel-said = ⚠️ { $said }
panel-tip = ℹ️ { $tip }
panel-forced = Played for you, as there was only one choice: { $move }
panel-drew = You drew { $cards }.
panel-afterwards = After that: { $told }
panel-both = { $first } { $second }
panel-out = ## You finished { NUMBER($place) ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $place }th
    } of { $seats }
    You can keep watching here until the end.
panel-meanwhile = **Meanwhile:**
panel-meanwhile-guess = 🔮 Is it true? Guess what they claim. Right guesses count for this evening, and the result names the best.
panel-meanwhile-watch = 👀 See all hands. Afterwards you can’t guess any more.
panel-meanwhile-play = 🎴 Another game with the others who are out. This one goes on, and its rematch waits for you.
panel-left = ## You’re done
    { $told } You can keep watching here until the end.
log-title = ### Log
log-before = … and { $count } earlier
log-replaced = { $seat } plays on from here.
seat-for = { $name } (for { $who })
seat-for-nobody = { $name } (for somebody who left)
table-paused-by = ⏸️ **Paused** by { $names }. The game resumes by itself { $when }.
table-paused-now = ⏸️ **Paused.** The game resumes by itself { $when }.
log-taken = { $seat } takes over a seat.
watch-title = ## All hands open
lobby-hints-on = -# Hints: on
lobby-watching-off = -# Players who are out can’t watch the other hands

# Kind answers when something cannot be done

lobby-full = All seats are taken.
lobby-closed = This lobby is closed.
lobby-no-computer = There are no computer players to remove.
lobby-no-such-option = That option can’t be chosen any more.
only-host = Only the host can do that.
no-threads-here = A thread of its own isn’t possible here.
no-bots-invited = Bots can’t be invited. **+ Computers** seats computer players.
menu-invite = Invite to a table
menu-watch = Watch
menu-no-table = That isn’t a message of an open table. Choose a message with a table on it.
watch-in-channel = This game is watched in its own message.
invite-oneself = You can’t invite yourself. { COMMAND("play") } opens a table, at which you sit.
invite-which-game = ## Invite { $who }
    You have no open lobby here. For which game shall one be opened?
invite-done = { $who } is invited to your lobby of { $game } in { $channel }.
not-invited = You haven’t been invited to this table. **{ $join }** is open to everybody.
too-many-guests = At most { $most } members can be invited to a table.
not-at-table = You’re not sitting at this table.
spectator-offer = { $guess ->
    [yes] Watching is open to everybody: guess whether claims are lies.
   *[no] You can watch.
}
not-at-table-other = That person isn’t sitting at this table.
no-such-table = This table doesn’t exist any more.
not-started = The game hasn’t begun yet.
not-your-turn = It’s { $names }’s turn, not yours.
nobodys-turn = It’s nobody’s turn just now: cards are being dealt.
already-played = It’s somebody else’s turn, or you’ve already played.
stale-button = The game has moved on. Take another look at your hand.
already-left = You’ve already left this game.
game-is-over = This game is over.
move-several = Several moves have that name: { $moves }. Pick one of the suggestions.
move-named = “{ $name }”
move-would-be = I don’t understand that move. You can type it like one of these: { $moves }. **{ $hand }** has all of them.
move-not-legal = That move isn’t allowed now. These are, for example: { $moves }. **{ $hand }** has all of them.
move-example = `{ $typed }` ({ $name })
unexpected-error = Something went wrong on my side, sorry. Nothing is lost; please try again. If it happens again, tell the bot’s owner this number: `{ $incident }`
not-written = I can’t save anything at the moment. Nothing was lost; please try again in a minute.
not-written-retried = I can’t save your move at the moment. Nothing was lost; I’ll try again by myself.
restarting = I’m just restarting. Nothing is lost; please try again in a moment.
shut-out = I can’t update the table in this channel any more. Someone who manages the channel can give me: **{ $permissions }**. Until then, play on in here.
shut-out-yours = I can’t update the table in this channel any more. You manage it: please give me **{ $permissions }**. Until then, play on in here.
already-joined = You’re already sitting at this table. **{ $more }** lets you leave it.
cards-not-together = Those cards don’t go together. Please choose again.
reveal-first = The cards are still being shown. Try again in a few seconds.
result-not-public = A table is just showing cards. Look again in a few seconds.
not-over-yet = The game is still going on; this comes when it is over.
records-not-shared = On this server only those who played get the record.
table-paused = The game is paused. Tap **{ $resume }** at the table to go on.
act-not-possible = That vote is no longer open.
act-not-yours = Only the host and those who still play can decide that.
seat-is-taken = This seat isn’t free any more.
seat-not-for-you = You’ve already sat in this game and know some of its cards, so you can’t take another seat in it.
watching-not-yours = Only players of this game who are out can see all hands, if the table allows it. If you left a game that still counts, you see them when it is over, or when everybody agrees.
no-table-of-yours = You’re not in a running game here. Open one with { COMMAND("play") }.
no-table-here = There is no game in this channel. Open one with { COMMAND("play") }.
only-in-servers = Games are played in servers. Add me to one and type { COMMAND("play") } there.
not-in-this-channel = Games aren’t played in this channel; please try another one.
cannot-write = I can’t write here. { $advice } Then try again.
cannot-write-private = Add me to this private thread: mention me in it ({ $bot }).
cannot-write-locked = The thread is locked; a moderator can unlock it.
cannot-write-refused = Discord refuses my messages, although I have all permissions that I can see. A moderator can check what I may do in this channel.
shut-out-refused = I can’t update the table here any more. { $advice } Until then, play on in here.
missing-permissions = I lack permissions in this channel: **{ $permissions }**. A moderator can give them to me.
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-create-public-threads = Create Public Threads
permission-attach-files = Attach Files
permission-read-message-history = Read Message History

# Kind answers when something was done

handed-over = { $name } is the host now.
rematch-not-yours = Only those who played here can call for the next game. You can open a table of your own.
rematch-joined = You’re in: the next lobby is open in this channel.
resigned = You left this game of { $game }.
resign-stayed = Good, you stay in the game.
which-resign = ### Which game do you want to leave?
which-direct = [direct message]({ $address })
which-game = { $number }. { $game }
table-brought = { $count ->
    [one] Here is the table.
   *[other] Here are all { $count } tables.
}
table-not-brought = I can’t post the table: I may not write there. { $advice }
table-coming = Discord hasn’t taken my message yet. I keep trying.
table-in-thread = It’s being played in a thread: { $threads }
table-choice = { $game } · { $names }
button-signs = Signs
rules-signs = Signs in the pictures
signs-title = ### What the signs in pictures mean
signs-hot = Gold frame: this card counts now
signs-new = Red dot: this card is new here
signs-dim = Faded: this card can’t be used now
signs-turn = Gold ring, arrow: this player’s turn
signs-won = Crown: this player has won
signs-out = Empty disc: this player is out of the game
signs-leader = Flag: this player leads or deals
signs-hidden = Fan: hidden cards, and how many
signs-place = Medal: the place in this game
rules-chapters = Read on
rules-about = About the game
rules-example = A table in the middle of a game: { $said }
guide-title = ## Hands, from high to low
guide-row = { $number }. { $name }
record-title = Here is the record, `{ $file }`: every move, and the seed that proves the shuffles.
record-page = And the replay as a page for your browser, `{ $file }`: open it anywhere, keep it, put it on a blog.

# Commands

command-play-name = play
command-play-description = Open a table here
command-play-game = game
command-play-game-about = Which game?
command-play-invite1 = invite1
command-play-invite1-about = Somebody to invite
command-play-invite2 = invite2
command-play-invite2-about = Somebody to invite
command-play-invite3 = invite3
command-play-invite3-about = Somebody to invite
command-play-invite4 = invite4
command-play-invite4-about = Somebody to invite
command-play-invite5 = invite5
command-play-invite5-about = Somebody to invite
command-play-invite6 = invite6
command-play-invite6-about = Somebody to invite
command-play-invite7 = invite7
command-play-invite7-about = Somebody to invite
command-move-name = move
command-move-description = Type a move
command-move-move = move
command-move-move-about = Your move, such as “call pair K”; choose from the suggestions
command-move-table = table
command-move-table-about = Which table, if you sit at several
command-hand-name = hand
command-hand-description = Your hand, or all your games
command-hand-table = table
command-hand-table-about = Which table, if you sit at several
command-table-name = table
command-table-description = Bring the table to the bottom
command-rules-name = rules
command-rules-description = How a game is played
command-rules-game = game
command-rules-game-about = Which game?
command-resign-name = resign
command-resign-description = Leave a running game
command-resign-table = table
command-resign-table-about = Which table, if you sit at several
command-help-name = help
command-help-description = How to begin

hello-text = ### 🎴 Hello! I deal cards.
    Tap **{ $button }** for a game for practice, right here: your cards are dealt within seconds.
    - { COMMAND("daily") } is one decision a day.
    - On a server, { COMMAND("play") } opens a table for you and your friends.
    - { COMMAND("help") } explains the rest. I can’t follow what you write, so please use buttons and commands.
welcome-text = ## 🎴 Welcome to Tefuda
    Tap **Play now with computers** and your cards are dealt within seconds. To play with friends, type { COMMAND("play") }: they press **Join**, you press **Start**.
    New to a game? **Learn a game** takes you through it step by step.
which-now = ### Play now: which game?
    Computers take the other seats. Minutes include time to read.
now-game = { $emoji } **{ $game }**{ $difficulty ->
    [easy] {" "}· easy
    [medium] {" "}· medium
    [hard] {" "}· hard
   *[unknown] {""}
}{ $short ->
    [0] { $minutes ->
        [0] {""}
       *[other] {" "}· { $minutes }{"\u00A0"}min
    }
   *[other] { $first ->
        [yes] {" "}· first game { $short }{"\u00A0"}min
       *[no] {" "}· { $short } or { $minutes }{"\u00A0"}min
    }
}{ $begin ->
    [yes] {" "}· **begin here**
   *[no] {""}
}
game-aim = Aim: { $aim }
first-game = ### { $emoji } Your first game of { $game }
    { $pitch }

    { $difficulty ->
        [hard] Its rules are unusual. The lesson shows them in about 90 seconds.
       *[other] Shall we show you how it goes? The lesson takes about 90 seconds.
    }
button-lesson-first = Lesson · 90 seconds
begin-game = ### { $emoji } { $game }: how long?
button-begin = { $how }{ $minutes ->
    [0] {""}
   *[other] {" "}· { $minutes } min
}
begin-now = Play now
begin-short = Short game
begin-whole = Whole game
which-learn = ### Learn: which game?
which-explain = ### Rules: of which game?

help-text = ## 🎴 Tefuda
    { $place ->
        [direct] Card games from Japan. Here you practise against computer players; on a server you play with friends, too.
       *[channel] Card games from Japan, right in this channel: with friends, with computer players, or both.
    }

    1. { $place ->
        [direct] { COMMAND("play") } starts a game against computer players at once.
       *[channel] { COMMAND("play") } opens a table. Others press **Join**, **+ Computers** seats computer players, and the host presses **Start**.
    }
    2. **My hand** shows your cards to you alone. When it’s your turn, it asks one thing at a time; what you tap there is played, and **Back** goes a step back.
    3. You can also type moves: { COMMAND("move") } suggests them as you type.

    Computer players that bluff have temperaments, all about equally strong: 🔥 bold, 🐢 careful, 🦊 tricky.

    ### Commands
    { COMMAND("learn") } learn a game in three minutes
    { COMMAND("daily") } one decision a day, the same for everybody
    { COMMAND("rules") } read how a game is played
    { $place ->
        [direct] { COMMAND("hand") } show your hand again
       *[channel] { COMMAND("hand") } { COMMAND("table") } show your hand or the table again
    }
    { COMMAND("resign") } leave a running game
    { COMMAND("stats") } { COMMAND("history") } see your results, trophies and past games
    { COMMAND("privacy show") } see what is kept about you{ $place ->
        [direct] {""}
       *[channel] {"\u000A"}{ COMMAND("tournament") } hold a tournament or a league
        { COMMAND("notify") } hear about new tables
        { COMMAND("leaderboard") } see who wins most
        { COMMAND("settings") } for those who manage the server
    }

    ### The games
