# 巴札

tomoe-name = 巴札
tomoe-name-aloud = 巴札(ともえふだ)
tomoe-pitch = 3人専用の「ともえふだ」。1枚ずつ出し合い、勝つのはたいてい「2番目に強い札」
tomoe-turn = 1枚ずつ出し、2番目に強い札(3色違えば最強の札)が勝ち。一番多く取れば勝ちです。
tomoe-length = 1試合は12トリックのゲームを3回で、約{ $minutes }分。コンピューター戦なら、1ゲーム(約3分)ごとにやめられます。
tomoe-aim = { $games }ゲームで一番多く{ $ace ->
    [1] トリック
   *[other] 点
}を取れば勝ち。狙いは2番目に強い札。

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
tomoe-option-metals-about = 組になる色のない3枚を加えます。13トリック、伏せ手札は4枚ずつ。

# 卓

tomoe-headline-start = これから配ります。最初のリード: { $seat }
tomoe-headline-lead = 第{ $number }トリック開始
tomoe-headline-led = 最初の札は{ $front } · { $back }
tomoe-headline-metal = 最初の札は金銀銅 · より強い色なし
tomoe-headline-between = 第{ $number }ゲーム終了
tomoe-back = { $back }は{ $front }より強い
tomoe-back-none = より強い色なし
tomoe-colour-r = 赤
tomoe-colour-a = 水色
tomoe-colour-g = 緑
tomoe-colour-o = 橙
tomoe-colour-k = 黒
tomoe-colour-p = 紫
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
tomoe-figures = { $first ->
    [yes] { $total }点
   *[no] 計{ $total }点
}{ $hidden ->
    [0] {""}
   *[other] {" "}· 伏せ{ $hidden }枚
}
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
tomoe-why-all-front = 3枚とも同じ色なので、真ん中の{ $card }が勝ち
tomoe-why-one-back = { $back }ので、最強は{ $best }。2番目の{ $card }が勝ち
tomoe-why-two-back = { $back }ので、最強は{ $best }。2番目の{ $card }が勝ち
tomoe-why-one-lower = 同じ色が2枚で、最強は{ $best }。2番目の{ $card }が勝ち
tomoe-why-two-lower = 3枚とも色が違うので、最強の{ $card }が勝ち
tomoe-why-lower-pair = 同じ色2枚の大きいほう、{ $card }が{ $led }の次に強いので勝ち
tomoe-why-back-lower = 3枚とも色が違い、{ $back }ので、最強の{ $card }が勝ち
tomoe-place = { $place }位 { $seat }
tomoe-place-alone = { $place }位
tomoe-note-strength = 強さの順位
tomoe-reveal-hidden = 勝った札は{ $seat }の伏せ手札から出た1枚。ほかの2人には見えていませんでした。
tomoe-reveal-lower = リードの色でも組の色でもない札が勝てるのは、この形だけです。
tomoe-reveal-row = { $seat }が{ $count }トリック連取！
tomoe-reveal-leads = 全{ $games }ゲーム中{ $number }ゲームを終えて、首位は{ $seats }(合計{ $points })です。
tomoe-consequence-won = あなたの{ $card }が勝ちました(+{ $points }点、計{ $total }点)。
tomoe-consequence-lost = { $count ->
    [1] 出せるのは1枚だけで、取れませんでした。
   *[other] どの札を出しても取れませんでした。
}勝ったのは{ $seat }です。
tomoe-consequence-strong = あなたの{ $card }は強すぎました。勝ったのは{ $seat }です。
tomoe-consequence-weak = あなたの{ $card }は弱すぎました。勝ったのは{ $seat }です。
tomoe-consequence-ended = 
    { $trick }
    第{ $number }ゲーム終了: あなたは{ $points }{ $number ->
        [1] {""}
       *[other] (合計{ $total }点)
    }

# できごと

tomoe-event-dealt = 第{ $number }ゲームの札を配りました。
tomoe-event-played = { $seat }: { $card }
tomoe-event-played-hidden = { $seat }: { $card }(伏せ手札から)
tomoe-event-ended = 第{ $number }ゲームの結果: { $results }
tomoe-result = { $seat } { $points }(合計{ $total }点)
tomoe-event-extended = { $seats }が首位で並びました。3ゲームの延長戦に入ります(全{ $games }ゲーム)。
tomoe-score = { $points }(ゲームごとに{ $games })
tomoe-outcome = 優勝は{ $seats }、{ $games }ゲームで{ $points }！
tomoe-outcome-ace = 1トリックを1点、1の札で取ったトリックを{ $points }と数えました。
tomoe-outcome-extra = 延長{ $extra }ゲームで決着しました。

# 自分の手札

tomoe-no-hand = いま手札はありません。
tomoe-must-lead = どの札をリードしますか？{ $coloured ->
    [both] 緑の背景は必ず取れる札、赤の背景は取れない札です
    [wins] 緑の背景は必ず取れる札です
    [loses] 赤の背景は取れない札です
   *[none] {""}
}
tomoe-must-front = { $front }のリード: { $front }を出します
tomoe-must-back = { $front }がないので、{ $back }を出します
tomoe-may-any = { $front }も{ $back }もないので、何でも出せます
tomoe-must-metal = 金銀銅のリード: 金銀銅を出します
tomoe-may-metal = 金銀銅がないので、何でも出せます
tomoe-tip-lead = 強さは組の色>リードの色>ほか。組は赤と水色、緑と橙、黒と紫です。
tomoe-tip-second = { $has_back ->
    [yes] 強さは{ $back }>{ $front }>ほか。
   *[no] 強さは金銀銅>ほか。
}{ $has_choice ->
    [yes] 狙いは真ん中です。
   *[no] {""}
}
tomoe-tip-last = { $has_back ->
    [yes] 強さは{ $back }>{ $front }>ほか。
   *[no] 強さは金銀銅>ほか。
}
tomoe-stakes = { $last ->
    [match] 最後のトリック。
    [game] このゲーム最後のトリック。
   *[no] {""}
}2番目に強い札が{ $least }点{ $has_aces ->
    [yes] (1の札なら{ $most }点)
   *[no] {""}
}。3枚とも色が違えば最強の札です。{ $near ->
    [yes] { $left ->
        [1] {""}
       *[other] 残り{ $left }トリック。
    }{ $standing }
   *[no] {""}
}
tomoe-stakes-short = 2番目に強い札が{ $least }点{ $has_aces ->
    [yes] (1の札なら{ $most }点)
   *[no] {""}
}、3枚とも色違いなら最強の札。
tomoe-stakes-lost = どれでも取れません。{ $kind ->
    [equal] どの札を出しても違いはありません。
    [middle] 3や4に近い札ほど勝ちやすく、1と6は勝ちにくいので、真ん中を残しましょう。
    [spare] いらない札を手放しましょう。
   *[plain] {""}
}
tomoe-strip-led = リード { $card }
tomoe-strip-played = 出した札 { $card }
tomoe-strip-open = 見せ手札 { $cards }
tomoe-own-score = 得点: { $points }
tomoe-row-open = 見せ手札(全員に見える)
tomoe-row-hidden = 伏せ手札(ボタンの•印)
tomoe-card = { $card }{ $hidden ->
    [yes] {" "}•
   *[no] {""}
}
tomoe-leads-spoken = リードすると: { $wins ->
    [none] 必ず取れる札はありません。
   *[other] { $wins }は必ず取れます。
}{ $loses ->
    [none] どれも取れるかもしれません。
   *[other] { $loses }は取れません。
}
tomoe-play = { $card }を出す
tomoe-group-wins = あなたが取る: +{ $points }点
tomoe-group-depends = あなたが取るかは{ $last }の札しだい
tomoe-group-loses = { $last }が何を出しても、あなたは取れない
tomoe-group-lost = { $winner }が取る: +{ $points }点

# 成績

tomoe-stats = 🌀 { $tricks }トリック中{ $won }回獲得: { $cases }
tomoe-stats-row = 🏅 最多連取: { $count }トリック
tomoe-stats-none = 🌀 { $tricks }トリックで獲得なし
tomoe-stats-case = { $case ->
    [all-front] リードの色3枚
    [one-back] 組の色1枚
    [two-back] 組の色2枚
    [one-lower] ほかの色1枚
    [two-lower] ほかの色2枚(別々)
    [lower-pair] ほかの色2枚(同じ)
   *[back-lower] 組の色とほかの色
}×{ $won }

# 順位表の基準

tomoe-measure-row = 最多連取トリック
tomoe-measure-case = { $case ->
    [all-front] リードの色3枚
    [one-back] 組の色1枚
    [two-back] 組の色2枚
    [one-lower] ほかの色1枚
    [two-lower] ほかの色2枚(別々)
    [lower-pair] ほかの色2枚(同じ)
   *[back-lower] 組の色とほかの色
}での獲得

# 名場面

tomoe-highlight-second = 🎯 2番目の強さで獲得 · { $seat } · { $card }({ $other }の{ $best }は強すぎた)
tomoe-highlight-second-title = 2番目の強さで獲得 · { $seat }
tomoe-highlight-row = 📈 { $count }トリック連取 · { $seat }
tomoe-highlight-row-title = { $count }トリック連取 · { $seat }
tomoe-tale-leads = { $seat }のリード
tomoe-tale-follows = 続く{ $seat }
tomoe-tale-last = 最後に{ $seat }
tomoe-tale-trick = トリック

# 手の理由
tomoe-reason-lead = { $count ->
    [0] ほかの2人は、これより強い札を出せません
    [1] ほかの2人が出せる、これより強い札: { $cards }
    [2] ほかの2人が出せる、これより強い札: { $cards }
    [3] ほかの2人が出せる、これより強い札: { $cards }
    [4] ほかの2人が出せる、これより強い札: { $cards }
   *[other] ほかの2人が出せる、これより強い札: 同じ色{ $higher }枚{ $back ->
        [0] {""}
       *[other] 、組の色{ $back }枚
    }
}
tomoe-reason-wins = このトリックを取れます
tomoe-reason-loses = このトリックは取れません
tomoe-reason-kept = このトリックは取れません。{ $count ->
    [0] 手元の{ $colour }はなくなります
   *[other] 手元の{ $colour }は{ $cards }が残ります
}
tomoe-reason-depends = { $last }の札で決まります

# トロフィー
tomoe-trophy-first = 三人寄れば
tomoe-trophy-first-about = はじめて最後まで遊ぶ(コンピューター相手でもOK)
tomoe-trophy-first-done = はじめての巴札
tomoe-trophy-first-sign = 巴
tomoe-trophy-win = 花より団子
tomoe-trophy-win-about = 1勝する
tomoe-trophy-win-sign = 団
tomoe-trophy-below = 下剋上
tomoe-trophy-below-about = リードの色でも組の色でもない札でトリックを取る
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
