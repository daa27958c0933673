# 卓で決めることと、途中で終わるゲーム

acts-title = ## 卓の操作
acts-line = • **{ $act }**: { $effect }{ $has_voted ->
    [yes] あなたは賛成済みで、あと{ $people ->
        [1] { $names }
       *[other] { $names }のうち{ $count }人
    }の賛成で決まります。
   *[no] { $count ->
        [0] あなたが押せば決まります。
       *[other] あなたと{ $people ->
            [1] { $names }
           *[other] { $names }のうち{ $count }人
        }の賛成で決まります。
    }
}
acts-effect-pause = 再開まで全員の持ち時間が止まります。
acts-effect-resume = 全員のゲームが再開します。
acts-effect-end = 全員のゲームが終わります。
acts-effect-cover = { $name }が戻るまで、コンピューターが代わりに打ちます。
acts-effect-free = { $name }は最下位になり、ほかの人が座れます。
acts-effect-offer = { $name }の代わりに、ほかの人が座れます。
acts-effect-watch = 退席した人に全員の手札が見えます。
acts-resign = • **{ $act }**: { $alone ->
    [yes] ほかにプレイ中の人がいないため、ゲームは終わります。
   *[no] 席はコンピューターが引き継ぎ、あとから戻ることはできません。
}
acts-again = -# もう一度押すと票を取り消せます。
acts-gone = この卓ではもうプレイしていません。
vote-pause = 🗳️ 一時停止に賛成: { $names }
vote-pause-again = 🗳️ もう一度の一時停止に賛成: { $names }(プレイ中の全員の賛成が必要。過半数に戻るのは{ $when })
vote-resume = 🗳️ 再開に賛成: { $names }
vote-end = 🗳️ 終了に賛成: { $names }{ $all ->
    [yes] (プレイ中の全員の賛成が必要)
   *[no] {""}
}
vote-cover = 🗳️ { $name }をコンピューターに交代することに賛成: { $names }
vote-free = 🗳️ { $name }の席を譲ることに賛成: { $names }
vote-offer = 🗳️ { $name }の席の募集に賛成: { $names }
vote-watch = 🗳️ 退席した人への手札公開に賛成: { $names }
button-end = ゲームを終了
button-stop = ここで終わる
button-stop-match = 終わる
button-cover = { $name }をコンピューターに交代
button-free = { $name }の席を譲る
button-offer = { $name }の席を募集
button-watch-leavers = 退席者に手札を公開
button-play-on = 続けて遊ぶ
button-endings = ゲームの終わり方
ask-stop = ## 試合をここで終わりますか？
    { $points }{"\u000A"}この順位で終わりです。成績に残るのは、最後まで遊んだ試合だけです。
ask-end = ## ゲームを終了しますか？
    { $counts ->
        [yes] 成績に数えるゲームなので、プレイ中の全員の賛成が必要です。{ $eliminates ->
            [yes] 退席した人は最下位、脱落した人は決まった順位のままで、残りの人は同率1位になります。退席者も脱落者もいなければ、勝敗なしです。
           *[no] 退席した人は最下位、残りの人は同率1位になります。退席した人がいなければ、勝敗なしです。
        }
       *[no] { $eliminates ->
            [yes] 成績に数えないゲームです。脱落した人の順位は残り、脱落者がいなければ勝敗なしです。
           *[no] 成績に数えないゲームなので、勝敗なしで終わります。
        }
    }終了後は対局記録を受け取れます。
ask-cover = ## { $name }をコンピューターに交代しますか？
    席は{ $name }のままで、**席に戻る**を押せば戻れます。自分で選んだ手が半分に満たないと最下位になります。
ask-free = ## { $name }の席を譲りますか？
    { $name }は最下位になります。2人以上、かつその場にいる人の過半数の賛成が必要です。席はコンピューターが引き継ぎます。卓にいない人が代わりに入ると、その人に手札が見えるようになります。
ask-offer = ## { $name }の席を募集しますか？
    卓にいない人が代わりに入るまで、コンピューターが続けます。入った人には手札が見えるようになります。
ask-watch = ## 退席した人に全員の手札を公開しますか？
    プレイ中の誰かに教えることもできてしまいます。プレイ中の全員の賛成が必要です。
ask-resign = ## { $game }を途中で退席しますか？
resign-cost-last = その後の結果にかかわらず、{ $seats }{ $is_team ->
    [1] チーム
   *[0] 人
}中最下位になります。
resign-cost-wins = ほかに残る人がいないので、{ $name }の勝ちがすぐに決まります。
resign-cost-early = ほかに残る人はいなくなりますが、始まったばかりなので{ $name }の勝ちには数えません。
resign-cost-rated = レーティング対象のゲームなので、レーティングも最下位として計算されます。
resign-cost-unrated = レーティング対象外のゲームなので、レーティングは変わりません。最後まで続いた場合は最下位になります。
resign-cost-decided = 結果はもう記録されているので、失うものはありません。
resign-cost-last-one = ほかにプレイ中の人がいないため、ゲームは終わります。
resign-cost-taken = 引き継いだ席なので、結果は最初に着いた人の成績になります。あなたの成績には影響しません。
resign-cost-seat = 席はコンピューターが引き継ぎ、あとから戻ることはできません。
resign-cost-closed = ほかにプレイ中の人がいないため、ゲームは勝敗なしで終了します。
nothing-to-leave = あなたの順位はもう決まっています。退席する必要はありません。
log-host = { $seat }がホストになりました。
log-watch = 全員の賛成で、退席した人も全員の手札を見られます。

so-far = { $games }ゲームを終えて: { $seats }が{ $points }で首位
so-far-all = { $leads }{ $count ->
    [0] {""}
   *[other] 、{ $others }
}
so-far-points = { $points }{ $unit ->
    [cards] 枚
   *[points] 点
}
so-far-seat = { $seat } { $points }
table-ended = 勝敗なしで終了しました。
ending-won = 🏆 ほかに残る人がいないので、{ $names }の勝ちです。結果は記録されました。
ending-won-early = 残っているのは{ $names }だけです。始まったばかりだったので勝ちには数えず、退席した人の成績にだけ残ります。
ending-for-fun = **続けて遊ぶ**を押すと、成績に関係なく続けられます。押さなければ{ $when }に自動で終了します。
ending-agreed = 🗳️ { $names }の合意により、勝敗なしで終了しました。
ending-agreed-result = 🗳️ { $names }の合意により終了しました。プレイ中だった人は同率1位です。
ending-stopped = { $names }がここで試合を終わりにしました。
ending-ended = { $names }がゲームを終了しました。勝敗はありません。
ending-ended-result = { $names }がゲームを終了しました。脱落した人の順位は残ります。
ending-left = 誰もいなくなったため、勝敗なしで終了しました。
ending-left-result = 誰もいなくなったため終了しました。{ $eliminates ->
    [yes] 脱落した人の順位は残ります。
   *[no] {""}
}
ending-deserted = 💤 誰も戻らなかったため、勝敗なしで終了しました。
ending-deserted-result = 💤 誰も戻らなかったため終了しました。プレイ中だった人は退席として数えます。
ending-standing-result = その時点の順位で終了しました。
ending-closed = 勝敗なしで終了しました。
ending-closed-result = ゲームは終了しました。プレイ中だった人は同率1位です。
