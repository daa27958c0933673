# 巴札

tomoe-name = 巴札
tomoe-pitch = 3人専用の「ともえふだ」。1枚ずつ出し合い、勝つのはたいてい「2番目に強い札」
tomoe-aim = トリックを一番多く取ろう。たいていは2番目に強い札が勝ちます。

# 設定

tomoe-option-games = ゲーム数
tomoe-option-games-number = { $number }ゲーム
tomoe-option-games-about = 1試合のゲーム数。首位が並んだら3ゲームずつ延長します。
tomoe-option-ace = 1の札の得点
tomoe-option-ace-1 = 1点(ほかと同じ)
tomoe-option-ace-1_5 = 1.5点
tomoe-option-ace-2 = 2点
tomoe-option-ace-about = 1の札で取ったトリックを何点と数えるかを決めます。
tomoe-option-metals = 金将銀将銅将
tomoe-option-metals-off = なし
tomoe-option-metals-on = あり
tomoe-option-metals-about = 裏スートのない3枚組のスートを加えます。13トリック、伏せ手札は4枚ずつ。

# 卓

tomoe-headline-start = これから配ります。最初のリード: { $seat }
tomoe-headline-lead = 第{ $number }トリック開始
tomoe-headline-led = 表スート: { $front } · { $back }
tomoe-headline-metal = 台札は金銀銅 · 裏スートなし
tomoe-headline-between = 第{ $number }ゲーム終了
tomoe-back = 裏スート: { $suit }
tomoe-back-none = 裏スートなし
tomoe-progress = 第{ $game }ゲーム(全{ $games }ゲーム)
tomoe-points = { $points }点
tomoe-note = { $points }{ $hidden ->
    [0] {""}
   *[other] {" "}· 伏せ{ $hidden }枚
}
tomoe-note-match = { $points }点 · 計{ $total }点{ $hidden ->
    [0] {""}
   *[other] {" "}· 伏せ{ $hidden }枚
}
tomoe-note-brief = { $points }点 · 計{ $total }点
tomoe-note-hidden = 伏せ手札
tomoe-row-trick = トリック{ $number }/{ $tricks }
tomoe-row-last = 前のトリック
tomoe-chip = 第{ $number }: { $points }
tomoe-number = { $points }
tomoe-chapter-game = 第{ $number }ゲーム
tomoe-chapter-trick = 第{ $number }トリック

# トリックの勝敗とその理由

tomoe-suspense = 第{ $number }トリックの行方は……？
tomoe-question = 勝つのは誰？
tomoe-stamp-second = 2番目！
tomoe-stamp-strongest = 最強！
tomoe-won = 第{ $number }トリックは{ $seat }が{ $card }で獲得({ $why })
tomoe-won-ace = 第{ $number }トリックは{ $seat }が{ $card }で獲得、+{ $points }({ $why })
tomoe-fact = { $why }。
tomoe-why-all-front = 3枚とも表スートなので、真ん中の札が勝ち
tomoe-why-one-back = 最強は裏スート1枚。2番目に強い、表スートの大きいほうが勝ち
tomoe-why-two-back = 裏スート2枚の小さいほうが2番目に強いので勝ち
tomoe-why-one-lower = 表スート2枚の小さいほうが2番目に強いので勝ち
tomoe-why-two-lower = 3枚ともスートが違うので、最強の札(表スート)が勝ち
tomoe-why-lower-pair = 同じ下位スート2枚の大きいほうが、台札{ $led }の次に強いので勝ち
tomoe-why-back-lower = 3枚ともスートが違うので、最強の札(裏スート)が勝ち
tomoe-place = { $place }位 { $seat }
tomoe-place-alone = { $place }位
tomoe-note-strength = 強さの順位
tomoe-reveal-hidden = 勝った札は{ $seat }の伏せ手札から出た1枚。ほかの2人には見えていませんでした。
tomoe-reveal-lower = 下位スートが勝てるのはこの形だけです。
tomoe-reveal-row = { $seat }が{ $count }トリック連取！
tomoe-reveal-leads = 第{ $number }ゲームを終えて、首位は{ $seats }(合計{ $points })です。
tomoe-consequence-won = あなたの{ $card }が勝ちました(+{ $points }点、計{ $total }点)。
tomoe-consequence-strong = あなたの{ $card }は強すぎました。勝ったのは{ $seat }です。
tomoe-consequence-weak = あなたの{ $card }は弱すぎました。勝ったのは{ $seat }です。
tomoe-consequence-ended = 
    { $trick }
    第{ $number }ゲーム終了: あなたは{ $points }(合計{ $total }点)

# できごと

tomoe-event-dealt = 第{ $number }ゲームの札を配りました。
tomoe-event-played = { $seat }: { $card }
tomoe-event-played-hidden = { $seat }: { $card }(伏せ手札から)
tomoe-event-ended = 第{ $number }ゲームの結果: { $results }
tomoe-result = { $seat } { $points }(合計{ $total }点)
tomoe-event-extended = { $seats }が首位で並びました。3ゲームの延長戦に入ります(全{ $games }ゲーム)。
tomoe-score = { $points }({ $games })
tomoe-outcome = 優勝は{ $seats }、{ $games }ゲームで{ $points }！
tomoe-outcome-ace = 1トリックを1点、1の札で取ったトリックを{ $points }と数えました。
tomoe-outcome-extra = 延長{ $extra }ゲームで決着しました。

# 自分の手札

tomoe-no-hand = いま手札はありません。
tomoe-must-lead = あなたのリード(最初に出す番)です。どの札でも出せます。
tomoe-must-front = 表スートの{ $front }を持っているので、必ず出します。
tomoe-must-back = 表スートの{ $front }がないので、裏スートの{ $back }を必ず出します。
tomoe-may-any = 表スートの{ $front }も裏スートの{ $back }もないので、どの札でも出せます。
tomoe-must-metal = 台札が金銀銅なので、持っている金銀銅を必ず出します。
tomoe-may-metal = 台札は金銀銅ですが持っていないので、どの札でも出せます。
tomoe-tip-lead = 出した札(台札)のスートが、このトリック(3人が出す3枚)の表スートになります。同じスートなら数の大きい札ほど強く、たいてい2番目に強い札が勝ちます。
tomoe-tip-second = 最強でも最弱でもない札を狙いましょう。たいてい2番目に強い札が勝ちます。
tomoe-tip-last = 末札(3人目の札)を出す番です。出すと勝つ札か負ける札か、ボタンの上に出ています。
tomoe-stakes = { $last ->
    [match] 最後のトリック。
    [game] このゲーム最後のトリック。
   *[no] {""}
}取れば計{ $least }点{ $has_aces ->
    [yes] (1の札なら{ $most }点)
   *[no] {""}
}、取れなければ{ $seats }が{ $rival }点になるかもしれません。
tomoe-strip-played = 出した札 { $card }
tomoe-strip-open = 見せ手札 { $cards }
tomoe-own-score = 得点: { $points }
tomoe-row-open = 自分の見せ手札
tomoe-row-hidden = 自分の伏せ手札
tomoe-choose = どの札を出しますか？
tomoe-card = { $card }
tomoe-play = { $card }を出す
tomoe-group-wins = 勝つ札
tomoe-group-depends = 末札(3人目)しだい
tomoe-group-loses = 負ける札

# 成績

tomoe-stats = 🌀 { $tricks }トリック中{ $won }回獲得: { $cases }
tomoe-stats-row = 🏅 最多連取: { $count }トリック
tomoe-stats-none = 🌀 { $tricks }トリックで獲得なし
tomoe-stats-case = { $case ->
    [all-front] 表3枚
    [one-back] 裏1枚
    [two-back] 裏2枚
    [one-lower] 下位1枚
    [two-lower] 別の下位2枚
    [lower-pair] 同じ下位2枚
   *[back-lower] 裏と下位
}×{ $won }

# 順位表の基準

tomoe-measure-row = 最多連取トリック
tomoe-measure-case = { $case ->
    [all-front] 表3枚
    [one-back] 裏1枚
    [two-back] 裏2枚
    [one-lower] 下位1枚
    [two-lower] 別の下位2枚
    [lower-pair] 同じ下位2枚
   *[back-lower] 裏と下位
}での獲得

# 名場面

tomoe-highlight-second = 🎯 2番目の強さで獲得 · { $seat } · { $card }({ $other }の{ $best }は強すぎた)
tomoe-highlight-row = 📈 { $count }トリック連取 · { $seat }
tomoe-tale-leads = { $seat }のリード
tomoe-tale-follows = 続く{ $seat }
tomoe-tale-last = 最後に{ $seat }
tomoe-tale-trick = トリック

# 手の理由
tomoe-reason-lead = ほかの2人が持つ、これより強い札: 同じスート{ $higher }枚{ $back ->
    [0] {""}
   *[other] 、裏スート{ $back }枚
}
tomoe-reason-wins = このトリックを取れます
tomoe-reason-loses = このトリックは取れません
tomoe-reason-depends = 末札(3枚目)で決まります

# トロフィー
tomoe-trophy-first = 三人寄れば
tomoe-trophy-first-about = 1試合遊ぶ(コンピューター戦でも可)
tomoe-trophy-first-sign = 巴
tomoe-trophy-win = 花より団子
tomoe-trophy-win-about = 1勝する
tomoe-trophy-win-sign = 団
tomoe-trophy-below = 下剋上
tomoe-trophy-below-about = 下位スートの札でトリックを取る
tomoe-trophy-below-sign = 下
tomoe-trophy-string = 串団子
tomoe-trophy-string-about = 4トリック続けて取る
tomoe-trophy-string-sign = 串
tomoe-trophy-seven = 七変化
tomoe-trophy-seven-about = 1試合で7種類の勝ち方を全部決める
tomoe-trophy-seven-sign = 七
tomoe-trophy-share = 独り占め
tomoe-trophy-share-about = 1試合でトリックの半分より多く取る
tomoe-trophy-share-sign = 独
tomoe-trophy-row = 破竹の勢い
tomoe-trophy-row-about = 6トリック続けて取る
tomoe-trophy-row-sign = 竹
tomoe-trophy-cranes = 千羽鶴
tomoe-trophy-cranes-about = { $target }トリック取る
tomoe-trophy-cranes-sign = 鶴
tomoe-trophy-wins = 名人
tomoe-trophy-wins-about = { $target }勝する
tomoe-trophy-wins-sign = 名
