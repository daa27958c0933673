# ロストポーカー
lost-name = ロストポーカー
lost-pitch = ブラフでカードを押しつけ、相手の場に役を作らせて脱落させるゲーム
lost-option-losts = ロストの回数
lost-option-losts-about = 1人が1ゲームにできるロストの回数

# 宣言とカード
lost-cards = { $cards }
lost-claim-suit = { $suit }
lost-claim-rank = { $rank }
lost-claim-joker = ジョーカー
lost-out-suit = { $suit }
lost-out-rank = { $rank }
lost-seat-name = { $seat }

# テーブル
lost-headline-dealing = カードを配っています。
lost-headline-opening = 場に置く3枚を選択中: { $seats }
lost-headline-answer = { $seat } → { $target }「{ $claim }」 トラスト？ダウト？
lost-headline-place = { $seat } はロストの代わりに、手札から1枚を場に出します。
lost-headline-turn = { $seat } の手番です。
lost-headline-over = { $reasons }
lost-seat = 手札{ $cards }枚・ロスト残り{ $left }回
lost-seat-near = 手札{ $cards }枚・ロスト残り{ $left }回・**リーチ**（{ $outs }）
lost-seat-choosing = 3枚を選択中
lost-seat-ready = 準備完了
lost-seat-out = 脱落
lost-note-near = リーチ
lost-note-out = 脱落

# できごと
lost-event-dealt = { $count }枚ずつ配りました。各自3枚を伏せて場に置きます。
lost-event-fields = 全員の場を一斉に表にしました。
lost-event-played = { $seat } が { $target } に「{ $claim }」と宣言してカードを出しました。
lost-event-trust-right = { $target } のトラスト成功（「{ $claim }」）。{ $card } は { $seat } の場へ。
lost-event-trust-wrong = { $target } のトラスト失敗（「{ $claim }」はウソ）。{ $card } は { $target } の場へ。
lost-event-doubt-right = { $target } のダウト成功（「{ $claim }」はウソ）。{ $card } は { $seat } の場へ。
lost-event-doubt-wrong = { $target } のダウト失敗（「{ $claim }」は本当）。{ $card } は { $target } の場へ。
lost-event-joker-right = { $target } のトラスト成功。{ $seat } の出した { $card } は { $target } の手札へ。
lost-event-joker-wrong = { $target } のダウト失敗。{ $seat } の出した { $card } は { $target } の場へ。
lost-event-taken = { $target } が { $seat } のカード（「{ $claim }」）をロストしました。
lost-event-voided = { $target } のロストは無効！ { $seat } の出したジョーカーは { $target } の場へ。
lost-event-placed = { $seat } は手札から { $card } を場に出しました。
lost-event-lost-hand = { $seat } は手札から1枚ロストしました。
lost-event-lost-field = { $seat } は場の { $card } をロストし、手札から { $placed } を出しました。
lost-event-back = { $seat } は { $cards } を場に出し、ジョーカーをバックしました。
lost-event-passed = { $seat } はできることがなく、パスしました。
lost-end-hand = { $seat } は手札がなくなって脱落。
lost-end-flush = { $seat } は4枚フラッシュで脱落: { $cards }
lost-end-straight = { $seat } は4枚ストレートで脱落: { $cards }
lost-end-quads = { $seat } は4カードで脱落: { $cards }

# 自分だけの画面
lost-panel-nothing = まだカードがありません。
lost-panel-lay = 最初に場に置く3枚を選んでください。全員そろったら一斉に表にします。
lost-panel-laid = { $cards } を伏せました。ほかの人を待っています。
lost-panel-answer = { $seat } があなたにカードを出しました。「{ $claim }」 判断を誤ると、あなたの場に置かれます。
lost-panel-played = { $target } に { $card } を「{ $claim }」と宣言して出しています。
lost-panel-taken = あなただけに見えます: { $seat } のカードは { $card } でした。手札から1枚、自分の場に出してください。
lost-panel-voided = ジョーカーでした。ロストは無効で、ジョーカーはあなたの場へ。さらに手札から1枚、自分の場に出してください。
lost-panel-turn = あなたの手番です。
lost-panel-wait = ほかの人を待っています。
lost-panel-hand = 手札（{ $count }枚）: { $cards }
lost-panel-near = リーチ中です。場に来ると脱落するカード: { $outs }
lost-panel-pile = ロストゾーン: { $cards }・残り{ $left }回
lost-your-hand = あなたの手札
lost-your-field = あなたの場

# 行動
lost-trust = トラスト
lost-doubt = ダウト
lost-lost = ロスト（残り{ $left }回）
lost-pass = パス
lost-name-lost = ロスト
lost-name-field = 最初の場: { $cards }
lost-name-play = { $target } へ { $card } を「{ $claim }」と宣言
lost-name-place = { $card } を場に出す
lost-name-lost-hand = 手札の { $card } をロスト
lost-name-lost-field = 場の { $card } をロストし、{ $placed } を出す
lost-name-back = { $cards } を出してジョーカーをバック
lost-choose-lay = 場に置く3枚
lost-choose-kind = 何をしますか
lost-choose-play = 出すカード
lost-choose-target = 相手
lost-choose-claim = 宣言
lost-choose-lost = ロストするカード
lost-choose-place = 場に出すカード
lost-choose-back = ジョーカーの代わりに出す2枚
lost-kind-play = プレイ
lost-kind-play-detail = 相手を1人選び、宣言して裏向きで出す
lost-kind-lost-hand = 手札からロスト
lost-kind-lost-hand-detail = 手札の1枚をゲームから除外する
lost-kind-lost-field = 場からロスト
lost-kind-lost-field-detail = 場の1枚を除外し、手札から1枚出す
lost-kind-back = バック
lost-kind-back-detail = 手札2枚を場に出し、ジョーカーを手札に戻す
lost-detail-true = 本当
lost-detail-false = ウソ
lost-detail-risk = 自分の場に戻ると脱落
lost-detail-fatal = 出すと脱落
lost-detail-hit = 相手の場に残れば脱落
lost-detail-near = リーチ: { $outs }
lost-detail-cards = 手札{ $cards }枚

# 警告
lost-warn-last = 最後の手札です。手札がなくなると脱落します。
lost-warn-made = { $cards } を出すと自分の場に役ができ、脱落します。
lost-warn-risk = 相手に見破られると { $card } が自分の場に来て、脱落します。
lost-warn-wrong = 判断を誤ると脱落します。
lost-warn-place = どの手札を場に出しても役ができ、脱落します。

# 出せない理由
lost-refusal-only-field = まず全員が場に3枚を置きます。
lost-refusal-fields-lie = 最初の場はもう置き終わっています。
lost-refusal-answer-first = 出されたカードに、トラスト・ダウト・ロストのどれかで答えてください。
lost-refusal-nothing-to-answer = 答えるべきカードがありません。
lost-refusal-place-first = ロストしたので、先に手札から1枚を場に出してください。
lost-refusal-nothing-to-place = これは相手のプレイをロストしたあとだけの行動です。
lost-refusal-not-in-hand = そのカードは手札にありません。
lost-refusal-not-in-field = そのカードは自分の場にありません。
lost-refusal-same-card-twice = 別々のカードを選んでください。
lost-refusal-no-such-seat = その席はありません。
lost-refusal-not-to-yourself = 自分以外の人に出してください。
lost-refusal-joker-is-joker = ジョーカーは必ず「ジョーカー」と宣言します。
lost-refusal-one-away = リーチの相手にジョーカーは出せません。
lost-refusal-joker-stays = ジョーカーはロストできません。
lost-refusal-no-losts = ロストはもう残っていません。
lost-refusal-no-joker-in-field = 自分の場にジョーカーがありません。
lost-refusal-two-needed = バックには手札が2枚必要です。
lost-refusal-must-act = パスできるのは、ほかに何もできないときだけです。

# 原典にない取り決め
lost-decision-void-lost = ジョーカーに対するロストは回数に数えません。ただし宣言するには残りが1回以上必要です。
lost-decision-pass = パスできるのは、ほかにできることが何もないときだけです。
lost-decision-several-out = 同時に複数の人が脱落条件を満たしたら、全員脱落です。
lost-result-score = { $best ->
    [0] 脱落
   *[other] 勝ち
}
