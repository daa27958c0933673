# ポーカーブル

bull-name = ポーカーブル
bull-pitch = 全員の手札で作れそうな役を競り上げ、あやしいと思ったらチャレンジ
bull-turn = 手番の人は、全員の手札を合わせれば作れそうな、前より強い役を宣言するか、前の宣言にチャレンジします。外したほうがその回の負けです。
bull-aim = { $end ->
    [first] 最初に
   *[last] {""}
}{ $deal ->
    [up] { $start ->
        [2] 4
       *[1] 5
    }
   *[down] 5
}{ $end ->
    [first] 敗した人の負け、ほかの全員の勝ちです。
   *[last] 敗で脱落、最後に残った人の勝ちです。
}
bull-length = 短め: 手札2枚から始め、誰かが4敗したら終わり。通常: 1枚から始め、5敗で脱落、最後に残った人の勝ち。

# 設定

bull-option-deal = 配り方
bull-option-deal-up = 負けるたび1枚増える
bull-option-deal-down = 負けるたび1枚減る
bull-option-deal-about = 少ない枚数から増やしていくか、5枚から減らしていくかを選びます。
bull-option-start = 最初の枚数
bull-option-start-1 = 1枚
bull-option-start-2 = 2枚
bull-option-start-about = 「負けるたび1枚増える」ときの最初の手札です。人数が多いときは、2枚にすると早く終わります。
bull-option-wild = ワイルドカード
bull-option-wild-none = なし
bull-option-wild-twos = 2がワイルド
bull-option-wild-about = 2をどのカードの代わりにも使えます。宣言できる役も増えます。
bull-option-end = 終了条件
bull-option-end-last = 最後の1人まで
bull-option-end-first = 1人脱落したら
bull-option-end-about = 最後の1人になるまで続けるか、最初に脱落した人を敗者として終えるかを選びます。

# 卓

bull-headline-first = 最初に宣言するのは{ $seat }です{ $why ->
    [out] (前回の敗者は脱落したので、その2人あとから)。
   *[other] 。
}
bull-headline-call = { $seat }「**{ $call }**」
bull-round = 第{ $round }ラウンド
bull-round-before = 第{ $round }ラウンド: { $told }
bull-cards-in-play = 全員で{ $count }枚{ $wild ->
    [twos] {" "}· 2がワイルド
   *[none] {""}
}
bull-losses = { $losses }敗
bull-equal-losses = 負け数が同じときは、あとまで残った人が上です。
bull-row-shown = 前回の勝負
bull-note = { $cards }枚{ $losses ->
    [0] {""}
   *[other] {" · "}{ $losses }敗
}
bull-note-short = { $cards }枚{ $losses ->
    [0] {""}
   *[other] { $losses }敗
}
bull-chip-last = あと1敗
bull-row-out = 脱落
bull-chip-seat = { $seat }
bull-chip-call = { $seat }: { $call }
bull-chip-earlier = 前の{ $count }回は省略
bull-impossible = 「{ $call }」には{ $needed }枚必要です。今は全員で{ $count }枚なので成立しません。
bull-beyond = { $needed }枚必要な役ですが、今は全員で{ $count }枚なので成立しません。
bull-wild = ワイルド

# 勝負の瞬間

bull-showdown-good = { $fact }{ $caller }の宣言に{ $challenger }がチャレンジして負け。
bull-showdown-bad = { $fact }{ $challenger }が{ $caller }の宣言を見破りました。
bull-fact-good = ✅ 「{ $call }」は成立({ $evidence })！
bull-fact-bad = ❌ 「{ $call }」は不成立{ $count ->
    [0] {""}
   *[other] ({ $evidence }だけ)
}！
bull-fate = { $cards ->
    [0] 負け · 脱落
   *[other] { $losses }敗目({ $limit }敗で脱落) → { $cards }枚
}
bull-great-last = { $loser }が脱落し、最後に残った{ $winner }の勝ち！
bull-great-blind = { $caller }の手札には1枚もありませんでした。当てずっぽうが大当たりです。
bull-great-own = { $challenger }が自分で持っていた{ $cards }が決め手になりました。
bull-great-nothing = その役のカードは1枚もありませんでした。
bull-great-close = あと1枚で成立していました。
bull-stamp-bad = 不成立！
bull-row-call = 宣言
bull-suspense = { $challenger }がチャレンジ！{ $caller }の「{ $call }」は……？
bull-consequence-caught = { $challenger }に見破られました。{ $cards ->
    [over] {""}
    [0] あなたは脱落です。
   *[other] { $losses }敗目({ $limit }敗で脱落)。次から手札は{ $cards }枚です。
}
bull-consequence-true = チャレンジ失敗です。{ $cards ->
    [over] {""}
    [0] あなたは脱落です。
   *[other] { $losses }敗目({ $limit }敗で脱落)。次から手札は{ $cards }枚です。
}
bull-consequence-first = { $told }
    { $deal ->
        [up] 負けるたびに手札が1枚増えます。見える札は増えますが、{ $limit }敗で脱落です。
       *[down] 負けるたびに手札が1枚減ります。{ $limit }敗で脱落です。
    }
bull-consequence-catch = { $caller }の宣言を見破りました！{ $cards ->
    [over] {""}
    [0] { $caller }は脱落です。
   *[other] { $caller }は{ $losses }敗目({ $limit }敗で脱落)。
}
bull-consequence-stood = あなたの宣言は本当でした。{ $challenger }の負けです。
bull-told-good = ✅ { $caller }の「{ $call }」あり、{ $challenger }{ $out ->
    [yes] が脱落
   *[no] の負け
}
bull-told-bad = ❌ { $caller }の「{ $call }」なし、{ $out ->
    [yes] 脱落
   *[no] 負け
}
bull-told-own = { $told } · あなたの「{ $call }」{ $there ->
    [yes] {"\u2060"}✅
   *[no] {"\u2060"}❌
}
bull-told-own-short = { $told } · あなた{ $there ->
    [yes] {"\u2060"}✅
   *[no] {"\u2060"}❌
}
bull-consequence-safe = { $over ->
    [yes] { $loser }の負けでゲーム終了。あなたは無事です。
   *[no] { $loser }の負け。あなたは無事です。
}

# できごと

bull-event-dealt = 第{ $round }ラウンドのカードを配りました。
bull-event-called = { $seat }「{ $call }」
bull-event-eliminated = { $seat }が脱落しました。
bull-outcome-last = { $seats }の勝ち！最後の1人になりました。
bull-outcome-first = { $seat }が最初に脱落して負け。残った全員の勝ちです。

# 自分の手札

bull-no-hand = 次の手札を配っています。
bull-out = 脱落しました({ $seats }人中{ $place }位)。続きを見守りましょう。
bull-your-hand = 自分の手札
bull-challenge = チャレンジ
bull-stakes = チャレンジ: その役があれば{ $is_out ->
    [end] あなたの負けで終了
    [yes] あなたは脱落
   *[no] あなたの負け({ $own }敗目。{ $limit }敗で脱落、手札は1枚{ $deal ->
        [up] 増える
       *[down] 減る
    })
}、なければ{ $seat }{ $is_other_out ->
    [end] の負けで終了
    [yes] が脱落
   *[no] の負け({ $other }敗目)
}。{ $may_call ->
    [yes] 宣言: チャレンジされて役がなければあなた{ $is_out ->
        [end] の負けで終了
        [yes] は脱落
       *[no] の負け
    }。
   *[no] {""}
}
bull-stakes-short = チャレンジ: 役があればあなた{ $is_out ->
    [end] の負けで終了
    [yes] が脱落
   *[no] の負け({ $limit }敗中{ $own }敗目)
}、なければ{ $seat }{ $is_other_out ->
    [end] の負けで終了
    [yes] が脱落
   *[no] ({ $other }敗目)
}。{ $may_call ->
    [yes] 宣言: ばれたら{ $is_out ->
        [end] あなたの負けで終了
        [yes] 脱落
       *[no] 負け
    }。
   *[no] {""}
}
bull-stakes-first = チャレンジされて、その役があれば相手の負け、なければ{ $is_out ->
    [end] あなたの負けでゲーム終了です
    [yes] 脱落です
   *[no] 負けです({ $own }敗目。{ $limit }敗で脱落、手札は1枚{ $deal ->
        [up] 増えます
       *[down] 減ります
    })
}。
bull-stakes-first-short = チャレンジされて役がなければ{ $is_out ->
    [end] あなたの負けでゲーム終了
    [yes] 脱落
   *[no] 負け({ $limit }敗中{ $own }敗目)
}、あれば相手の負け。
bull-tip-first = { $why ->
    [out] 前回の敗者は脱落したので、その2人あとの人から始めます。
    [lost] 前回の敗者の次の人から始めます。手札は毎回配り直します。
   *[start] 全員の手札(合わせて{ $count }枚)で作れると思う役を宣言しましょう。見えるのは自分の手札だけです。{ $lacks ->
        [yes] ストレートやフラッシュだけの役はありません。
       *[no] {""}
    }
}
bull-tip-call = 前より強い役を宣言しましょう。前の役が全員の手札(合わせて{ $count }枚)では作れないと思ったらチャレンジです。{ $lacks ->
    [yes] ストレートやフラッシュだけの役はありません。
   *[no] {""}
}
bull-tip-wait = 役は全員の手札(合わせて{ $count }枚)で作ります。誰かがチャレンジするまで、宣言する役は強くなっていきます。

# ボタン一つの宣言

bull-tap = { $held ->
    [all] ✓ { $call }
    [0] { $call }
   *[other] { $call } · { $size }枚中{ $held }枚あり
}
bull-tap-rank = { $held ->
    [0] { $rank }
   *[other] ✓ { $rank }
}
bull-tap-single = { $rank }のシングル
bull-tap-pair = { $rank }のワンペア
bull-tap-twopair = { $rank }と{ $second }のツーペア
bull-tap-trips = { $rank }のスリーカード
bull-tap-straight = { $rank }ハイのストレート
bull-tap-flush = { $top }ハイのフラッシュ
bull-tap-full = { $rank }が3枚・{ $second }が2枚のフルハウス
bull-tap-quads = { $rank }のフォーカード
bull-tap-sflush = { $top }ハイのストレートフラッシュ
bull-tap-five = { $rank }のファイブカード
bull-tap-six = { $rank }のシックスカード
bull-tap-seven = { $rank }のセブンカード
bull-tap-eight = { $rank }のエイトカード
bull-about-one = { $held ->
    [0] シングル(1枚)
   *[other] シングル(手札にある1枚)
}
bull-choose = { $seat }の{ $is_first ->
    [yes] 最初の
   *[no] {""}
}宣言です。あなたは？
bull-choose-first = 何を宣言しますか？
bull-group-lowest = 少しだけ上げる
bull-group-singles = シングル(1枚。手札にあれば✓)
bull-group-higher = 宣言の候補
bull-menu-rest = ほかの役を宣言…
bull-group-another = ほかの宣言

# メニュー

bull-choose-kind = 宣言する役
bull-choose-rank = ランク
bull-choose-hand = ランクの組み合わせ
bull-choose-top = 一番上のカード
bull-rank = { $rank }
bull-ranks-twopair = { $rank }と{ $second }
bull-ranks-full = { $rank }が3枚・{ $second }が2枚
bull-top-of-suit = { $suit }の{ $rank }
bull-held = { $size }枚中{ $held }枚あり
bull-too-few = { $needed }枚必要(今は全員で{ $count }枚)
bull-kinds-beyond = 今は作れない役(全員で{ $count }枚)
bull-kinds-beyond-about = 宣言はできるが、必ず不成立になる
bull-choose-beyond = 宣言する役(今は作れない役)

bull-kind-single = シングル(1枚)
bull-kind-pair = ワンペア
bull-kind-twopair = ツーペア
bull-kind-trips = スリーカード
bull-kind-straight = ストレート
bull-kind-flush = フラッシュ
bull-kind-full = フルハウス
bull-kind-quads = フォーカード
bull-kind-sflush = ストレートフラッシュ
bull-kind-five = ファイブカード
bull-kind-six = シックスカード
bull-kind-seven = セブンカード
bull-kind-eight = エイトカード

bull-part-twopair = ツーペア(高いほうが{ $low }{ $span ->
    [two] か
   *[many] 〜
}{ $high })
bull-part-full = フルハウス({ $span ->
    [one] { $low }
   *[two] { $low }か{ $high }
}が3枚)
bull-part-flush = フラッシュ({ $low }〜{ $high }ハイ)
bull-part-sflush = ストレートフラッシュ({ $low }〜{ $high }ハイ)

bull-about-single = 誰かがそのランクを1枚持っている
bull-about-pair = 同じランク2枚
bull-about-twopair = 2種類のランクが2枚ずつ
bull-about-trips = 同じランク3枚
bull-about-straight = ランクの5連番(スートは自由)
bull-about-flush = トップのカードと、それより低い同じスート4枚
bull-about-full = 同じランク3枚と、別のランク2枚
bull-about-quads = 同じランク4枚
bull-about-sflush = 同じスートの5連番
bull-about-five = 同じランク5枚(ワイルドの2を含む)
bull-about-six = 同じランク6枚(ワイルドの2を含む)
bull-about-seven = 同じランク7枚(ワイルドの2を含む)
bull-about-eight = 同じランク4枚と、2が4枚
bull-detail = { $about }
bull-guide = { $kind }: { $about }
bull-guide-note = { $wild ->
    [twos] {""}
   *[none] ストレートやフラッシュだけの役はありません。
}

# 宣言

bull-call-single = { $rank }のシングル
bull-call-pair = { $rank }のワンペア
bull-call-twopair = { $rank }と{ $second }のツーペア
bull-call-trips = { $rank }のスリーカード
bull-call-straight = { $rank }ハイのストレート
bull-call-flush = { $top }ハイのフラッシュ
bull-call-full = { $rank }が3枚・{ $second }が2枚のフルハウス
bull-call-quads = { $rank }のフォーカード
bull-call-sflush = { $top }ハイのストレートフラッシュ
bull-call-five = { $rank }のファイブカード
bull-call-six = { $rank }のシックスカード
bull-call-seven = { $rank }のセブンカード
bull-call-eight = { $rank }のエイトカード

# ラウンドの全宣言を並べる行

bull-brief-single = { $rank }
bull-brief-pair = { $rank }のワンペア
bull-brief-twopair = { $rank }と{ $second }のツーペア
bull-brief-trips = { $rank }のスリーカード
bull-brief-straight = { $rank }ハイのストレート
bull-brief-flush = { $top }ハイのフラッシュ
bull-brief-full = { $rank }が3枚・{ $second }が2枚
bull-brief-quads = { $rank }のフォーカード
bull-brief-sflush = { $top }ハイのストレートフラッシュ
bull-brief-five = { $rank }のファイブカード
bull-brief-six = { $rank }のシックスカード
bull-brief-seven = { $rank }のセブンカード
bull-brief-eight = { $rank }のエイトカード

# 順位表の基準

bull-measure-bluff = 不成立なのに通った最高の宣言
bull-measure-bluff-wild = 不成立なのに通った最高の宣言(2がワイルド)
bull-measure-truth = チャレンジされて成立した最高の宣言
bull-measure-truth-wild = チャレンジされて成立した最高の宣言(2がワイルド)
bull-measure-lies = 1ゲームで不成立なのに通った宣言の数

# 成績

bull-stats-lies = 🤥 宣言{ $claims }回、うち不成立{ $lies }回(見破られず{ $free }回)
bull-stats-best-lies = 🏅 1ゲームで不成立なのに通った宣言: 最多{ $count }回
bull-stats-best-bluff = 🏅 不成立なのに通った最高の宣言: { $claim }
bull-stats-best-truth = 🏅 チャレンジされて成立した最高の宣言: { $claim }

# 名場面

bull-tale-higher = 「{ $call }」に上げる
bull-tale-lay = { $lie ->
    [yes] { $count ->
        [0] { $size ->
            [1] そのカードはなし
           *[other] { $size }枚のうち1枚もなし
        }
       *[other] { $size }枚のうち{ $count }枚だけ
    }
   *[no] 全部そろっていた
}
# 宣言は推測で、ウソとは限らない。
bull-highlight-bluff = 🤥 大胆な宣言 · { $seat }の「{ $claim }」(不成立なのに、誰もチャレンジせず)
bull-highlight-bluff-title = この対局の大胆な宣言 · { $seat }
bull-highlight-catch = ⚡ 名チャレンジ · { $seat }が{ $other }の「{ $claim }」を見破る
bull-highlight-catch-title = この対局の名チャレンジ · { $seat }
bull-highlight-stood = 🪨 チャレンジをはね返した宣言 · { $seat }の「{ $claim }」
bull-highlight-stood-title = チャレンジをはね返した宣言 · { $seat }

# 手の理由
bull-reason-sure = 「{ $call }」は自分で持っているので確実です
bull-reason-never = 「{ $call }」は{ $cards }枚ではありえません
bull-reason-lacks = 見えない{ $unseen }枚に{ $missing }必要{ $odds ->
    [rare] : めったにない
    [likely] : たいていある
   *[open] : 自分の手札から見て{ $percent }%
}
bull-missing = { RANK($rank) }が{ $held ->
    [0] { "" }
   *[other] あと
}{ $count }枚
bull-missing-cards = 札があと{ $count }枚

# トロフィー
bull-trophy-first = 牛飼い見習い
bull-trophy-first-about = はじめて最後まで遊ぶ(コンピューター相手でもOK)
bull-trophy-first-done = はじめてのポーカーブル
bull-trophy-first-sign = 牛
bull-trophy-catch = 眉につば
bull-trophy-catch-about = 不成立の宣言を1回見破る
bull-trophy-catch-sign = 眉
bull-trophy-liar = 言ったもん勝ち
bull-trophy-liar-about = 不成立の宣言を5回以上して勝つ
bull-trophy-liar-sign = 言
bull-trophy-sharp = 百発百中
bull-trophy-sharp-about = 1ゲームでチャレンジ3回以上、全部成功
bull-trophy-sharp-sign = 中
bull-trophy-truth = ウソのようなホント
bull-trophy-truth-about = 本当のフルハウス以上にチャレンジされる
bull-trophy-truth-sign = 真
bull-trophy-bluff = 大ぼら吹き
bull-trophy-bluff-about = フルハウス以上の不成立の宣言を通す
bull-trophy-bluff-sign = 大
bull-trophy-honest = 正直者の勝ち
bull-trophy-honest-about = 不成立の宣言を一度もせずに勝つ
bull-trophy-honest-sign = 正
bull-trophy-clean = 無傷の勝利
bull-trophy-clean-about = 2人以上を相手に、1回も負けずに勝つ
bull-trophy-clean-sign = 無
bull-trophy-eyes = 千里眼
bull-trophy-eyes-about = 不成立の宣言を{ $target }回見破る
bull-trophy-eyes-sign = 眼
bull-trophy-wins = 群れの王
bull-trophy-wins-about = { $target }勝する
bull-trophy-wins-sign = 王
