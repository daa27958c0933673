# 捏造ポーカー
netsuzo-name = 捏造ポーカー
netsuzo-pitch = ポーカーの役を吊り上げながら宣言し、隣のウソを見破るブラフゲーム
netsuzo-option-reds = 赤チップ
netsuzo-option-reds-about = 最初に持つ赤チップ（ライフ）の枚数
netsuzo-option-blues = 勝利に必要な青チップ
netsuzo-option-blues-about = 青チップを何枚集めると勝ちになるか
netsuzo-option-honesty = 宣言の判定
netsuzo-option-honesty-exact = 宣言通りの役
netsuzo-option-honesty-atleast = 宣言以上の役
netsuzo-option-honesty-about = 宣言通りの役だけを本当とするか、それ以上の役でもよいか

# 宣言
netsuzo-claim-high = { $rank }のハイカード
netsuzo-claim-pair = { $rank }のワンペア（キッカー{ $second }）
netsuzo-claim-twopair = { $rank }と{ $second }のツーペア（キッカー{ $third }）
netsuzo-claim-trips = { $rank }のスリーカード（キッカー{ $second }）
netsuzo-claim-straight = { $rank }ハイのストレート
netsuzo-claim-flush = フラッシュ { $cards }
netsuzo-claim-full = { $rank }が3枚・{ $second }が2枚のフルハウス
netsuzo-claim-quads = { $rank }のフォーカード（キッカー{ $second }）
netsuzo-claim-sflush = { $suit }の{ $rank }ハイのストレートフラッシュ
netsuzo-claim-five = { $rank }のファイブカード

# 返事とメニュー
netsuzo-accept = アクセプト
netsuzo-reject = リジェクト
netsuzo-discard = { $cards }を捨てる
netsuzo-choose-kind = どの役？
netsuzo-kind-high = ハイカード
netsuzo-kind-pair = ワンペア
netsuzo-kind-twopair = ツーペア
netsuzo-kind-trips = スリーカード
netsuzo-kind-straight = ストレート
netsuzo-kind-flush = フラッシュ { $suit }
netsuzo-kind-full = フルハウス
netsuzo-kind-quads = フォーカード
netsuzo-kind-sflush = ストレートフラッシュ
netsuzo-kind-five = ファイブカード
netsuzo-choose-top = 一番高いランクは？
netsuzo-choose-pair = ペアのランクは？
netsuzo-choose-kicker = 一番高いキッカーは？
netsuzo-choose-high-pair = 高い方のペアは？
netsuzo-choose-low-pair = 低い方のペアは？
netsuzo-choose-three = 3枚のランクは？
netsuzo-choose-two = 2枚のランクは？
netsuzo-choose-four = 4枚のランクは？
netsuzo-choose-five = 5枚のランクは？
netsuzo-choose-suit = スートは？
netsuzo-choose-second = 2番目のランクは？
netsuzo-choose-third = 3番目のランクは？
netsuzo-choose-last = 残り2枚のランクは？
netsuzo-choose-discard = どのカードを捨てる？
netsuzo-choose-group = どのスートから捨てる？
netsuzo-rank = { $rank }
netsuzo-suit = { $suit }
netsuzo-card = { $cards }
netsuzo-rank-then = { $rank }、次が{ $high }〜{ $low }
netsuzo-two-ranks = { $rank } { $second }
netsuzo-shortcut-best = 本当の役: { $claim }
netsuzo-shortcut-next = 次に高い本当の役: { $claim }
netsuzo-shortcut-lowest = 最低の宣言: { $claim }
netsuzo-warning-lie = これはウソです。赤チップは残り1枚、リジェクトされると脱落します。
netsuzo-warning-reject = 赤チップは残り1枚、宣言が本当なら脱落します。

# テーブル
netsuzo-headline-first = { $seat }から宣言します
netsuzo-headline-claim = { $seat }の宣言: **{ $claim }** → { $neighbour }、アクセプト？リジェクト？
netsuzo-headline-accepted = { $neighbour }は**{ $claim }**をアクセプト。捨てるカードを選択中
netsuzo-headline-higher = { $seat }は**{ $claim }**より高い役を宣言します
netsuzo-round = 第{ $round }ラウンド・山札{ $pile }枚・捨て札{ $discards }枚
netsuzo-claims-before = …その前に{ $count }回の宣言
netsuzo-claim-line = { $seat }: { $claim }（アクセプト）
netsuzo-seat = 🔴赤{ $reds }・🔵青{ $blues }・手札{ $cards }枚
netsuzo-seat-out = 脱落・🔵青{ $blues }
netsuzo-row-open = 共有札
netsuzo-row-hand = あなたの手札
netsuzo-row-shown = { $seat }の公開手札
netsuzo-note-true = 本当
netsuzo-note-false = ウソ

# 公開
netsuzo-showdown-true = { $caller }の「{ $claim }」を{ $rejecter }がリジェクト。宣言は**本当**（{ $cards }）。{ $rejecter }は赤チップを1枚失います。
netsuzo-showdown-better = { $caller }の「{ $claim }」を{ $rejecter }がリジェクト。実際はそれ以上の{ $made }（{ $cards }）。{ $rejecter }は赤チップを1枚失います。
netsuzo-showdown-false = { $caller }の「{ $claim }」を{ $rejecter }がリジェクト。宣言は**ウソ**（手札{ $hand }、最高でも{ $made }: { $cards }）。{ $caller }は赤チップを1枚失い、{ $rejecter }は青チップを1枚獲得。

# できごと
netsuzo-event-dealt = 第{ $round }ラウンド、{ $seat }から始めます。
netsuzo-event-declared = { $seat }が「{ $claim }」を宣言。
netsuzo-event-accepted = { $seat }がアクセプトし、{ $giver }の手札{ $count }枚を受け取りました。
netsuzo-event-drew = { $cards }を引きました。
netsuzo-event-discarded = { $seat }が1枚伏せて捨てました。
netsuzo-event-reshuffled = 山札が尽きたので、捨て札{ $count }枚を切り直して山札にしました。
netsuzo-event-nothing = { $seat }の引く札はもうありません。
netsuzo-event-eliminated = { $seat }は脱落しました。
netsuzo-result-score = 青チップ{ $score }枚
netsuzo-outcome-blues = { $seat }が青チップ{ $count }枚で勝利。
netsuzo-outcome-last = { $seat }が最後まで残って勝利。

# 手札パネル
netsuzo-no-hand = 手札はありません。
netsuzo-hand = 手札: { $cards }
netsuzo-makes = 共有札と合わせて: { $claim }
netsuzo-last = { $seat }の宣言: { $claim }（手札{ $cards }枚）
netsuzo-todo-declare = あなたの番です。役を宣言してください（ウソでもかまいません）。
netsuzo-todo-answer = アクセプトして手札を受け取るか、リジェクトするか選んでください。
netsuzo-todo-discard = 1枚捨ててください。そのあと1枚引いて宣言します。
netsuzo-passed = 渡した札: { $cards }
netsuzo-tossed = 捨てた札: { $cards }

# 断り
netsuzo-refusal-not-higher = 直前の宣言「{ $last }」より高い役を宣言してください。
netsuzo-refusal-nothing-higher = これより高い役はないので、リジェクトしかできません。
netsuzo-refusal-answer-first = まず直前の宣言にアクセプトかリジェクトで答えてください。
netsuzo-refusal-discard-first = まず手札から1枚捨ててください。
netsuzo-refusal-not-in-hand = { $card }は手札にありません。
netsuzo-refusal-no-discard = 捨てるのはアクセプトした直後だけです。
netsuzo-refusal-nothing-to-answer = 答える宣言はありません。あなたが宣言する番です。

# 裁定
netsuzo-decision-empty-pile = 引くときに山札がなければ、捨て札を切り直して山札にします。捨て札もなければ引きません。
netsuzo-decision-starter-out = 次のスタートプレイヤーが脱落している場合は、その左隣から始めます。
