# 振り返り: 自分の判断を強いプレイヤーと比べる

button-review = 自分の手を振り返る
button-review-again = 更新
button-review-all = 一覧へ
button-review-show = 答えを見る
button-review-replay = リプレイ

review-title = { $emoji } { $game } · あなたの手の振り返り
review-running = ⏳ あなたの判断を1つずつ検討しています({ $done }/{ $all })。1分もかかりません。
review-sum = **{ $all }回中{ $good }回**は強いプレイヤーと同じくらい良い手でした。{ $fair ->
        [0] {""}
       *[other] 惜しい手(差は{ $near }%以内)は{ $fair }回です。
    }{ $poor ->
        [0] {""}
       *[other] 大きく損をした手は{ $poor }回です。
    }
review-last = この手のあとに脱落: { $decision } · { $how ->
    [best] 当時わかることだけでは、これより良い手はありませんでした。
    [good] 当時わかることだけでは、これとほぼ同じか、わずかに良い手しかありませんでした。
   *[other] { $cost }
}
review-nothing = このゲームには、検討できる判断がありませんでした。
review-winning = 勝った人の最大の獲得: { $headline }
review-worst = 特に損をした{ $count }手:
review-costly = { $decision }{ $better ->
    [none] {""}
   *[other] (「{ $better }」のほうが良い)
} · { $cost }
review-claim = { $seat }「{ $claim }」
review-decision = 判断{ $index } · { $about ->
    [none] あなた「{ $move }」
   *[other] { $about }にあなたは「{ $move }」
}
review-lucky = { $count ->
    [1] 結果は当たりでしたが、当時わかることだけで見れば、ほかの手のほうが有利でした。
   *[other] 最後の{ $count }つは結果は当たりでしたが、当時わかることだけで見れば、ほかの手のほうが有利でした。
}
review-place = 判断 { $index }/{ $all }
review-played = あなた · **{ $move }**
review-best = 強いプレイヤー · **{ $move }**
review-worth = { $bar } { $percent }%
review-highlights = **あなた自身の見せ場**(結果の画像は全員の中での一番)
review-scale = %は{ $opponents ->
    [1] 対局に勝つ確率
   *[other] { $one_loser ->
        [yes] 対局に負けない確率
       *[no] ほかの人より上位になる確率
    }
}です。当時わかることだけで計算しています。
review-risk = この宣言が見破られる確率は{ $percent }%
review-good = 強いプレイヤーと同じくらい良い手
review-truth-lie = 🔎 真相: { $seat }の宣言は**ウソ**でした。
review-truth-true = 🔎 真相: { $seat }の宣言は**本当**でした。
review-unknown = あなた · **{ $move }**。この判断はまだ検討されていません。
review-not-yours = 手を振り返れるのは、対局した本人だけです。
review-choose = 判断を選ぶ…
review-cost = 最善手{ $best }%、あなたの手{ $played }%
review-reason = { $reason }
review-try = 大きく損をした手です。今ならどうしますか？
review-tried-found = ✅ **{ $move }** 正解です。
review-tried-equal = 👍 **{ $move }**は強いプレイヤーの手と同じくらい良い手です。{ $bar }
review-tried-better = 👍 **{ $move }**は前より良い手ですが、もっと良い手があります。{ $bar }
review-tried-worse = 👎 **{ $move }**は良くなりません。{ $bar }

# ヒント

button-hint = ヒント
hint = 💡 { $move }{"\u000A"}-# { $prospects }
hint-claim = 💡 { $move }{"\u000A"}-# { $prospects }(見破られる確率は{ $risk }%)
hint-many = 💡 { $move }{"\u000A"}-# ほかに同じくらい良い手が{ $more }通り · { $prospects }
hint-any = 💡 どれを選んでも変わりません{"\u000A"}-# { $prospects }
hint-prospects = { $others ->
    [1] 勝つ確率は{ $percent }%
   *[other] 最終順位は{ $players }人中{ $place }位くらいの見込み
}
hint-prospects-out = この対局で負ける確率は約{ $percent }%
hint-than = { $why } · { $is_equal ->
    [yes] 「{ $other }」も同じくらい良い手
   *[no] { $others ->
        [1] 「{ $other }」なら{ $theirs }%
       *[other] 順位で上回れそうな相手は{ $ours }%、「{ $other }」なら{ $theirs }%
    }
}
hint-none = 💡 今は答えられません。もう一度押してください。
hint-why = { $hint }{"\u000A"}-# { $why }
