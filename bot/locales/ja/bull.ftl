# ポーカーブル

bull-name = ポーカーブル
bull-pitch = 全員の手札で作れそうな役を競り上げ、あやしいと思ったらチャレンジ

# 設定

bull-option-deal = 配り方
bull-option-deal-up = 負けるたび1枚増える
bull-option-deal-down = 負けるたび1枚減る
bull-option-deal-about = 少ない枚数から増やしていくか、5枚から減らしていくか。
bull-option-start = 最初の枚数
bull-option-start-1 = 1枚
bull-option-start-2 = 2枚
bull-option-start-about = 増える配り方のときの最初の手札。人数が多いときは2枚だと早く終わります。
bull-option-wild = ワイルドカード
bull-option-wild-none = なし
bull-option-wild-twos = 2がワイルド
bull-option-wild-about = 2を好きなカードとして使え、コールできる役も増えます。
bull-option-end = 終了条件
bull-option-end-last = 最後の1人まで
bull-option-end-first = 1人脱落したら
bull-option-end-about = 勝者が1人になるまで続けるか、最初の脱落者を敗者として終えるか。

# 断り

bull-refusal-nothing-to-challenge = まだコールがありません。ラウンドの最初の人は必ずコールします。
bull-refusal-not-without-wilds = この役は「2がワイルド」のときだけコールできます。
bull-refusal-not-higher = 前のコール { $last } より強い役をコールしてください。

# 卓

bull-headline-first = { $seat }が最初にコール
bull-headline-call = { $seat }「**{ $call }**」
bull-round = 第{ $round }ラウンド · 全員で{ $cards }枚
bull-seat = { $cards }枚 · { $losses }敗
bull-seat-out = 脱落
bull-call-line = { $seat }「{ $call }」
bull-shown-hand = { $seat } · 第{ $round }ラウンド
bull-note-loser = ラウンドの負け
bull-showdown-good = ✅ { $caller }「{ $call }」は成立({ $evidence })。{ $challenger }のチャレンジ失敗で、{ $challenger }の負け。
bull-showdown-bad = ❌ { $caller }「{ $call }」は不成立{ $count ->
    [0] {""}
   *[other] ({ $evidence }だけ)
}。{ $challenger }のチャレンジ成功で、{ $caller }の負け。

# できごと

bull-event-dealt = 第{ $round }ラウンドを配りました。{ $seat }からコールします。
bull-event-called = { $seat }のコール「{ $call }」
bull-event-eliminated = { $seat }が脱落しました。
bull-outcome-last = { $seats }が最後まで残りました。
bull-outcome-first = { $seat }が最初に脱落し、敗者となりました。
bull-result-score = { $score }敗

# 自分の手札

bull-no-hand = いま手札はありません。
bull-your-hand = あなたの手札
bull-hand = 手札: { $cards }
bull-on-table = 全員で{ $count }枚(うち自分は{ $own }枚)
bull-last-call = 前のコール: { $seat }「{ $call }」
bull-lowest = { $call }
bull-challenge = チャレンジ

# メニュー

bull-choose-kind = コールする役
bull-choose-rank = ランク
bull-choose-high = 高いほうのペア
bull-choose-low = 低いほうのペア
bull-choose-three = 3枚のランク
bull-choose-two = 2枚のランク
bull-choose-suit = スート
bull-rank = { $rank }
bull-suit = { $suit }

bull-kind-single = シングル
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

# コール

bull-call-single = { $rank }のシングル
bull-call-pair = { $rank }のワンペア
bull-call-twopair = { $rank }と{ $second }のツーペア
bull-call-trips = { $rank }のスリーカード
bull-call-straight = { $rank }がトップのストレート
bull-call-flush = { $suit }の{ $rank }がトップのフラッシュ
bull-call-full = { $rank }が3枚、{ $second }が2枚のフルハウス
bull-call-quads = { $rank }のフォーカード
bull-call-sflush = { $suit }の{ $rank }がトップのストレートフラッシュ
bull-call-five = { $rank }のファイブカード
bull-call-six = { $rank }のシックスカード
bull-call-seven = { $rank }のセブンカード
bull-call-eight = { $rank }のエイトカード
