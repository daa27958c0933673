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
