# How much time a turn has, and people who are away.

clock-evening = Relaxed · 3 minutes a turn
clock-blitz = Blitz · 45 seconds a turn
clock-week = Week · 24 hours a turn
clock-none = No limit
lobby-clock = -# ⏱️ Clock: { $clock }
options-clock = Clock
options-clock-about = If your time for a move runs out, you get extra time of the same length, once a game. After that a computer player moves for you until you’re back. With no limit, the others can let one do so after a day without a move.

ping-half-time = ⏳ { $people }, half of your time for this move in { $game } is gone. The rest ends { $when }.
ping-then-extra-time = After that you have extra time of the same length, once a game.
ping-then-away = After that a computer player moves for you until you’re back.
ping-extra-time = ⌛ { $people }, you are in extra time in { $game } (once a game): it ends { $when }. After that a computer player moves for you until you’re back.
away-counts = Players who are away keep their result if they made at least half of their decisions; otherwise they come last.

table-extra-time = ⌛ { $seat } is in extra time, which everybody has once a game.
table-idle = ⌛ { $seat } hasn’t moved for a day. No clock runs here, but under **{ $more }**, **{ $acts }** you can decide that a computer player moves for them.
log-pause-over = The pause is over.
table-away = 💤 { $standin } moves for { $seat }, who is away.
table-deserted = 💤 { $names } { $count ->
    [one] is
   *[other] are
} away, so the game waits. **I’m back** lets it go on; if nobody comes, it is closed { $when }{ $counts ->
    [yes] , and everybody still in it counts as having left.
   *[no] .
}
panel-away = 💤 You’re away: { $standin } moves for you. Make a move, or tap **I’m back**, and the seat is yours again.
panel-away-waits = 💤 The game waits for you. It goes on when you { $may_move ->
    [yes] make a move
   *[no] tap **I’m back**
}.
button-back = I’m back
button-back-named = I’m back ({ $name })
not-away = Nobody moves for you: the seat is yours.

stand-in-name = { $number ->
    [0] Tama
    [1] Pochi
    [2] Kitsune
    [3] Tanuki
    [4] Usagi
    [5] Kame
    [6] Hato
    [7] Tora
    [8] Saru
   *[other] Koma
}
