# 捏造ポーカー
netsuzo-name = 捏造ポーカー
netsuzo-pitch = ポーカーの役を競り上げながら宣言し、隣の人の捏造(ねつぞう)を見破るゲーム
netsuzo-turn = 隣の人の手札を受け取ってもっと強い役を宣言するか、その宣言を疑います。ウソなら青+1、本当なら赤−1。赤が尽きると脱落です。ジョーカーはどのカードの代わりにもなります。
netsuzo-aim = ウソを見破り青チップ{ $blues }枚で勝ち、最後の1人でも勝ち。赤が尽きると脱落。
netsuzo-option-reds = 赤チップ
netsuzo-option-reds-number = { $number }枚
netsuzo-option-reds-about = 最初に持つ赤チップの枚数(なくなると脱落)
netsuzo-option-blues = 勝利に必要な青チップ
netsuzo-option-blues-number = { $number }枚
netsuzo-option-blues-about = 青チップを何枚集めると勝ちになるか
netsuzo-option-honesty = 宣言の判定
netsuzo-option-honesty-exact = ちょうどその役だけ本当
netsuzo-option-honesty-atleast = それより強くても本当
netsuzo-option-honesty-about = 宣言した役より強い役があるとき、宣言を本当とみなすか

# 宣言
netsuzo-claim-high = { $rank }のハイカード
netsuzo-claim-pair = { $rank }のワンペア(+{ $second })
netsuzo-claim-twopair = { $rank }と{ $second }のツーペア(+{ $third })
netsuzo-claim-trips = { $rank }のスリーカード(+{ $second })
netsuzo-claim-straight = { $rank }ハイのストレート
netsuzo-claim-flush = フラッシュ { $cards }
netsuzo-claim-full = { $rank }が3枚・{ $second }が2枚のフルハウス
netsuzo-claim-quads = { $rank }のフォーカード(+{ $second })
netsuzo-claim-sflush = { $suit }の{ $rank }ハイのストレートフラッシュ
netsuzo-claim-five = { $rank }のファイブカード

# 短く書く宣言
netsuzo-short-pair = { $rank }のワンペア(+{ $second })
netsuzo-short-twopair = { $rank }と{ $second }のツーペア(+{ $third })
netsuzo-short-trips = { $rank }のスリーカード(+{ $second })
netsuzo-short-full = フルハウス { $rank } { $rank } { $rank } { $second } { $second }
# Five cards of one suit say that they are a flush.
netsuzo-short-quads = { $rank }のフォーカード(+{ $second })
netsuzo-short-flush = フラッシュ { $suit ->
    [s] ♠︎
    [h] ♥︎
    [d] ♦︎
   *[c] ♣︎
} { $rank } { $second } { $third } { $fourth } { $fifth }
netsuzo-chip-flush = { $suit ->
    [s] ♠︎
    [h] ♥︎
    [d] ♦︎
   *[c] ♣︎
} { $rank } { $second } { $third } { $fourth } { $fifth }
netsuzo-short-sflush = ストレートフラッシュ{ $card }
netsuzo-short-straight = { $rank }ハイのストレート

# 全宣言を並べる行
netsuzo-brief-high = { $rank }のハイカード
netsuzo-brief-pair = { $rank }のワンペア+{ $second }
netsuzo-brief-twopair = { $rank }と{ $second }のツーペア+{ $third }
netsuzo-brief-trips = { $rank }のスリーカード+{ $second }
netsuzo-brief-straight = { $rank }ハイのストレート
netsuzo-brief-full = { $rank }が3枚・{ $second }が2枚
netsuzo-brief-quads = { $rank }のフォーカード+{ $second }
netsuzo-brief-sflush = { $suit }の{ $rank }ハイのストレートフラッシュ
netsuzo-brief-five = { $rank }のファイブカード

# 返事とメニュー
netsuzo-accept = 信じる
netsuzo-tap-accept = 信じる
netsuzo-reject = ウソだ
netsuzo-tap-reject = ウソだ
netsuzo-reason = { $hidden ->
    [0] 5枚のうち{ $seen }枚が見えています{ $seen ->
        [0] {""}
       *[other] : { $cards }
    }
   *[other] 5枚のうち{ $seen ->
        [0] 共有札にあるものはなく
       *[other] { $seen }枚({ $cards })が共有札にあり
    }、残り{ $missing }枚が宣言した人の手札{ $hidden }枚にあれば本当
}
netsuzo-reason-odds = 宣言した人の手札は1枚。見えない{ $unseen }枚のうち{ $count }枚のどれかなら本当
netsuzo-reason-own = { $line }{ $held ->
    [0] {""}
   *[other] {" "}· { $held_cards }は自分の手札
}{ $passed ->
    [0] {""}
   *[other] {" "}· { $passed_cards }は自分が渡した札
}{ $stake ->
    [out] {" "}· 「ウソだ」が外れればあなたが脱落
    [won] {" "}· 「ウソだ」が当たれば勝ち
   *[none] {""}
}
netsuzo-discard = { $cards }を捨てる
netsuzo-discard-leaves = { $cards } → { $claim }{ $four ->
    [s] {" "}+ ♠︎×4
    [h] {" "}+ ♥︎×4
    [d] {" "}+ ♦︎×4
    [c] {" "}+ ♣︎×4
   *[none] {""}
}
netsuzo-offer-own = 自分の手札に近い役
netsuzo-choose-kind = 何を宣言しますか？
netsuzo-group-others = 役の種類から選ぶ
netsuzo-menu-rest = ほかの役(本当もウソも)…
netsuzo-group-quick = またはここまでで一番強い役
netsuzo-group-flushes = フラッシュを選ぶ
netsuzo-group-low = ほかの役
netsuzo-quoted = 「{ $claim }」
netsuzo-choose-higher = これより強い役を宣言してください
netsuzo-choose-answer = { $seat }の宣言を信じますか？(手札{ $cards }枚+共有札)
netsuzo-choose-high-pair = 高いほうのペアは？
netsuzo-choose-low-pair = 低いほうのペアは？
netsuzo-choose-next = 次に高いランクは？
netsuzo-kind-high = ハイカード
netsuzo-kind-high-about = ペアもストレートもフラッシュもなし。一番高いカードで勝負
netsuzo-kind-pair = ワンペア
netsuzo-kind-pair-about = 同じランク2枚と、残りで一番高いカード
netsuzo-kind-twopair = ツーペア
netsuzo-kind-twopair-about = ペアが2組と、残り1枚
netsuzo-kind-trips = スリーカード
netsuzo-kind-trips-about = 同じランク3枚と、残りで一番高いカード
netsuzo-kind-straight = ストレート
netsuzo-kind-straight-about = ランクが5枚続く(スートはばらばら)
netsuzo-kind-flush = { $suit ->
    [s] ♠︎
    [h] ♥︎
    [d] ♦︎
   *[c] ♣︎
} { $ranks }…
netsuzo-kind-flush-about = 同じスート5枚(ストレート以外)
netsuzo-kind-full = フルハウス
netsuzo-kind-full-about = 同じランク3枚と、別の同じランク2枚
netsuzo-kind-quads = フォーカード
netsuzo-kind-quads-about = 同じランク4枚と、残り1枚
netsuzo-kind-sflush = ストレートフラッシュ({ $suit })
netsuzo-kind-sflush-about = 同じスートでランクが5枚続く
netsuzo-kind-five = ファイブカード
netsuzo-kind-five-about = 同じランク4枚とジョーカー
netsuzo-kind-begins = { $kind }: { $ranks }
netsuzo-kind-impossible = この手札の枚数では誰にも作れない役
netsuzo-choose-top = 一番高いランクは？
netsuzo-choose-pair = ペアのランクは？
netsuzo-choose-kicker = キッカー(+の後。残りで一番高いカード)は？
netsuzo-choose-three = 3枚のランクは？
netsuzo-choose-two = 2枚のランクは？
netsuzo-choose-four = 4枚のランクは？
netsuzo-choose-five = 5枚のランクは？
netsuzo-rest-discard = ほかの札を捨てる
netsuzo-choose-discard = どのカードを捨てますか？(→ 残りでできる役)
netsuzo-rank = { $rank }
netsuzo-ranks = { $first }+{ $then }
netsuzo-ranks-alike = { $first } { $then }
netsuzo-ranks-from = { $high }〜{ $low }
netsuzo-key-true = ✓{ $label }
netsuzo-key-count = { $label }×{ $count }
netsuzo-offer-near = 少しだけ上げる
netsuzo-offer-far = 強気に上げる
netsuzo-offer-true = ✓ { $claim }
netsuzo-offer-short = { $claim } · { $count }枚不足
netsuzo-stakes-discard = { $truth ->
    [true] 信じた宣言は本当でした。
    [lie] 信じた宣言はウソでした。
   *[unknown] {""}
}1枚引いて「{ $claim }」より強い役を宣言(ウソ可、ばれたら赤−1)。
netsuzo-stakes-answer = 「ウソだ」が当たれば青+1({ $is_won ->
    [yes] あなたの勝ち
   *[no] { $blues }枚目。{ $target }枚で勝ち
}){ $other ->
    [out] で{ $seat }は脱落
   *[red] {""}
}、外れれば{ $reds ->
    [0] あなたが脱落
   *[other] 赤−1(残り{ $reds }枚)
}。{ $may_accept ->
    [yes] 「信じる」なら{ $seat }の手札をもらって1枚捨て、もっと強い役を宣言。
   *[no] {""}
}
netsuzo-stakes-answer-short = 「ウソだ」: 当たれば青+1({ $is_won ->
    [yes] あなたの勝ち
   *[no] { $target }枚中{ $blues }枚目
}){ $other ->
    [out] で{ $seat }は脱落
   *[red] {""}
}、外れれば{ $reds ->
    [0] あなたが脱落
   *[other] 赤−1(残り{ $reds }枚)
}。{ $may_accept ->
    [yes] 「信じる」: { $seat }の手札をもらい、次の宣言。
   *[no] {""}
}
netsuzo-stakes-declare = { $seat }に「ウソだ」と言われたら、ウソなら{ $reds ->
    [0] あなたが脱落
   *[other] 赤−1(残り{ $reds }枚)
}{ $is_won ->
    [yes] で{ $seat }の勝ち
   *[no] {""}
}、本当なら{ $other ->
    [won] { $seat }が脱落し、あなたの勝ち
    [out] { $seat }が脱落
   *[red] { $seat }が赤−1
}です。

# 卓
netsuzo-headline-first = 最初の宣言
netsuzo-headline-claim = { $seat }の宣言「{ $claim }」(手札{ $cards }枚)。{ $neighbour }は信じる？
netsuzo-headline-accepted = { $neighbour }は1枚捨ててから、「{ $claim }」より強い役を宣言します
netsuzo-headline-higher = { $seat }は「{ $claim }」より強い役を宣言します
netsuzo-table-line = 第{ $round }ラウンド · 青チップ{ $blues }枚で勝ち{ $honesty ->
    [exact] {""}
   *[atleast] {" "}· 宣言より強い役でも本当
}
netsuzo-chapter = 第{ $round }ラウンド
netsuzo-chips = 赤{ $reds } · 青{ $blues }
netsuzo-chips-signs = 🔴{ $reds } 🔵{ $blues }
netsuzo-chips-out = 脱落 · 青{ $blues }
netsuzo-piles = 山札{ $pile }{ $discards ->
    [0] { "" }
   *[other] {" "}· 捨て札{ $discards }
}
netsuzo-row-open = 共有札
netsuzo-row-hand = 自分の手札
netsuzo-row-taken = { $seat }から
netsuzo-passed = 信じられて渡したカード: { $cards }
netsuzo-row-shown = { $seat }の手札
netsuzo-row-before = 前回の{ $seat }
netsuzo-note-true = 本当
netsuzo-note-false = ウソ
netsuzo-note-won = 青+1
netsuzo-note-lost = 赤−1

# 公開
netsuzo-told-true = ✅ { $caller }の「{ $claim }」は本当、{ $rejecter }{ $out ->
    [yes] 脱落
   *[no] 赤−1
}
netsuzo-told-lie = ❌ { $caller }の「{ $claim }」はウソで{ $out ->
    [yes] 脱落
   *[no] 赤−1
}、{ $rejecter }青+1
netsuzo-told-own = { $told } · あなたの「{ $claim }」は信じられました。
netsuzo-told-own-short = { $told }
netsuzo-suspense = { $rejecter }が「ウソだ！」{ $caller }の「{ $claim }」は……？
netsuzo-showdown-true = { $rejecter }は見破れませんでした。{ $fact }
netsuzo-showdown-false = { $rejecter }が見破りました。{ $fact }
netsuzo-fact-true = { $caller }の「{ $claim }」は本当！
netsuzo-fact-better = { $caller }は「{ $claim }」どころか「{ $made }」！
netsuzo-fact-false = { $caller }の「{ $claim }」はウソ！実際は最高でも「{ $made }」。
netsuzo-fact-inexact = { $caller }の「{ $claim }」はウソ！実際はもっと強い「{ $made }」。
netsuzo-reveal-out = { $seat }は赤チップがなくなり、脱落です。
netsuzo-reveal-five = 本物のファイブカード！{ $seat }が決めました。
netsuzo-reveal-long = 宣言{ $count }回、手札は{ $cards }枚。ついに中身が明かされました。
netsuzo-reveal-bold = { $seat }の、なんとも大胆なハッタリでした。
netsuzo-reveal-joker = 決め手はジョーカーでした。
netsuzo-reveal-won = { $how ->
    [last] 最後に残った{ $seat }の勝ち！
   *[blues] 青チップ{ $blues }枚で{ $seat }の勝ち！
}
netsuzo-reveal-end = { $story }{ $won }
netsuzo-consequence-caught = { $other }のウソを見破りました！{ $out ->
    [yes] { $other }は脱落、
   *[no] {""}
}青チップ+1{ $over ->
    [yes] 。
   *[no] ({ $chips })。
}
netsuzo-consequence-wrong = 見破れませんでした。宣言は本当で、赤チップを1枚失いました{ $over ->
    [yes] 。
   *[no] ({ $chips })。
}
netsuzo-consequence-lied = { $other }に見破られました。赤チップを1枚失いました{ $over ->
    [yes] 。
   *[no] ({ $chips })。
}
netsuzo-consequence-doubted = { $other }はあなたの本当の宣言を疑い、{ $out ->
    [yes] 赤チップがなくなって脱落しました
   *[no] 赤チップを1枚失いました
}{ $over ->
    [yes] 。
   *[no] (あなたは{ $chips })。
}

# できごと
netsuzo-event-dealt = 第{ $round }ラウンドのカードを配りました。
netsuzo-event-declared = { $seat }の宣言「{ $claim }」
netsuzo-event-accepted = { $seat }が信じて、{ $giver }の手札{ $count }枚を受け取りました。
netsuzo-event-drew = { $cards }を引きました。
netsuzo-event-discarded = { $seat }が1枚伏せて捨てました。
netsuzo-event-reshuffled = 山札が尽きたので、捨て札{ $count }枚を切り直して山札にしました。
netsuzo-event-nothing = 山札も捨て札もないので、{ $seat }はカードを引けません。
netsuzo-event-eliminated = { $seat }は脱落しました。
netsuzo-score-last = 最後の1人 · 青{ $blues }
netsuzo-equal-chips = 残った人が上(青、赤の多い順)、その次が脱落の遅かった人です。

# 手札パネル
netsuzo-no-hand = 手札はありません。
netsuzo-makes = あなたの今の役(枠付き): { $claim }
netsuzo-last-red = 赤チップは残り1枚。失うと脱落です。
netsuzo-tip-first = ウソも可。{ $neighbour }が信じたら手札を渡します。{ $joker ->
    [new] ジョーカーは万能です。
    [yes] ジョーカーはどのカードの代わりにもなります。
   *[no] {""}
}
netsuzo-tip-higher = ウソでも構いません。疑えるのは{ $neighbour }だけです。{ $joker ->
    [new] ジョーカーは万能です。
    [yes] ジョーカーはどのカードの代わりにもなります。
   *[no] {""}
}
netsuzo-tip-answer = { $honesty ->
    [exact] 手札と共有札の5枚でちょうど宣言した役(+はキッカー)が作れれば、ほかにもっと強い役があっても本当です。
   *[atleast] 宣言した役(+はキッカー)かもっと強い役が、手札と共有札の5枚で作れれば本当です。
}{ $joker ->
    [new] ジョーカーは万能です。
    [yes] ジョーカーはどのカードの代わりにもなります。
   *[no] {""}
}
netsuzo-tip-joker = ジョーカーはどのカードの代わりにもなるので、本当の役がいくつもできます。
netsuzo-tip-discard = いらない1枚を捨てましょう。

# 裁定
netsuzo-decision-empty-pile = 引くときに山札がなければ、捨て札を切り直して山札にします。捨て札もなければ引きません。
netsuzo-decision-starter-out = 次のスタートプレイヤーが脱落している場合は、その次の番の人から始めます。

# 名場面
netsuzo-tale-lay = { $lie ->
    [yes] 実際は: { $made }
   *[no] 本当: { $made }
}

# トロフィー
netsuzo-trophy-first = 駆け出し記者
netsuzo-trophy-first-about = はじめて最後まで遊ぶ(コンピューター相手でもOK)
netsuzo-trophy-first-done = はじめての捏造ポーカー
netsuzo-trophy-first-sign = 記
netsuzo-trophy-win = 一面トップ
netsuzo-trophy-win-about = 1勝する
netsuzo-trophy-win-sign = 一
netsuzo-trophy-catch = 裏を取る
netsuzo-trophy-catch-about = ウソを1回見破る
netsuzo-trophy-catch-sign = 裏
netsuzo-trophy-honest = 真実一路
netsuzo-trophy-honest-about = 2回以上宣言し、ウソをつかずに勝つ
netsuzo-trophy-honest-sign = 実
netsuzo-trophy-bluff = 飛ばし記事
netsuzo-trophy-bluff-about = フォーカード以上のウソを通す
netsuzo-trophy-bluff-sign = 飛
netsuzo-trophy-truth = 事実は小説より奇なり
netsuzo-trophy-truth-about = 本当のフルハウス以上を疑われる
netsuzo-trophy-truth-sign = 奇
netsuzo-trophy-crowd = 記者会見
netsuzo-trophy-crowd-about = 5人以上で1ゲーム遊ぶ
netsuzo-trophy-crowd-sign = 会
netsuzo-trophy-liar = 火のない所に煙
netsuzo-trophy-liar-about = 3回以上のウソを一度も見破られずに勝つ
netsuzo-trophy-liar-sign = 煙
netsuzo-trophy-eyes = 鬼デスク
netsuzo-trophy-eyes-about = ウソを{ $target }回見破る
netsuzo-trophy-eyes-sign = 鬼
netsuzo-trophy-wins = 新聞王
netsuzo-trophy-wins-about = { $target }勝する
netsuzo-trophy-wins-sign = 社
