# 続けて遊んだゲーム: 途中の成績と、終わったあとのまとめ

evening-score = 🌙 ここまで: { $scores }
evening-share = { $name } { $won }勝{ $right ->
    [0] {""}
   *[other] (🔮 { $right })
}
evening-count = { $games }ゲーム中{ $won }勝{ $right ->
    [0] {""}
   *[other] {" "}· 予想{ $right }回的中
}
evening-games = 今日は{ $games }ゲーム
evening-title = 🌙 今日のまとめ
evening-when = { $date } · { $games }ゲーム
evening-person = { $name }: { $games }ゲーム中{ $won }勝{ $right ->
    [0] {""}
   *[other] 、予想{ $right }回的中
}
evening-won = { $game }{ $count ->
    [1] {""}
   *[other] ×{ $count }
}
evening-duel = 🤺 最長の一騎打ち · { $first }と{ $second } · { $count }手の応酬
evening-of = { $date } · { $scores }
evening-open = 今日のまとめを見る…

rematch-waiting = 参加しました。全員が**{ $rematch }**を押すと、すぐに始まります。来られない人がいるときは、ホストが開始します。誰がそろったかは募集のメッセージで見られます。
rematch-soon = 参加しました。まもなく始まります。
lobby-rematch = 呼ばれた人がそろうと、すぐに始まります。
lobby-opened = このチャンネルで募集を始めました。
