trick3-name = UDバトル・ポーカー
trick3-pitch = 3枚役の勝負で札を取り合う。取った枚数がそのまま得点。

# Options
trick3-option-family = カード
trick3-option-family-about = 使うカードの種類。役と強さの順もこれで変わります。
trick3-option-family-trump = トランプ
trick3-option-family-mahjong = 麻雀牌
trick3-option-family-tesca = TESCA
trick3-option-length = 長さ
trick3-option-length-about = 推奨デッキの大きさ。ミドルはトランプだけです。
trick3-option-length-long = ロング
trick3-option-length-mid = ミドル
trick3-option-length-short = ショート
trick3-option-deck = デッキ
trick3-option-deck-about = 推奨以外のデッキを名前で選びます(52D2は52枚を2組)。1人9枚以上になるものだけ。
trick3-option-deck-auto = 推奨
trick3-option-end = 終了条件
trick3-option-end-about = 札が尽きた人からゲームを抜けます。どこで終わるか。
trick3-option-end-M = M: 半数が抜けたら
trick3-option-end-L = L: 残り1人まで
trick3-option-end-S = S: 1人抜けたら
trick3-option-games = ゲーム数
trick3-option-games-about = 何ゲームで1試合か。得点は合計します。

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
trick3-guide = { $hand }: { $about }
trick3-about-CLF = 3枚とも黒、または3枚とも赤
trick3-about-HF = { $family ->
    [tesca] 木・火・水のどれか1種と陰陽だけ
   *[other] 数牌1種と字牌だけ
 }
trick3-about-P1 = { $family ->
    [mahjong] 同じ数字2枚、または同じ字牌2枚
   *[other] 同位2枚
 }
trick3-about-MW = { $family ->
    [tesca] 木・火・水が1枚ずつ
   *[other] 萬子・筒子・索子が1枚ずつ
 }
trick3-about-RN2 = { $family ->
    [trump] 同種の連番2枚。Aは2ともKとも隣
    [tesca] 同種の連番2枚。0は1とも最大の数とも隣
   *[other] 同種の連番2枚
 }
trick3-about-D2 = まったく同じ札2枚
trick3-about-FL = { $family ->
    [mahjong] 数牌1種だけ
   *[other] 1種だけ
 }
trick3-about-ST = { $family ->
    [trump] 3連番。Aは両端のみ、抜いた位はとばして数える
    [tesca] 3連番。0をはさんで輪につながる
   *[other] 3連番
 }
trick3-about-RaP = 2つの位だけで、ペアと同種の連番を兼ねる
trick3-about-K3 = { $family ->
    [mahjong] 同じ数字3枚、または同じ字牌3枚
   *[other] 同位3枚
 }
trick3-about-SF = 同種の3連番
trick3-about-CFL = 字牌3枚
trick3-about-BoW = 陰陽3枚で、すべて奇数(白)か、0以外のすべて偶数(黒)
trick3-about-D3 = まったく同じ札3枚

# Table
trick3-headline-over = ゲーム終了
trick3-headline-deal = 札を配っています。親は{ $seat }
trick3-headline-expose = { $count ->
    [1] 晒し札3枚を選択中: 残り{ $seats }
   *[other] 晒し札3枚を選んでください: { $seats }
 }
trick3-headline-play = { $facing ->
    [free] { $seat }の1枚目: 表かウラで出す、または降りる
    [down] { $round }巡目: { $seat }はウラで出すか降りる
   *[up] { $round }巡目: { $seat }は表で出すか降りる
 }
trick3-headline-refill = { $seat }の補充
trick3-battle = { $way ->
    [up] 対戦{ $battle } · { $round }/3巡 · 陽巡(表→晒し→ウラ)
    [down] 対戦{ $battle } · { $round }/3巡 · 陰巡(ウラ→晒し→表)
   *[none] 対戦{ $battle } · { $round }/3巡 · 陽巡か陰巡かは未定
 }
trick3-pot = ポット: { $count }枚
trick3-deck = デッキ{ $deck } · { $end ->
    [L] 残り1人で終了
    [S] 1人抜けたら終了
   *[M] 半数が抜けたら終了
 }
trick3-games = { $games }ゲーム中{ $game }ゲーム目 · 合計: { $totals }
trick3-points = { $seat } { $points }
trick3-seat = { $status ->
    [folded] 降り · { $exposed } · 獲得{ $points } · 隠し{ $hidden } · 山{ $stock }
   *[in] { $exposed } · 獲得{ $points } · 隠し{ $hidden } · 山{ $stock }
 }
trick3-seat-played = { $exposed } ▸ { $played } · 獲得{ $points } · 隠し{ $hidden } · 山{ $stock }
trick3-seat-left = 抜け · 獲得{ $points }
trick3-row-pot = ポット
trick3-note-pot = { $count }枚
trick3-note-seat = { $status ->
    [left] 抜け · 獲得{ $points }
    [folded] 降り · 獲得{ $points } · { $hidden }+{ $stock }
   *[in] 獲得{ $points } · { $hidden }+{ $stock }
 }

# Panel
trick3-no-hand = このゲームの手札はもうありません。獲得{ $points }枚
trick3-hidden-hand = 隠し手札({ $count }): { $cards }
trick3-exposed-hand = 晒し札: { $cards }
trick3-chosen = 晒す札: { $cards }
trick3-played = 出した札: { $cards }
trick3-makes = { $hand }({ $cards })
trick3-best = 作れる役: { $hands }
trick3-best-none = この札では役ができません。
trick3-threat = { $seat } { $hand }
trick3-threats = 相手は最高で: { $hands }
trick3-own = 山札{ $stock } · 獲得{ $points }
trick3-row-hidden = 隠し手札
trick3-row-exposed = 晒し札
trick3-row-played = 出した札
trick3-warning-leave = { $battle ->
    [lost] これでゲームを抜け、この対戦も降りになります。札はポットへ入ります。
   *[done] これでゲームを抜けます。残りの晒し札はポットへ入ります。
 }

# Moves
trick3-move-lead = { $facing ->
    [down] { $card }をウラで出す(陰巡)
   *[up] { $card }を表で出す(陽巡)
 }
trick3-move-play = { $facing ->
    [down] { $card }をウラで出す
   *[up] { $card }を出す
 }
trick3-move-fold = 降りる
trick3-move-fold-card = 降りる({ $card }をポットへ)
trick3-move-expose = { $cards }を晒す
trick3-move-expose-draw = { $cards }を晒して{ $count }枚引く
trick3-move-draw = { $count }枚引く
trick3-move-none = 補充しない
trick3-choose-exposed = 晒す札3枚
trick3-choose-play = { $round ->
    [1] 隠し手札から1枚、または降りる
    [2] 晒し札から1枚、または降りる
   *[3] 隠し手札から1枚、または降りる
 }
trick3-choose-way = 表かウラか
trick3-choose-penalty = ポットに捨てる札
trick3-choose-refill = 補充のしかた
trick3-choose-more-exposed = 晒す札
trick3-choose-draw = 引く枚数
trick3-choice-play = { $card }
trick3-choice-penalty = { $place ->
    [exposed] { $card }(晒し札)
   *[hidden] { $card }(隠し手札)
 }
trick3-choice-draw = { $count ->
    [0] 引かない
   *[other] { $count }枚引く
 }
trick3-choice-expose = 札を晒してから引く
trick3-choice-only-draw = 引くだけ
trick3-prospect = 最高で{ $hand }
trick3-way-up = 表(陽巡)
trick3-way-up-about = 全員が表→晒し→ウラの順に出す
trick3-way-down = ウラ(陰巡)
trick3-way-down-about = 全員がウラ→晒し→表の順に出す

# Events
trick3-event-dealt = { $each }枚ずつ配り、{ $pot }枚をポットへ。親は{ $seat }。
trick3-event-exposed = 全員の晒し札が公開されました。
trick3-event-played = { $facing ->
    [down] { $seat }がウラで1枚出しました。
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
    [0] { $seat }がゲームを抜けました。
   *[other] { $seat }がゲームを抜け、残り{ $count }枚はポットへ。
 }
trick3-shown = { $seat } { $hand }({ $cards })
trick3-event-won = { $seats }の勝ち、{ $each }枚獲得。{ $hands }
trick3-event-shared = { $seats }の引き分け、{ $each }枚ずつ獲得、ポットに{ $pot }枚。{ $hands }
trick3-event-no-hand = 全員役なし。ポットは{ $pot }枚に。{ $hands }
trick3-event-all-folded = 全員が降りました。最後は{ $seat }。
trick3-event-ended = 第{ $game }ゲーム終了: { $points }
trick3-result-score = { $score }点
trick3-outcome = { $seats }が{ $points }点で勝利。
trick3-outcome-left = 最後のゲームを抜けた順: { $seats }

# Statistics
trick3-stats = ⚔️ 勝負{ $battles }回のうち勝ち{ $won }回、降り{ $folds }回

# Refusals
trick3-refusal-choose-first = まず全員が晒し札を3枚選びます。
trick3-refusal-not-in-hand = { $card }は手札にないか、枚数が足りません。
trick3-refusal-not-hidden = { $cards }: 隠し手札から選んでください。
trick3-refusal-exposed-already = 最初の晒し札はもう決まっています。
trick3-refusal-refill-now = 札はもう出しました。補充するか、しないかを選んでください。
trick3-refusal-play-first = 補充の前に、札を出すか降りてください。
trick3-refusal-not-exposed = { $card }は晒し札ではありません。2巡目は晒し札から出します。
trick3-refusal-way-set = 表かウラかを決めるのは対戦の1枚目だけです。
trick3-refusal-way-missing = 対戦の1枚目は表(up)かウラ(down)かを決めてください。
trick3-refusal-no-penalty = 札を捨てて降りるのは1巡目だけです。今は「fold」だけで降ります。
trick3-refusal-penalty-missing = 1巡目で降りるときは、ポットに捨てる手札を1枚選んでください。
trick3-refusal-exposed-full = 晒し札は3枚までです。
trick3-refusal-hidden-full = 隠し手札は6枚までです。
trick3-refusal-stock-short = 山札は残り{ $count }枚です。
trick3-refusal-draws-itself = 隠し手札をすべて晒すと自動で補充されます。「draw」は不要です。

# Decisions
trick3-decision-tesca = TESCAのハーフフラッシュ・ミックスウェル・黒か白は、陰陽を字牌とみて麻雀牌に準じます。
trick3-decision-neighbours = デッキにない位はとばして連番を数えます。Aは両端のみ、TESCAの位は0をはさんで輪になります。
trick3-decision-next-game = 次のゲームの親は、続いていれば次の対戦の親だった人。いなければ最後の親の次の席です。
trick3-decision-way = 親が降りたときは、次に札を出す人が表かウラかを決めます。
trick3-decision-leave-after = 3枚出し終えた人は勝負判定まで残り、そのあと手番順に抜けます。
trick3-decision-shared = 引き分けは、並べた札を上から手番順に等分し、余りはポットに残します。
trick3-decision-lead-gone = 次の親がゲームを抜けていたら、時計回りで次の席が親になります。

# 両立しない設定

trick3-clash-length = 「{ $length }」があるのはトランプだけです({ $family }では選べません)。
trick3-clash-family = 「{ $deck }」は{ $family }の組ではありません。
trick3-clash-size = 「{ $deck }」では{ $seats }人に足りません(1人{ $least }枚必要)。ホストがもっと枚数の多い組を選んでください。
