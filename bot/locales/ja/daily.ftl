# 今日の一手。
command-daily-name = 今日の一手
command-daily-description = 今日の一手に挑む
command-daily-what = 内容
command-daily-what-about = 今日の一手、自分の結果を見せる、このサーバーの順位、解いていない日
daily-what-today = 今日の一手
daily-what-share = 結果を見せる
daily-what-board = このサーバーの順位
daily-what-missed = 解いていない日

daily-heading = 🎴 **今日の一手・第{ $number }問** · { $emoji } { $game } · { $stars } { $count ->
    [1] やさしい
    [2] ふつう
   *[other] 難しい
}
daily-heading-short = 🎴 **第{ $number }問** · { $emoji } { $stars } · 最善の手は？
daily-none = その日の問題はありません。次のバージョンで増えます。
daily-not-yet = その日はまだ始まっていません。

daily-task = { $turn }{ $one_loser ->
    [yes] 一番負けにくい手は？
   *[no] ほかの人より上になりやすい手は？
}答えは1回だけ。
daily-best = { $sign } **最善！** あなたの手: { $move }
daily-close = { $sign } **惜しい。** あなたの手: { $move }
daily-costly = { $sign } **悪手。** あなたの手: { $move }
daily-best-move = 最善手: { $move }
daily-worth =
    { $one_loser ->
        [yes] ここから{ $times }回ずつ対戦して、負けなかった割合:
       *[no] ここから{ $times }回ずつ対戦して、ほかの人より上の順位になった割合(1人あたりの平均):
    }
    最善手 { $best }%
    あなたの手 { $other }%
daily-worth-rival =
    { $one_loser ->
        [yes] ここから{ $times }回ずつ対戦して、負けなかった割合:
       *[no] ここから{ $times }回ずつ対戦して、ほかの人より上の順位になった割合(1人あたりの平均):
    }
    最善手 { $best }%
    次に良い手 { $other }% · { $move }
daily-worth-close =
    { $one_loser ->
        [yes] ここから{ $times }回ずつ対戦して、負けなかった割合:
       *[no] ここから{ $times }回ずつ対戦して、ほかの人より上の順位になった割合(1人あたりの平均):
    }
    最善手 { $best }%
    あなたの手 { $limit }〜{ $best }%(推定)
daily-worth-costly =
    { $one_loser ->
        [yes] ここから{ $times }回ずつ対戦して、負けなかった割合:
       *[no] ここから{ $times }回ずつ対戦して、ほかの人より上の順位になった割合(1人あたりの平均):
    }
    最善手 { $best }%
    あなたの手 { $limit }%未満(推定)
daily-theme-lie = 🤥 ここはウソが正解です。
daily-theme-sure = 💯 必ず勝てる手です。
daily-why = 💡 理由: { $reason }
daily-why-known = 💡 わかっていたこと: { $reason }
daily-why-best = 💡 最善手の理由: { $reason }
daily-why-own = 💡 あなたの手: { $own }
daily-why-both =
    💡 最善手: { $reason }
    💡 あなたの手: { $own }
daily-truth-lie = 🔎 真相: { $seat }の宣言は**ウソ**でした。カードはこのとおりです。
daily-truth-true = 🔎 真相: { $seat }の宣言は**本当**でした。カードはこのとおりです。
daily-truth-cards = 🔎 答え合わせ: 全員のカードはこのとおりでした。

daily-crowd-first = あなたが最初の回答者です。
daily-crowd = **{ $people }人の回答**
daily-crowd-line = { $sign } { $percent }% · { $move }
daily-crowd-mine = { $sign } { $percent }% · { $move } ← あなた
daily-streak = 📈 { $days }日連続 · 最長{ $longest }日
daily-late = 📅 その日は終わっているので、連続日数と得点には入りません。
daily-known = 📅 先に解答を見られる状態だったので、連続日数と得点には入りません。
daily-next = -# 次の問題は<t:{ $at }:R>

button-daily-share = 結果を見せる
button-daily-board = 順位
button-daily-missed = 解いていない日
button-daily-try = 自分も解く
button-daily-open = 解く
button-daily-day = 第{ $number }問 · { $date } · { $game }

daily-share = 🎴 第{ $number }問 { $emoji } { $stars } { $sign }
daily-share-streak = 🎴 第{ $number }問 { $emoji } { $stars } { $sign } · 📈 { $days }日連続
daily-share-late = 🎴 第{ $number }問 { $emoji } { $stars } { $sign } · 📅 あとから解答
daily-share-by = { $name }: { $line }
daily-share-nothing = 今日の一手にまだ答えていません。{ COMMAND("daily") }で解けます。
daily-shared = 結果を送りました。

daily-board-title = ## 🎴 今日の一手 · { $month }
daily-board-empty = 今月はまだ誰も答えていません。今日の問題は{ COMMAND("daily") }で解けます。
daily-board-row = { $place } { $name } · { $points }点 · { $answers }問 · 📈 { $days }
daily-board-foot = 最善手は3点、惜しい手は1点。📈 連続日数
daily-missed = **解いていない日の問題です。** 今からでも解けます。
daily-missed-rest = { $counting ->
    [0] 得点
   *[other] ほかの問題は得点
}と連続日数には入りません。
daily-still-counts = 📅 第{ $number }問は、<t:{ $at }:f>まで得点と連続日数に入ります。
daily-missed-none = 解いていない日はありません。

daily-post = { $heading }
    あなたならどうしますか？答えはほかの人には見えません。
daily-solution = **解答:** { $heading }
    ||最善手: { $move }||
daily-solution-why = ||💡 { $reason }||
daily-solution-shares = { $people }人が回答: { $shares }

button-settings-daily = 今日の一手
settings-daily = **今日の一手**を送るチャンネル
settings-daily-about = 毎日新しい問題と、締め切られた最新の問題の解答を送ります。誰にも通知しません。チャンネルを選ばなければ送りません。{ COMMAND("daily") }はいつでも使えます。
settings-daily-none = 送らない
settings-hour = 送る**時刻**
settings-hour-about = このサーバーのタイムゾーン(「成績」のページ)での時刻です。
settings-hour-at = { $hour }時
