# 持ち時間と離席

clock-evening = じっくり · 一手3分
clock-blitz = 早指し · 一手45秒
clock-week = 長期戦 · 一手24時間
clock-none = 無制限
lobby-clock = -# ⏱️ 持ち時間: { $clock }
options-clock = 持ち時間
options-clock-about = 時間が切れたら、1ゲームに1回だけ同じ長さの延長があります。その後は、戻るまでコンピュータが代わりに進めます。無制限では、1日手がなければ、ほかの人がコンピュータに代わりを任せられます。

call-half-time = ⏳ { $people } { $game }の持ち時間が半分を過ぎました。時間切れは{ $when }です。
call-then-extra-time = 時間が切れたら、1ゲームに1回だけ同じ長さの延長があります。
call-then-away = その後は、戻るまでコンピュータが代わりに進めます。
call-extra-time = ⌛ { $people } { $game }の持ち時間が切れました。今回だけ同じ長さの延長があり、時間切れは{ $when }です。その後は、戻るまでコンピュータが代わりに進めます。
away-counts = 離席した人の成績は、自分で選んだ手が半分以上なら本人のもの、半分未満なら最下位です。

table-extra-time = ⌛ { $seat }は時間切れです。今回だけ同じ長さの延長があります。
table-idle = ⌛ { $seat }は1日手を選んでいません。時間制限はありませんが、**卓の操作**でコンピュータに代わりを任せることを決められます。
log-pause-over = 一時停止が終わりました。
table-away = 💤 { $seat }は離席中です。{ $standin }が代わりに進めます。
table-deserted = 💤 全員が離席中のため、ゲームを止めています。**ただいま**を押すと再開します。誰も戻らなければ、{ $when }に終了します{ $counts ->
    [yes] (プレイ中の人は退席として数えます)。
   *[no] 。
}
panel-away = 💤 離席中です。{ $standin }が代わりに進めています。手を選ぶか**ただいま**を押すと、席に戻れます。
button-back = ただいま
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
