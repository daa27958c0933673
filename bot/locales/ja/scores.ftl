# 順位表

command-leaderboard-name = 順位表
command-leaderboard-description = このサーバーの順位
command-leaderboard-game = ゲーム
command-leaderboard-game-about = どのゲームか(省略すると全ゲームの合計)
command-leaderboard-scope = 範囲
command-leaderboard-scope-about = このサーバーか全サーバーか、人どうしかコンピューター入りか
command-leaderboard-period = 期間
command-leaderboard-period-about = いつからの対局を数えるか
command-leaderboard-measure = 基準
command-leaderboard-measure-about = 何で比べるか

board-all-games = 全ゲーム
board-title = ## { $emoji } { $game } · { $measure }
board-scope-server = このサーバー · 人どうし
board-scope-computers = このサーバー · コンピューター入り
board-scope-everywhere = 参加中の全サーバー · 人どうし
board-scope-everywhere_computers = 参加中の全サーバー · コンピューター入り
board-period-all = 全期間
board-period-month = 今月(UTC)
board-period-week = 今週(UTC)
board-measure-beaten = 勝った相手の数
board-measure-wins = 勝利数
board-measure-rating = レーティング
board-measure-share = 勝率
board-measure-games = ゲーム数
board-measure-best_streak = 最多連勝
board-row-beaten = { $place } { $name } · { $beaten ->
    [0] 勝った相手なし
   *[other] 勝った相手{ $beaten }人
} · { $wins }勝({ $games }戦)
board-row-wins = { $place } { $name } · { $wins }勝({ $games }戦)
board-row-rating = { $place } { $name } · { $rating }
board-row-share = { $place } { $name } · { $share }%({ $games }戦{ $wins }勝)
board-row-games = { $place } { $name } · { $games }戦
board-row-own = { $place } { $name } · { $value }(全{ $games }戦)
board-shared = うち1位タイ{ $ties }回
board-beaten = { $beaten ->
    [0] 勝った相手なし
   *[other] 勝った相手{ $beaten }人
}
board-mine = ➤ { $line }
board-mine-none = { $name }はまだこの順位表に載っていません。
board-page = { $page }/{ $pages }ページ · { $people }人
board-share-least = { $games }戦以上が対象
board-provisional = ?は暫定値
board-beaten-order = 勝った相手の人数順、同じなら勝利数順
board-empty-people = まだ誰も載っていません。ここに数えるのは人どうしの対局です。コンピューターの入った対局には別の順位表があります。{ COMMAND("play") }で対局できます。
board-empty = まだ誰も載っていません。{ COMMAND("play") }で対局できます。
board-empty-rating = まだ誰も載っていません。レーティングは人どうしの対局だけで決まります(コンピューターの入った対局は対象外)。{ COMMAND("play") }で対局できます。
board-empty-share = まだ誰も載っていません。勝率は{ $least }戦以上の人だけで比べます。{ COMMAND("play") }で対局できます。
board-too-old = 古い順位表です。もう一度{ COMMAND("leaderboard") }を実行してください。
board-needs-game = これはゲームごとに比べます。ゲームも選んでください。
board-not-joined = このサーバーは全サーバーの順位表に参加していません。サーバーを管理できる人が{ COMMAND("settings") }で参加できます。

button-earlier = ← 前へ
button-later = 次へ →

# 個人の成績

command-stats-name = 成績
command-stats-description = 自分やほかの人の成績
command-stats-member = メンバー
command-stats-member-about = 誰の成績か(省略すると自分)
menu-stats = 成績を見る

former-player = 元プレイヤー
former-player-numbered = 元プレイヤー{ $number }
stats-title = ## 📊 { $name }
stats-only-own = ここで見られるのは自分の成績だけです。ほかの人の成績は、サーバーの中で{ COMMAND("stats") }を使って見てください。
stats-none = ここでの成績はまだありません。
stats-none-of = このサーバーで終わった{ $game }の対局はまだありません。
stats-total = { $played }戦{ $won }勝({ $share }%)
stats-streak = 📈 現在{ $streak }連勝、最高{ $best }連勝
stats-rating = レーティング{ $rating }({ $games }戦)
# 段位。レーティングから決まる
grade-dan = { $dan ->
    [1] 初段
   *[other] { $dan }段
}
grade-kyu = { $kyu }級
stats-place = 平均順位 { $place }(平均{ $seats }人)
stats-lies = 🤥 宣言{ $claims }回、うちウソ{ $lies }回(ばれず{ $free }回)
stats-challenges = ⚡ 見破り{ $challenges }回中{ $right }回成功
stats-best-lies = 🏅 1ゲームでばれなかったウソ: 最多{ $count }回
stats-best-bluff = 🏅 ばれなかった最高のウソ: { $claim }
stats-best-truth = 🏅 疑われても本物だった最高の役: { $claim }
measure-bluff = ばれなかった最高のウソ
measure-truth = 疑われても本物だった最高の役
measure-lies = 1ゲームでばれなかったウソの数
stats-partners = **よく遊ぶ相手**
stats-partner = • { $name } · 一緒に{ $games }戦、うち{ $won }勝
stats-chart-line = { $game }: { $start }から{ $end }へ(最低{ $low }、最高{ $high })
stats-foot = このサーバーでの対局です。
stats-foot-rated = このサーバーでの対局です。レーティングは、全サーバーでの人どうしの対局から計算します。？は暫定値です。

# これまでの対局

command-history-name = 対戦履歴
command-history-description = 最近の対局とリプレイ

history-title = ## 🗂️ 最近の対局
history-none = 終わった対局はまだありません。{ COMMAND("play") }で遊んでみましょう！
history-line = { $emoji } **{ $game }** · { $when } · { $is_team ->
    [1] { $seats }チーム中
   *[0] { $seats }人中
}{ $place }位 · 相手: { $others }
history-left = 途中で退席
history-uncounted = 成績の対象外
history-closed = モデレーターが終了(理由: { $reason })
history-void = { $emoji } **{ $game }** · { $when } · モデレーターが勝敗なしで終了(理由: { $reason })
history-option = { $game } · { $date } · { $is_team ->
    [1] { $seats }チーム中
   *[0] { $seats }人中
}{ $place }位
history-open = リプレイを見る…
history-page = リプレイをブラウザー用に保存…
history-review = 自分の手を振り返る…
button-newest = 最新へ
button-older = 以前の対局 →

# リプレイ

replay-title = { $emoji } { $game } · リプレイ · { $number }/{ $total }手
replay-title-brief = { $emoji } リプレイ · { $number }/{ $total }手
replay-spectator = 全員に見えていたものだけ
replay-everybody = 全員の手札を見る
replay-eyes = { $name }の手札を見る
replay-choose = 誰の手札を見ますか？
replay-chapters = 場面へ移動…
replay-turns = 勝負どころ
replay-at = { $number }/{ $total }手
replay-pointed = { $name }が{ $number }手目を紹介 · { $emoji } { $game }
replay-note = 📝 { $note }
replay-note-form = { $number }手目のメモ
replay-note-about = この場面を投稿するまで、自分にしか見えません
replay-notes-full = このゲームのメモは{ $most }件までです。
button-note = メモ
# ブラウザー用のリプレイ

web-first = 最初へ
web-back = 戻る
web-before = 前の見せ場
web-after = 次の見せ場
web-forward = 次へ
web-end = 最後へ
web-place = 手
web-chapters = 移動先…
web-turns = 勝負どころ
web-language = 日本語
web-eyes = 誰の手札？
web-spectator = 全員に見えていたもの
web-everybody = 全員の手札を公開
web-cards = 手札:
web-hint = 矢印キーかスワイプで、1手ずつ進みます。

# 名場面のシェア

share-title = ## 🖼️ 名場面をシェア
share-about = このメッセージはあなたにしか見えません。投稿すると、画像がチャンネルの全員に見えます。
share-choose = ほかの名場面
share-by = { $emoji } { $game } · { $name }がシェア
share-posted = ✅ このチャンネルに投稿しました。
share-nothing = シェアできる名場面がありません。ゲームが終わっていないか、目立つ場面がないか、ウソの公開を望まない人がいます。
share-not-here = 名場面は、そのゲームを遊んだサーバーで投稿できます。画像の保存は自由です。
share-may-not = あなたはこのチャンネルに書き込めないので、ここには投稿できません。
share-already = それはもうこのチャンネルに投稿されています。
share-wait = 続けて投稿したため、少しお待ちください。次に投稿できるのは{ $when }です。
share-automod = このサーバーのAutoModが、このメッセージを通しませんでした。
share-refused = Discordが、このチャンネルへの投稿を受け付けませんでした。
button-post = ここに投稿

replay-nowhere = このリプレイは開けません。もう一度開いてください。
button-replay-first = 最初
button-replay-back = 戻る
button-replay-forward = 次へ
button-replay-end = 最後
button-replay-before = 前の見せ場
button-replay-after = 次の見せ場
button-point = この場面を投稿

# 個人情報

command-privacy-name = 個人情報
command-privacy-description = 自分の情報を見る・消す
command-privacy-show = 表示
command-privacy-show-about = 保存されている自分の情報を見る
command-privacy-export = 書き出し
command-privacy-export-about = 保存されている自分の情報をファイルで受け取る
command-privacy-delete = 削除
command-privacy-delete-about = 自分の名前とIDをすべての記録から消す

privacy-title = ## 🔒 保存されているあなたの情報
privacy-nothing = 何もありません。まだ一度も遊んでいません。
privacy-person = • 名前({ $name })とDiscordのID(`{ $id }`)
privacy-seats = • 参加した卓: { $seats }卓、開いた卓: { $hosted }卓
privacy-moves = • 選んだ手: { $moves }手
privacy-results = • 対局結果: { $results }件、そこから計算したレーティングの記録: { $ratings }件
privacy-finding = • 募集のお知らせ: { $subscriptions }件、返事待ちの招待など: { $invitations }件
privacy-ways = { COMMAND("privacy export") }で全部をファイルで受け取れます。{ COMMAND("privacy delete") }で名前とIDを消せます。対局は「元プレイヤー」のものとして残ります。
privacy-export = 保存されているあなたの情報のすべてです。このメッセージはあなたにしか見えません。
privacy-ask = ## あなたの記録を削除しますか？
    • 名前とDiscordのIDを、すべての卓・結果・順位表から消します。
    • ほかの人の記録を保つため、対局は「元プレイヤー」のものとして残ります。
    • 進行中のゲームでは、コンピューターが席を引き継ぎます。
    • チャンネルのメッセージと、誰かが保存した対局記録は消せません。
    ⚠️ **元には戻せません。**
privacy-forgotten = 名前とIDを消しました。また遊ぶと、はじめての人として記録されます。
privacy-kept = 何も変更していません。
privacy-not-yours = 答えられるのは、たずねた本人だけです。
privacy-discreet = • あなたのウソ: 結果には出ず、誰も画像をシェアできません
privacy-open = ゲームが終わると、名場面が結果に出て、画像をシェアできます。あなたのウソも含まれます。
button-be-discreet = 自分のウソはシェアさせない
button-be-open = 自分のウソのシェアを許可
button-forget = はい、削除します
button-keep = いいえ

# サーバーの設定

command-settings-name = 設定
command-settings-description = サーバー管理者専用

settings-title = ## ⚙️ このサーバーの設定
settings-from-now-on = -# 言語、持ち時間、遊ぶ場所は、これから開く卓に適用されます。
settings-language = **言語**(卓と順位表)
settings-language-about = 個人あてのメッセージは、それぞれの言語で表示します。
settings-language-auto = サーバーの言語に合わせる
settings-language-en = English(英語)
settings-language-ja = 日本語
settings-channels = **チャンネル**
settings-channels-about = 何も選ばなければ、書き込めるすべてのチャンネルで遊べます。
settings-channels-all = すべてのチャンネル
settings-clock = **持ち時間**(新しい卓)
settings-clock-about = 卓ごとにホストが変えられます。時間切れになると1ゲームに1回だけ同じ長さ延長され、そのあとは本人が戻るまでコンピューターが進めます。
settings-clock-auto = 標準({ $clock })
settings-venue = **遊ぶ場所**(新しい卓)
settings-venue-about = 卓ごとにホストが変えられます。スレッドを作れないときは、チャンネルで遊びます。
settings-venue-channel = チャンネル
settings-venue-thread = 専用スレッド
settings-scope = **順位表**
settings-scope-about = 全サーバーの順位表に参加すると、ここで遊ぶ人の名前がそこに載ります。
settings-scope-server = このサーバーだけ
settings-scope-everywhere = 全サーバーの順位表にも参加する
settings-records = **対局記録とリプレイ**(終わった対局)
settings-records-about = 対局した本人はいつでも見られます。
settings-records-yes = 卓を見られる全員
settings-records-no = 対局した人だけ
settings-not-allowed = 設定を変えられるのは、サーバーを管理できる人だけです。
settings-no-such = その設定はもうありません。もう一度{ COMMAND("settings") }を開いてください。
replay-page-writing = ページを作っています……
page-in-hand = 先ほどのページを作っているところです。できあがるまでお待ちください。
pages-busy = ページ作成が混み合っています。少し待ってから、もう一度お試しください。
replay-page = ブラウザーで見られるリプレイ`{ $file }`です。オフラインでも開けて、ブログなどにも置けます。
