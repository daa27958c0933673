trick3-name = UDバトル・ポーカー
trick3-pitch = 3枚の役で勝負。一番強い役が札を総取り
trick3-turn = 3枚ずつ出すか途中で降り、一番強い役が全部取ります。一番多く取れば勝ちです。
trick3-aim = 一番多く札を取った人の勝ち。{ $end ->
    [L] 札のある人が1人になると終了。残りの札はほかの人で分けます。
    [S] 誰かの札が尽きると終了。
   *[M] 半数が札切れで終了。残り札は札切れの人みんなで分けます。
 }
trick3-length = 短め: トランプ1組、1人13枚。通常: 10を除いた2組、1人24枚。

# Options
trick3-option-family = カード
trick3-option-family-about = 使うカードの種類。役と強さの順もこれで変わります。
trick3-option-family-trump = トランプ
trick3-option-family-mahjong = 麻雀牌
trick3-option-family-tesca = TESCA
trick3-option-length = 長さ
trick3-option-length-about = 推奨デッキの大きさ。「中くらい」はトランプだけです。
trick3-option-length-long = 長め
trick3-option-length-mid = 中くらい
trick3-option-length-short = 短め
trick3-option-deck = デッキ
trick3-option-deck-about = 人数に合わせた推奨デッキのほかからも選べます。上で選んだカードのもので、1人9枚以上になるものだけ。長さの設定は使われません。
trick3-option-deck-auto = 人数に合わせる
trick3-option-deck-52D3 = 156枚: トランプ3組
trick3-option-deck-48D3 = 144枚: トランプ3組(10なし)
trick3-option-deck-52D2 = 104枚: トランプ2組
trick3-option-deck-48D2 = 96枚: トランプ2組(10なし)
trick3-option-deck-52D1 = 52枚: トランプ1組
trick3-option-deck-48D1 = 48枚: トランプ1組(10なし)
trick3-option-deck-40D3 = 120枚: トランプ3組(8〜10なし)
trick3-option-deck-36D3 = 108枚: トランプ3組(7〜10なし)
trick3-option-deck-40D2 = 80枚: トランプ2組(8〜10なし)
trick3-option-deck-36D2 = 72枚: トランプ2組(7〜10なし)
trick3-option-deck-40D1 = 40枚: トランプ1組(8〜10なし)
trick3-option-deck-36D1 = 36枚: トランプ1組(7〜10なし)
trick3-option-deck-M9D4 = 136枚: 1〜9と字牌、各4枚
trick3-option-deck-M9D3 = 102枚: 1〜9と字牌、各3枚
trick3-option-deck-M9D4C3 = 129枚: 1〜9は各4枚、字牌は各3枚
trick3-option-deck-M9D3C2 = 95枚: 1〜9は各3枚、字牌は各2枚
trick3-option-deck-M9D2 = 68枚: 1〜9と字牌、各2枚
trick3-option-deck-M9D1 = 34枚: 1〜9と字牌、各1枚
trick3-option-deck-M7D3 = 84枚: 2〜8と字牌、各3枚
trick3-option-deck-M7D2 = 56枚: 2〜8と字牌、各2枚
trick3-option-deck-M7D1 = 28枚: 2〜8と字牌、各1枚
trick3-option-deck-T52D3 = 156枚: 0〜12、各3枚
trick3-option-deck-T52D2 = 104枚: 0〜12、各2枚
trick3-option-deck-T52D1 = 52枚: 0〜12、各1枚
trick3-option-deck-T44D3 = 132枚: 0〜10、各3枚
trick3-option-deck-T44D2 = 88枚: 0〜10、各2枚
trick3-option-deck-T44D1 = 44枚: 0〜10、各1枚
trick3-option-deck-T36D3 = 108枚: 0〜8、各3枚
trick3-option-deck-T36D2 = 72枚: 0〜8、各2枚
trick3-option-deck-T36D1 = 36枚: 0〜8、各1枚
trick3-option-end = 終了条件
trick3-option-end-about = 札が尽きた人からゲームを抜けます。何人抜けたら終わるかを選びます。
trick3-option-end-M = 半数以上が札切れになったら
trick3-option-end-L = 札のある人が1人になったら
trick3-option-end-S = 1人が札切れになったら
trick3-option-games = ゲーム数
trick3-option-games-number = { $number }ゲーム
trick3-option-games-about = 1試合のゲーム数。取った枚数は合計します。

# Hands
trick3-hand-none = 役なし
trick3-hand-CLF = カラーフラッシュ
trick3-hand-HF = ハーフフラッシュ
trick3-hand-P1 = ワンペア
trick3-hand-MW = ミックスウェル
trick3-hand-RN2 = ランツー
trick3-hand-D2 = ダブル
trick3-hand-FL = フラッシュ
trick3-hand-ST = ストレート
trick3-hand-RaP = ラップ
trick3-hand-K3 = スリーカード
trick3-hand-SF = ストレートフラッシュ
trick3-hand-CFL = 字牌フラッシュ
trick3-hand-BoW = 黒か白
trick3-hand-D3 = トリプル
trick3-title = { $hand }
trick3-ranked = { $hand } · { $hands }役中{ $rank }位
trick3-guide-note = 同じ役なら、数字の大小に関係なく引き分けで、札を等分します。
trick3-guide = { $hand }: { $about }
trick3-about-CLF = 3枚とも黒、または3枚とも赤
trick3-about-HF = { $family ->
    [tesca] 木・火・水のどれか1種と陰陽だけ
   *[other] 数牌1種と字牌だけ
 }
trick3-about-P1 = { $family ->
    [mahjong] 同じ数字2枚、または同じ字牌2枚
    [tesca] 同じ数字2枚
   *[other] 同じランク2枚
 }
trick3-about-MW = { $family ->
    [tesca] 木・火・水が1枚ずつ
   *[other] 萬子・筒子・索子が1枚ずつ
 }
trick3-about-RN2 = { $family ->
    [trump] 同じスートの連番2枚。Aは2ともKとも隣
    [tesca] 同じスートの連番2枚。0は1とも最大の数とも隣
   *[other] 同じ種類の連番2枚
 }
trick3-about-D2 = まったく同じ札2枚
trick3-about-FL = { $family ->
    [mahjong] 3枚とも同じ種類の数牌
   *[other] 3枚とも同じスート
 }
trick3-about-ST = { $family ->
    [trump] 連番3枚。Aは端だけ{ $gaps ->
        [yes] 、デッキにない数字はとばす
       *[no] {""}
     }
    [tesca] 連番3枚。最大の数と0はつながる
   *[other] 連番3枚
 }
trick3-about-RaP = { $family ->
    [mahjong] ペアと、その1枚と同じ種類で隣の数字の牌
   *[other] ペアと、その1枚と同じスートで隣の数字の札
 }
trick3-about-K3 = { $family ->
    [mahjong] 同じ数字3枚、または同じ字牌3枚
    [tesca] 同じ数字3枚
   *[other] 同じランク3枚
 }
trick3-about-SF = { $family ->
    [mahjong] 同じ種類の連番3枚
   *[other] 同じスートの連番3枚
 }
trick3-about-CFL = 字牌3枚
trick3-about-BoW = 陰陽3枚で、すべて奇数(白)か、0以外のすべて偶数(黒)
trick3-about-D3 = まったく同じ札3枚

# Table
trick3-headline-deal = 札を配っています。親は{ $seat }
trick3-headline-expose = 全員が晒し札(さらしふだ)3枚を選びます
trick3-headline-play = { $facing ->
    [free] { $round }巡目: 表か裏で1枚出すか、降りる
    [down] { $round }巡目: 裏で1枚出すか、降りる
   *[up] { $round }巡目: 表で1枚出すか、降りる
 }
trick3-headline-refill = { $round }巡目: 補充(晒す・引く・しない)
trick3-battle = { $way ->
    [up] 第{ $battle }戦 · 1枚目は表、3枚目は裏
    [down] 第{ $battle }戦 · 1枚目は裏、3枚目は表
   *[none] 第{ $battle }戦 · 表からか裏からかは最初の人が選ぶ
 }
trick3-deck = { $deck } · { $end ->
    [L] 札のある人が1人になったら終了
    [S] 1人が札切れになったら終了
   *[M] 半数以上が札切れになったら終了
 }
trick3-game = 第{ $game }ゲーム(全{ $games }ゲーム) · { $line }
trick3-row-pot = ポット
trick3-row-stake = { $count }枚を賭けた勝負
trick3-question = { $count ->
    [1] 役はできているか？
   *[other] 一番強い役は？
 }
trick3-row-last = { $seat }
trick3-note-last = 第{ $battle }戦
trick3-note-cards = { $count }枚
trick3-note-seat = { $match ->
    [many] 獲得{ $points }枚(通算{ $total }) · 手札{ $hidden } · 山札{ $stock }
   *[single] 獲得{ $points }枚 · 手札{ $hidden } · 山札{ $stock }
 }
trick3-note-left = { $match ->
    [many] 獲得{ $points }枚(通算{ $total })
   *[single] 獲得{ $points }枚
 }
trick3-note-brief = { $match ->
    [many] 通{"\u2060"}算{ $total }{"\u2060"}枚
   *[single] 獲{"\u2060"}得{ $points }{"\u2060"}枚
 }{ $hidden ->
    [0] {""}
   *[other] {" "}· 隠{"\u2060"}し{ $hidden }{"\u2060"}枚
 }
trick3-figures = { $points }{"\u00A0"}· { $out ->
    [yes] 札{"\u2060"}切{"\u2060"}れ
   *[no] 隠{"\u2060"}し{ $hidden }
 }
trick3-caption-round = { $round ->
    [1] 1巡
    [2] 2巡
   *[3] 3巡
 }
trick3-caption-rounds = { $count ->
    [1] 1枚目
    [2] 1・2枚目
   *[3] 1〜3枚目
 }
trick3-caption-exposed = 晒し
trick3-caption-down = 裏
trick3-chip-folded = 降{"\u2060"}り
trick3-chip-left = 札切れ({ $place }人目)
trick3-chip-strength = { $hands }役中{ $rank }位
trick3-chip-hand = { $kind ->
    [SF] ストレートF
    [CLF] カラーF
    [HF] ハーフF
    [CFL] 字牌F
   *[other] { $hand }
 }
trick3-chip-won = +{ $count }枚
trick3-note-points = { $points }枚
trick3-chip-points = { $match ->
    [many] { $share ->
        [0] このゲーム{ $won }
       *[other] このゲーム: 獲得{ $won } + 分配{ $share }
     }
   *[single] 獲得{ $won } + 分配{ $share }
 }
trick3-points-game = { $share ->
    [0] { $points }枚
   *[other] { $points }枚: 獲得{ $won } + 札切れの分配{ $share }
 }
trick3-points-match = { $share ->
    [0] 通算{ $total }枚(このゲームは{ $points }枚)
   *[other] 通算{ $total }枚(このゲームは{ $points }枚: 獲得{ $won } + 札切れの分配{ $share })
 }
trick3-chapter-game = 第{ $game }ゲーム(全{ $games }ゲーム)
trick3-chapter-battle = 第{ $battle }戦

# Reveals
trick3-reveal-won = { $hand }！{ $seat }が{ $each }枚獲得
trick3-reveal-shared = { $pot ->
    [0] { $hand }で引き分け: { $seats }が{ $each }枚ずつ獲得
   *[other] { $hand }で引き分け: { $seats }が{ $each }枚ずつ獲得、ポットに{ $pot }枚残る
 }
trick3-reveal-no-hand = { $count ->
    [1] { $seat }は役なし: ポットは{ $pot }枚
   *[other] 全員役なし: ポットは{ $pot }枚
 }
trick3-suspense = { $count ->
    [1] 残った人: { $seats }。役はできているか……？
   *[other] 残った人: { $seats }。一番強いのは……？
}
trick3-reveal-all-folded = 全員が降りました{ $pot ->
    [0] {""}
   *[other] {""}: ポットは{ $pot }枚
 }
trick3-reveal-ended = { $end ->
    [S] ゲーム終了。抜けた人: { $seats }。誰も取らなかった札は誰のものにもなりません。
   *[other] { $players }人中{ $count }人が札切れになり、ゲーム終了。{ $share ->
        [0] 抜けた人: { $seats }。札はすべて獲得済みでした。
       *[other] 誰も取らなかった{ $share }枚は、抜けた{ $seats }{ $count ->
            [1] のものになりました。
           *[other] で分けました({ $least }{ $most ->
                [0] {""}
               *[other] か{ $most }
            }枚ずつ{ $most ->
                [0] {""}
               *[other] 。先に抜けた人が多くもらいます
            })。
        }
     }
 }
trick3-reveal-folded = 降りた人: { $seats }。{ $count ->
    [0] {""}
   *[other] ポットの札: { $cards }
}
trick3-reveal-match = { $line }{ $won }！
trick3-great-hand = { $stronger ->
    [0] このデッキで最強の役！
    [1] これより強いのは{ $above }だけ。
   *[other] これより強い役は、このデッキに{ $stronger }つだけ。
 }
trick3-great-tie = 同じ役なら、数字の大小に関係なく引き分けです。
trick3-great-alone-nothing = ほかは全員降りていて、役さえあれば勝ちでした。ところが{ $seat }は役なし。
trick3-great-bluff = 全員を降ろした！{ $seat }の手は、実はただの{ $hand }。
trick3-great-haul = 1回の対戦で{ $count }枚を総取り！
trick3-great-narrow = 紙一重。{ $hand }が{ $beaten }をわずかに上回りました。
trick3-consequence-won = { $hand }で勝ち！{ $each }枚獲得しました。
trick3-consequence-shared = { $hand }で引き分け(相手: { $seats })。{ $each }枚獲得しました。
trick3-consequence-lost = { $seats }が{ $hand }で{ $each }枚{ $count ->
    [1] 獲得
   *[other] ずつ獲得
}。あなたの{ $mine }は及びませんでした。
trick3-consequence-lost-nothing = あなたは役なし。{ $seats }が{ $hand }で{ $each }枚{ $count ->
    [1] 獲得しました。
   *[other] ずつ獲得しました。
}
trick3-consequence-no-hand = { $mine ->
    [alone] あなたは役なし。札はポットに入り、{ $pot }枚になりました。
    [left] { $seat }は役なし。札はポットに入り、{ $pot }枚になりました。
    [in] あなたも含めて全員役なし。札はポットに入り、{ $pot }枚になりました。
   *[out] 全員役なし。札はポットに入り、{ $pot }枚になりました。
 }
trick3-consequence-away = { $count ->
    [1] { $seats }が{ $hand }で{ $each }枚獲得しました
   *[other] { $seats }が{ $hand }で引き分け、{ $each }枚ずつ獲得しました
 }{ $how ->
    [now] {""}
    [left] (あなたはもう抜けています)
   *[folded] (あなたは降りました)
 }。
trick3-consequence-all-folded = 全員が降りました。{ $pot ->
    [0] {""}
   *[other] ポットには{ $pot }枚あります。
 }
trick3-consequence-out = 札が尽きたので、ゲームを抜けます。
trick3-consequence-gone = { $seats }が札切れで抜け、残りの札{ $cards }枚がポットへ。
trick3-consequence-ended = 最終結果は{ $points }です。
trick3-consequence-both = { $first }{ $second }

# Panel
trick3-panel-deal = 札を配っています。
trick3-panel-ended = あなたは{ $points }です。
trick3-panel-left = { $end ->
    [S] 獲得{ $points }枚。
   *[other] { $place }番目に抜けました。獲得{ $points }枚。残り札は札切れの人みんなで分けます。
 }
trick3-makes = { $hand }({ $cards })
trick3-best = 作れる役: { $hands }
trick3-framed = 枠の札: { $hand }({ $hands }役中{ $rank }位{ $rivals ->
    [none] {""}
    [0] 。今は誰もこれより強い役を作れません
   *[other] 。これより強い役を作れる相手: { $rivals }人
})
trick3-rest-folded = ⏳ あなたは降りました。ほかの人は続けています。
trick3-best-none = この札では役ができません。
trick3-strip = { $kind ->
    [played] { $way ->
        [led] リード
       *[played] 出した札
    } { $played }
    [exposed] 晒し札 { $exposed }
   *[playedexposed] { $way ->
        [led] リード
       *[played] 出した札
    } { $played } · 晒し札 { $exposed }
}
trick3-stakes = { $last ->
    [yes] 最後の対戦で、終わると札切れ{ $end ->
        [S] でゲーム終了。
       *[other] 。{ $share }
    }
   *[no] { $near }
}勝てば+{ $least }枚{ $exact ->
    [yes] {""}
   *[no] 以上
}{ $pot ->
    [0] {""}
   *[other] (うちポット{ $pot }枚)
}{ $brief ->
    [yes] {""}
   *[no] 、引き分けは山分け
}。負けると−{ $lost }枚(勝者へ)、降りると−{ $cost }枚(ポットへ){ $last ->
    [yes] { $end ->
        [S] {""}
       *[other] で残ります(先に終わると分け前なし)
    }
   *[no] {""}
}。{ $decisive ->
    [yes] { $standing }
   *[no] {""}
}
# ゲームの最後になりうる対戦で、相手が勝ったときの枚数
trick3-stakes-rival = { $seat }が勝つと、{ $seat }{ $theirs }枚{ $exact ->
    [yes] {""}
   *[no] 以上
}、あなた{ $own }枚{ $shared ->
    [yes] (残り札の分配前)
   *[no] {""}
}。
# 誰かの札が尽きそうなときに、賭けの前に出る
trick3-near = { $more ->
    [0] この対戦でゲーム終了
    [1] 次の1人が札切れになるとゲーム終了
   *[other] { $out ->
        [0] {""}
       *[other] あと
    }{ $more }人が札切れになるとゲーム終了
}{ $shared ->
    [yes] 。残り札は札切れの人みんなで分けます
   *[no] {""}
}。
# 誰も取らなかった札から、読む人が確実にもらう分
trick3-share = { $ends ->
    [yes] この対戦が終わるとゲーム終了、残り札は札切れの人みんなで分けます{ $share ->
        [0] {""}
       *[other] (あなたは{ $share }枚以上)
    }。
   *[no] ゲームが終わると、残り札は札切れの人みんなで分けます。
}
trick3-near-none = {""}
trick3-stakes-last-short = { $ends ->
    [yes] このゲーム最後の対戦
   *[no] あなたの最後の対戦
}。勝てば+{ $least }枚{ $exact ->
    [yes] {""}
   *[no] 以上
}{ $pot ->
    [0] {""}
   *[other] (うちポット{ $pot }枚)
}。{ $decisive ->
    [yes] { $standing }
   *[no] 負けると−{ $lost }枚(勝者へ)。
}降りると−{ $cost }枚(ポットへ){ $end ->
    [S] {""}
   *[other] (分け前はまだなし)
}。
trick3-stakes-expose = 対戦では隠し手札・晒し札・隠し手札の順に1枚ずつ出し、一番強い役の人が総取り。負けると{ $lost }枚、降りると1〜2枚を失います。晒し札は使うと減り、ないと降りるしかありません。札を出すときに足せます。
trick3-stakes-expose-short = 隠し手札・晒し札・隠し手札の順に1枚ずつ出し、一番強い役の人が総取り。負けると{ $lost }枚、降りると1〜2枚を失います。
trick3-stakes-way = 表なら全員の1枚目が見え、3枚目が隠れます。裏ならその逆です。
trick3-stakes-leave = 役には隠し手札が2枚いるので、この対戦では勝てません。この札を出すと札切れで抜けます。{ $end ->
    [S] {""}
   *[other] { $share }
}{ $exposed ->
    [yes] 晒し札を出して降りれば、ゲームには残ります{ $end ->
        [S] {""}
       *[other] (先に終わると分け前なし)
    }。
   *[no] 出しても降りても、ゲームを抜けます。
}
trick3-stakes-bare = 2巡目に出す晒し札がないので、この対戦では勝てません。今降りても、出して2巡目で降りても、失うのは1枚です。
trick3-stakes-bare-short = 2巡目に出す晒し札がなく、この対戦では勝てません。降りると1枚がポットへ。
trick3-stakes-leave-short = 役には隠し手札が2枚いるので、この対戦では勝てません。
trick3-stakes-penalty = { $near }{ $leaves ->
    [yes] 最後の隠し手札を出すとゲームも抜け、晒し札もポットへ入ります。{ $end ->
        [S] {""}
       *[other] { $share }
    }
   *[no] 失うのはこの1枚だけ。ポットを取った人のものになります。
}
trick3-stakes-near-short = { $near }勝てば+{ $least }枚{ $exact ->
    [yes] {""}
   *[no] 以上
}{ $pot ->
    [0] {""}
   *[other] (うちポット{ $pot }枚)
}。{ $standing }降りると−{ $cost }枚(ポットへ)。
trick3-stakes-refill = { $near }{ $bare ->
    [this] 晒し札がありません。ないと、2巡目で必ず降りることになります。
    [next] 晒し札がありません。ないと、次の対戦の2巡目で必ず降りることになります。
   *[no] 晒し札は対戦ごとに1枚出します。多いほど選べますが、全員に見えます。
}{ $stock ->
    [0] {""}
   *[other] 引いても損はありません。
}
trick3-stakes-out = { $bare ->
    [this] 晒し札がないと、2巡目で必ず降りることになります。
    [next] 晒し札がないと、次の対戦の2巡目で必ず降りることになります。
   *[no] {""}
}抜けるには、隠し手札を全部晒します。{ $battle ->
    [lost] この対戦は負けで、もう対戦できません
   *[done] もう対戦できません
}{ $end ->
    [S] 。この対戦でゲーム終了です。
   *[other] 。{ $share }
}
trick3-stakes-more = 晒し札は対戦ごとに1枚減ります。足すとあとで選べる札が増えますが、全員に見えます。
trick3-beware = ⚠️ 晒し札がありません。このままだと{ $battle ->
    [next] 次の対戦の
   *[this] {""}
}2巡目は強制的に降りになります。
trick3-threat = 最高で{ $hand }
trick3-note-own = { $stock ->
    [0] 山札なし
   *[other] 山札{ $stock }枚
} · 獲得{ $points }枚
trick3-row-hidden = 隠し手札
trick3-row-chosen = 晒す札
trick3-row-open = { $played ->
    [yes] 晒し札と出した札
   *[no] 晒し札
 }
trick3-tip-both = { $first }{ $second }
trick3-tip = { $phase ->
    [refill] 隠し手札は6枚まで持てます。
   *[play] { $round ->
        [1] { $made ->
            [no] 役がありません。{ $stock ->
                [0] ハッタリで出すか、降りましょう。
               *[other] ハッタリで出すか、山札に期待するか、降りましょう。
             }
           *[yes] { $way ->
                [up] 最初の札が表だったので、全員が1枚目を表、3枚目を裏で出します。
                [down] 最初の札が裏だったので、全員が1枚目を裏、3枚目を表で出します。
               *[free] 1枚目を表、3枚目を裏にするか、その逆か、全員の出し方をあなたが決めます。
             }
         }
        [2] 相手のほうが強そうなら降りましょう。
       *[3] 最後の1枚で役が決まります。同じ役なら、数字の大小に関係なく引き分けです。
     }
 }

# Moves
trick3-move-lead = { $facing ->
    [down] { $card }を裏で出す
   *[up] { $card }を表で出す
 }
trick3-move-play = { $facing ->
    [down] { $card }を裏で出す
   *[up] { $card }を出す
 }
trick3-move-fold = 降りる
trick3-move-fold-card = 降りる({ $card }をポットへ)
trick3-move-expose = { $cards }を晒す
trick3-move-expose-draw = { $cards }を晒して{ $count }枚引く
trick3-move-draw = { $count }枚引く
trick3-move-none = 何もしない
trick3-tap-card = { $card } { $hand }{ $rank ->
    [0] {""}
   *[other] ({ $rank }位/{ $hands })
}
trick3-reason = まだ作れる最高の役: { $hand }({ $cards })
trick3-reason-none = 今ある札では役になりません
trick3-reason-expose = このうち1枚と隠し手札2枚で作れる役: { $hand }
trick3-reason-refill = 補充後は隠し手札{ $hidden }枚、晒し札{ $exposed }枚
trick3-reason-fold-alone = あなたは最高でも{ $hand }
trick3-reason-fold = あなたは最高でも{ $hand }、相手は最高で{ $other }
trick3-choose-exposed = どの3枚を晒しますか？
trick3-group-exposed = おすすめ: この対戦で{ $hand }{ $next ->
    [no] {""}
   *[yes] 、次の対戦で{ $second }
}を作れます
trick3-choose-play = { $facing ->
    [free] 1枚目はどの札？(次に表か裏か)
    [down] { $round ->
        [1] 1枚目、どの札を裏で出しますか？
       *[other] 最後の1枚、どれを裏で出しますか？
     }
   *[up] { $round ->
        [1] 1枚目、どの札を表で出しますか？
        [2] 2枚目、どの晒し札を出しますか？
       *[other] 最後の1枚、どれを表で出しますか？
     }
 }{ $next ->
    [refill] { $stock ->
        [0] (このあと晒し札を足せます)
       *[other] (このあと引くか晒すかを選びます)
     }
   *[end] {""}
 }
trick3-choice-alone = 札を出してから晒し札を足す
trick3-choice-alone-about = あとで選べる札が増えますが、全員に見えます
trick3-choice-alone-leave = 札を出してから晒す・抜ける
trick3-choice-alone-leave-about = 隠し手札を全部晒すと、札切れでゲームを抜けます
trick3-choose-way = 表で出しますか、裏で出しますか？
trick3-choose-penalty = どの札をポットに出しますか？{ $next ->
    [refill] (このあと晒し札を足せます)
    [maybe] (札によっては、このあと晒し札を足せます)
   *[end] {""}
}
trick3-choose-refill = { $stock ->
    [0] { $battle ->
        [last] 最後の隠し手札です。残して勝負を続けますか？
        [leave] もう次の対戦はありません。ここで抜けますか？
        [none] もう次の対戦はありません。それでも晒しますか？
        [next] 山札は空です。次の対戦のために晒し札を足しますか？
       *[this] 山札は空です。2巡目のために晒し札を足しますか？
     }
   *[other] { $battle ->
        [none] もう次の対戦はありません。それでも引くか晒しますか？
        [next] 引きますか、次の対戦のために晒しますか？
       *[this] 引きますか、2巡目のために晒しますか？
     }
}
trick3-choose-more-exposed = どの札を晒しますか？
trick3-part-exposed = { $count }枚晒す
trick3-choice-play = { $card }
trick3-choice-fold-about = { $round ->
    [1] 選んだ手札1枚がポットに入ります
   *[other] 出した札がポットに入ります
 }
trick3-choice-penalty = { $card }{ $place ->
    [exposed] (晒し札)
   *[hidden] {""}
 }
trick3-choice-leave = { $cards }を晒して抜ける
trick3-choice-draw = { $count ->
    [0] 引かない
   *[other] { $count }枚引く
 }
trick3-choice-draw-about = 晒し札はそのまま
trick3-choice-expose = { $count ->
    [0] { $stock ->
        [0] ほかの札を晒す
       *[other] 札を晒す(引かない)
     }
   *[other] 札を晒して{ $count }枚引く
 }
trick3-choice-expose-about = { $room }枚まで。晒した分だけ多く引けます
trick3-way-up = 表で出す
trick3-way-up-about = 全員が1枚目を表、3枚目を裏で出す(陽巡)
trick3-way-down = 裏で出す
trick3-way-down-about = 全員が1枚目を裏、3枚目を表で出す(陰巡)

# Events
trick3-event-dealt = { $pot ->
    [0] { $each }枚ずつ配りました。親は{ $seat }
   *[other] { $each }枚ずつ配り、余り{ $pot }枚はポットへ。親は{ $seat }
 }
trick3-event-exposed = 全員の晒し札が公開されました。
trick3-event-played = { $facing ->
    [down] { $seat }が裏で1枚出しました。
   *[up] { $seat }が{ $card }を出しました。
 }
trick3-event-folded = { $count ->
    [0] { $seat }が降りました。
   *[other] { $seat }が降り、{ $cards }はポットへ。
 }
trick3-event-folded-forced = { $seat }は晒し札がないので降り。{ $cards }はポットへ。
trick3-event-filled = { $seat }の隠し手札が尽き、山札から{ $count }枚補充されました。
trick3-event-refilled = { $count ->
    [0] { $seat }が{ $cards }を晒しました。
   *[other] { $seat }が{ $cards }を晒し、{ $count }枚引きました。
 }
trick3-event-drew = { $seat }が{ $count }枚引きました。
trick3-event-left = { $count ->
    [0] { $seat }は札が尽き、ゲームを抜けました。
   *[other] { $seat }は隠し手札が尽きてゲームを抜け、{ $cards }はポットへ。
 }
trick3-shown = { $seat }: { $hand }({ $cards })
trick3-shown-below = { $told }{"\u000A"}• { $shown }
trick3-event-all-folded = 全員が降りました(最後は{ $seat })。
trick3-event-ended = { $match ->
    [many] 第{ $game }ゲーム終了: { $points }
   *[single] ゲーム終了: { $points }
 }
trick3-points = { $seat } { $points }枚
trick3-equal-points = 枚数が同じときは、先に抜けた人が上です。
trick3-outcome = { $count ->
    [1] { $seats }が{ $points }枚で優勝
   *[other] { $seats }が{ $points }枚で同時優勝
 }

# Statistics
trick3-stats = ⚔️ 対戦{ $battles }回のうち勝ち{ $won }回、降り{ $folds }回
trick3-stats-best = 🏅 最高の役: { $hand } · 1回の対戦で最多{ $count }枚獲得

# Decisions
trick3-decision-tesca = TESCAのハーフフラッシュ・ミックスウェル・黒か白は、陰陽を字牌とみて麻雀牌に準じます。
trick3-decision-neighbours = デッキにない数字はとばして連番を数えます。Aは端だけ、TESCAの数字は最大の数と0がつながります。
trick3-decision-next-game = 次のゲームの親は、続いていれば次の対戦の親だった人。いなければ最後の親の次の席です。
trick3-decision-way = 親が降りたときは、次に札を出す人が表か裏かを決めます。
trick3-decision-leave-after = 3枚出し終えた人は勝負判定まで残り、そのあと手番順に抜けます。
trick3-decision-shared = 引き分けは、並べた札を上から手番順に等分し、余りはポットに残します。
trick3-decision-lead-gone = 次の親がゲームを抜けていたら、時計回りで次の席が親になります。

# 両立しない設定

trick3-clash-length = 長さ「{ $length }」があるのはトランプだけで、{ $family }では選べません。
trick3-clash-family = 「{ $deck }」は{ $family }のデッキではありません。
trick3-clash-size = 「{ $deck }」では{ $seats }人に足りません(1人{ $least }枚必要)。ホストがもっと枚数の多いデッキを選んでください。

# Leaderboards

trick3-measure-hand = 対戦に勝った最高の役
trick3-measure-capture = 1回の対戦での最多獲得枚数

# 名場面

trick3-highlight-hand = 🏅 対戦に勝った最高の役 · { $seat } · { $hand }
trick3-highlight-hand-title = 対戦に勝った最高の役 · { $seat }
trick3-highlight-haul = 🧺 最多獲得 · { $seat } · { $count }枚
trick3-highlight-haul-title = この対局の最多獲得 · { $seat }
trick3-highlight-steal = 💨 全員を降ろす · { $seat } · { $hand }
trick3-highlight-steal-title = 全員を降ろす · { $seat }
trick3-tale-open = { $seat }の見せた札
trick3-tale-against = 対戦相手
trick3-tale-folded = 降り
trick3-tale-taken = 獲得した札
trick3-tale-lay = { $count }枚を獲得

# トロフィー
trick3-trophy-first = 三枚目
trick3-trophy-first-about = はじめて最後まで遊ぶ(コンピューター相手でもOK)
trick3-trophy-first-done = はじめてのUDバトル・ポーカー
trick3-trophy-first-sign = 三
trick3-trophy-win = 山の大将
trick3-trophy-win-about = 1勝する
trick3-trophy-win-sign = 山
trick3-trophy-fold = 逃げるが勝ち
trick3-trophy-fold-about = 3回以上降りて勝つ
trick3-trophy-fold-sign = 逃
trick3-trophy-stand = 背水の陣
trick3-trophy-stand-about = 3回以上対戦し、一度も降りずに勝つ
trick3-trophy-stand-sign = 背
trick3-trophy-catch = 大漁
trick3-trophy-catch-about = 1回の対戦で15枚以上取る
trick3-trophy-catch-sign = 漁
trick3-trophy-hand = 大役者
trick3-trophy-hand-about = ストレートフラッシュか、より珍しい役で対戦に勝つ
trick3-trophy-hand-sign = 役
trick3-trophy-crowd = 乱戦
trick3-trophy-crowd-about = 5人以上で1ゲーム遊ぶ
trick3-trophy-crowd-sign = 乱
trick3-trophy-row = 連戦連勝
trick3-trophy-row-about = 1ゲームで5回以上対戦に勝つ
trick3-trophy-row-sign = 連
trick3-trophy-cards = 札束
trick3-trophy-cards-about = 札を{ $target }枚取る
trick3-trophy-cards-sign = 束
trick3-trophy-battles = 百戦の勇士
trick3-trophy-battles-about = { $target }回の対戦に勝つ
trick3-trophy-battles-sign = 武
