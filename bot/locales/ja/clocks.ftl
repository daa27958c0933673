# 持ち時間と離席

clock-evening = じっくり · 1手3分
clock-blitz = 早指し · 1手45秒
clock-week = 長期戦 · 1手24時間
clock-none = 無制限
lobby-clock = -# ⏱️ 持ち時間: { $clock }
options-clock = 持ち時間
options-clock-about = 時間切れになると、1ゲームに1回だけ同じ長さ延長されます。そのあとは本人が戻るまでコンピューターが進めます。無制限でも、丸1日手が選ばれなければ、ほかの人がコンピューターに交代させられます。

ping-half-time = ⏳ { $people } { $game }の持ち時間(この1手)が半分を過ぎました。{ $when }に時間切れになります。
ping-then-extra-time = 時間切れになると、1ゲームに1回だけ同じ長さ延長されます。
ping-then-away = そのあとは、戻るまでコンピューターが代わりに進めます。
ping-extra-time = ⌛ { $people } { $game }の持ち時間(この1手)が切れ、延長に入りました(1ゲームに1回だけ)。延長は{ $when }に終わります。そのあとは、戻るまでコンピューターが代わりに進めます。
away-counts = 離席した人の成績は、自分で選んだ手が半分以上ならそのまま、半分未満なら最下位です。

table-extra-time = ⌛ { $seat }は延長時間に入っています(1ゲームに1回だけ)。
table-idle = ⌛ { $seat }は丸1日、手を選んでいません。時間制限はありませんが、**{ $more }**の**{ $acts }**でコンピューターに交代させることを決められます。
log-pause-over = 一時停止が終わりました。
table-away = 💤 { $seat }は離席中です。{ $standin }が代わりに進めます。
table-deserted = 💤 { $names }が離席中のため、ゲームを止めています。**席に戻る**を押すと再開します。誰も戻らなければ、{ $when }に終了します{ $counts ->
    [yes] (プレイ中の人は退席として数えます)。
   *[no] 。
}
panel-away = 💤 離席中です。{ $standin }が代わりに進めています。手を選ぶか**席に戻る**を押すと、続きを遊べます。
panel-away-waits = 💤 ゲームを止めて、あなたを待っています。{ $may_move ->
    [yes] 手を選ぶ
   *[no] **席に戻る**を押す
}と再開します。
button-back = 席に戻る
button-back-named = 席に戻る({ $name })
not-away = 離席していません。そのまま遊べます。

stand-in-name = { $number ->
    [0] タマ
    [1] ポチ
    [2] キツネ
    [3] タヌキ
    [4] ウサギ
    [5] カメ
    [6] ハト
    [7] トラ
    [8] サル
   *[other] コマ
}
