# 順位表

command-leaderboard-name = 順位表
command-leaderboard-description = このサーバーの順位を見る
command-leaderboard-game = ゲーム
command-leaderboard-game-about = どのゲームか(省略すると全ゲームの合計)
command-leaderboard-scope = 範囲
command-leaderboard-scope-about = このサーバーか、参加している全サーバーか
command-leaderboard-period = 期間
command-leaderboard-period-about = いつからの対局を数えるか
command-leaderboard-measure = 基準
command-leaderboard-measure-about = 何で比べるか

board-all-games = 全ゲーム
board-title = ## { $emoji } { $game } · { $measure }
board-scope-server = このサーバー
board-scope-everywhere = 参加中の全サーバー
board-period-all = 全期間
board-period-month = 今月(UTC)
board-period-week = 今週(UTC)
board-measure-wins = 勝利数
board-measure-rating = レーティング
board-measure-share = 勝率
board-measure-games = 対局数
board-row-wins = { $place } { $name } · { $wins }勝({ $games }戦)
board-row-rating = { $place } { $name } · { $rating }
board-row-share = { $place } { $name } · { $share }%({ $games }戦{ $wins }勝)
board-row-games = { $place } { $name } · { $games }戦
board-shared = うち同着{ $ties }
board-mine = **あなたの順位:** { $line }
board-mine-none = { $name }さんはまだこの順位表に載っていません。
board-page = { $page }/{ $pages }ページ · { $people }人
board-share-least = { $games }戦以上が対象
board-provisional = ?は暫定値
board-empty = まだ誰も載っていません。`/play` で遊んでみましょう!
board-too-old = 古い順位表です。もう一度 `/leaderboard` を実行してください。
board-rating-needs-game = レーティングはゲームごとです。ゲームも選んでください。
board-not-joined = このサーバーは全サーバーの順位表に参加していません。サーバー管理者が `/settings` で参加できます。

button-earlier = ◀ 前へ
button-later = 次へ ▶

# 個人の成績

command-stats-name = 成績
command-stats-description = このサーバーでの自分や他の人の成績を見る
command-stats-member = メンバー
command-stats-member-about = 誰の成績か(省略すると自分)

former-player = 退会した人
stats-title = ## 📊 { $name }
stats-none = このサーバーで終わった対局はまだありません。
stats-total = { $played }戦{ $won }勝({ $share }%)
stats-streak = 🔥 現在{ $streak }連勝、最高{ $best }連勝
stats-rating = レーティング{ $rating }({ $games }戦)
stats-place = 平均順位{ $place }({ $seats }人中)
stats-lies = 🎭 宣言{ $claims }回のうち嘘{ $lies }回、ばれなかった嘘{ $free }回
stats-challenges = ⚡ 挑戦{ $challenges }回のうち正解{ $right }回
stats-battles = ⚔️ 勝負{ $battles }回のうち勝ち{ $won }回、降り{ $folds }回
stats-partners = **よく遊ぶ相手**
stats-partner = • { $name } · 一緒に{ $games }戦、うち{ $won }勝
stats-chart-line = { $game }: { $start }から{ $end }へ(最低{ $low }、最高{ $high })
stats-foot = このサーバーでの対局です。レーティングは全サーバーでの人どうしの対局から計算します。?は暫定値

# これまでの対局

command-history-name = 戦歴
command-history-description = 最近の対局を一覧し、再現する

history-title = ## 🗂️ 最近の対局
history-none = 終わった対局はまだありません。`/play` で遊んでみましょう!
history-line = { $emoji } **{ $game }** · { $when } · { $seats }人中{ $place }位 · 相手: { $others }
history-left = 途中で退席
history-option = { $game } · { $date } · { $seats }人中{ $place }位
history-open = 対局を再現する…
button-newest = 最新へ
button-older = 以前の対局 ▶

# 再現

replay-title = { $emoji } { $game } · 再現 · { $total }手中{ $number }手目
replay-knew = **{ $name }が知っていたこと**
replay-spectator = 観戦者
replay-eyes = 視点: { $name }
replay-choose = 誰の視点で見ますか
replay-nowhere = この再現は開けません。もう一度開いてください。
button-replay-first = 最初
button-replay-back = 戻る
button-replay-forward = 進む
button-replay-end = 最後
