# The hand of the day.
command-daily-name = daily
command-daily-description = The hand of the day
command-daily-what = what
command-daily-what-about = Today’s hand, your result for everybody to see, the board of this server, or days you missed
daily-what-today = Today’s hand
daily-what-share = Share my result
daily-what-board = Board of this server
daily-what-missed = Days I missed

daily-heading = 🎴 **Hand of the day { $number }** · { $emoji } { $game } · { $stars } { $count ->
    [1] easy
    [2] medium
   *[other] hard
}
daily-heading-short = 🎴 **Hand { $number }** · { $emoji } { $stars } · which move is best?
daily-none = There is no hand of the day for that date. More hands come with the next version.
daily-not-yet = That day hasn’t begun yet.

daily-task = { $turn } { $one_loser ->
    [yes] Which move loses least often?
   *[no] Which move most often finishes ahead?
} You have one try.
daily-best = { $sign } **Best!** Your move: { $move }
daily-close = { $sign } **Close.** Your move: { $move }
daily-costly = { $sign } **Costly.** Your move: { $move }
daily-best-move = The best move: { $move }
daily-worth =
    { $one_loser ->
        [yes] How often you don’t lose, in { $times } games from here:
       *[no] How often you finish ahead of each of the others, on average, in { $times } games from here:
    }
    { $best }% with the best move
    { $other }% with yours
daily-worth-rival =
    { $one_loser ->
        [yes] How often you don’t lose, in { $times } games from here:
       *[no] How often you finish ahead of each of the others, on average, in { $times } games from here:
    }
    { $best }% with the best move
    { $other }% with the next best: { $move }
daily-worth-close =
    { $one_loser ->
        [yes] How often you don’t lose, in { $times } games from here:
       *[no] How often you finish ahead of each of the others, on average, in { $times } games from here:
    }
    { $best }% with the best move
    about { $limit } to { $best }% with yours (an estimate)
daily-worth-costly =
    { $one_loser ->
        [yes] How often you don’t lose, in { $times } games from here:
       *[no] How often you finish ahead of each of the others, on average, in { $times } games from here:
    }
    { $best }% with the best move
    less than { $limit }% with yours (an estimate)
daily-theme-lie = 🤥 Here a bluff is right.
daily-theme-sure = 💯 It wins for certain.
daily-why = 💡 Why: { $reason }
daily-why-known = 💡 What you could know: { $reason }
daily-why-best = 💡 For the best move: { $reason }
daily-why-own = 💡 About yours: { $own }
daily-why-both =
    💡 The best move: { $reason }
    💡 Yours: { $own }
daily-truth-lie = 🔎 The truth: { $seat }’s claim was **false**. These were the cards.
daily-truth-true = 🔎 The truth: { $seat }’s claim was **true**. These were the cards.
daily-truth-cards = 🔎 The truth: these were everybody’s cards.

daily-crowd-first = You are the first to answer.
daily-crowd = **How { $people } people answered**
daily-crowd-line = { $sign } { $percent }% · { $move }
daily-crowd-mine = { $sign } { $percent }% · { $move } ← you
daily-streak = 📈 { $days ->
    [one] 1 day
   *[other] { $days } days
} in a row · longest { $longest }
daily-late = 📅 That day is over, so this answer brings no points and adds nothing to your streak.
daily-known = 📅 You could know the solution before this answer, so it brings no points and adds nothing to your streak.
daily-next = -# Next hand <t:{ $at }:R>

button-daily-share = Share
button-daily-board = Board
button-daily-missed = Missed days
button-daily-try = Try it yourself
button-daily-open = Play
button-daily-day = Hand { $number } · { $date } · { $game }

daily-share = 🎴 Hand { $number } { $emoji } { $stars } { $sign }
daily-share-streak = 🎴 Hand { $number } { $emoji } { $stars } { $sign } · 📈 { $days } days in a row
daily-share-late = 🎴 Hand { $number } { $emoji } { $stars } { $sign } · 📅 later
daily-share-by = { $name }: { $line }
daily-share-nothing = You haven’t answered today’s hand yet. Play it with { COMMAND("daily") }.
daily-shared = Shared.

daily-board-title = ## 🎴 Hand of the day · { $month }
daily-board-empty = Nobody here has answered this month. { COMMAND("daily") } shows today’s hand.
daily-board-row = { $place } { $name } · { $points ->
    [one] 1 point
   *[other] { $points } points
} · { $answers ->
    [one] 1 hand
   *[other] { $answers } hands
} · 📈 { $days }
daily-board-foot = Best move: 3 points; close: 1 point. 📈 Days in a row
daily-missed = **Days you missed.** You can still play them.
daily-missed-rest = { $counting ->
    [0] They
   *[other] The others
} bring no points and add nothing to your streak.
daily-still-counts = 📅 Hand { $number } still counts until <t:{ $at }:f>.
daily-missed-none = You haven’t missed a day.

daily-post = { $heading }
    What would you play? Your answer stays private.
daily-solution = **Solution:** { $heading }
    ||Best: { $move }||
daily-solution-why = ||💡 { $reason }||
daily-solution-shares = { $people ->
    [one] 1 person answered
   *[other] { $people } people answered
}: { $shares }

button-settings-daily = Hand of the day
settings-daily = **Hand of the day** in a channel
settings-daily-about = A new hand every day, with the solution of the last hand that nobody can score with any more. It pings nobody. Without a channel there is no post; { COMMAND("daily") } works all the same.
settings-daily-none = No post
settings-hour = **Hour** of the post
settings-hour-about = In the time zone of this server (page *Scores*).
settings-hour-at = { $hour }:00
