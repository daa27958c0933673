# シーズン、その投稿とメダル。チャンネルに送る対局結果
season-month = { $year }年{ $month }
month-1 = 1月
month-2 = 2月
month-3 = 3月
month-4 = 4月
month-5 = 5月
month-6 = 6月
month-7 = 7月
month-8 = 8月
month-9 = 9月
month-10 = 10月
month-11 = 11月
month-12 = 12月
season-none = まだシーズンは始まっていません。最初に成績に数える対局で始まります。

season-post-soon = ## 🏁 { $season }
    このシーズンは{ $when }に終わります。今の順位:
season-post-over = ## 🏆 { $season }
    シーズン終了。メダル獲得者:
season-post-all = **全ゲーム**
season-post-row = { $medal } { $name } · { $beaten ->
    [0] 勝った相手なし
   *[other] 勝った相手{ $beaten }人
} · { $wins }勝
season-post-game = { $emoji } **{ $game }** { $winners }
season-post-winner = { $medal } { $name }
season-post-others = { $medal } { $count }人
season-post-more = { $medal } ほか{ $count }人
season-post-foot = 人どうしの対局が対象です。勝った相手の人数順で、同じなら勝利数順。レーティングは次のシーズンにも引き継がれます。
button-season = 順位表

season-medals = **シーズンのメダル** { $counts }
season-medals-count = { $medal }{ $count }
season-medal = { $medal } { $game } · { $season }

board-period-season = 今シーズン
board-season = { $season }({ $when }まで)
board-season-over = { $season }(終了)
board-season-gone = そのシーズンの記録はありません。

button-settings-seasons = シーズン
settings-season = **シーズンの結果**を送るチャンネル
settings-season-about = 最終日の夜に、3人以上が遊んだゲームごとの上位3人を送ります。午前0時に順位が確定します。誰にも通知しません。
settings-season-none = 送らない
settings-results = **対局結果**を送るチャンネル
settings-results-about = 成績に数える対局が終わるたびに、30秒ほどで結果の画像を送ります。誰にも通知しません。
settings-results-none = 送らない
settings-closed = { $channel }にはまだ投稿できません。足りない権限: **{ $permissions }**
settings-refused = { $channel }にはまだ投稿できません。{ $advice }
settings-seasons = このサーバーの**シーズン**
settings-seasons-now = **シーズン:** { $season }({ $when }まで)
settings-seasons-about = -# ひと月が1シーズンです(タイムゾーンは「成績」のページ)。名前を付けたシーズンを始めると、今のシーズンはそこで終わります。
button-season-begin = シーズンを始める
button-season-change = 変更する
button-season-end = 今夜で終える
season-form = 名前を付けてシーズンを始める
season-form-name = 名前
season-form-weeks = 長さ
season-form-week = { $weeks }週間
season-not-named = シーズンの名前を入力してください。
season-running = 名前付きのシーズンがすでにあります。変更するか、先に終えてください。
season-not-own = 変更できる名前付きのシーズンがないか、その長さではもう終わっています。
