# すべてのゲームに共通の文

# 並べ方とカード

list-comma = {"、"}
list-last = {"、"}
joker = ジョーカー
no-cards = なし

suit-standard-s = ♠スペード
suit-standard-h = ♥ハート
suit-standard-d = ♦ダイヤ
suit-standard-c = ♣クラブ
suit-mahjong-m = 萬子
suit-mahjong-p = 筒子
suit-mahjong-s = 索子
suit-mahjong-z = 字牌
suit-tesca-k = 木
suit-tesca-h = 火
suit-tesca-m = 水
suit-tesca-y = 陰陽
suit-tomoe-r = 赤ダンゴ
suit-tomoe-a = 水ダンゴ
suit-tomoe-g = 緑タケ
suit-tomoe-o = 橙タケ
suit-tomoe-k = 黒ヒモ
suit-tomoe-p = 紫ヒモ

# コンピュータ

level-title = コンピュータの強さを選んでください。
level-normal = ふつう
level-easy = やさしい
computer-names = ソラ, モモ, クマ, ホシ, タロウ, ユキ, ネコ, リク, ミカ, フジ, コト, ナミ

# 募集

lobby-title = ## { $emoji } { $game }
lobby-closed-title = { $game }: 募集は終了しました。
lobby-seats = **席** · { $count }人({ $least }〜{ $most }人用)
lobby-seat = • { $name }
lobby-seat-host = • { $name } 👑ホスト
lobby-seat-computer = • { $name } 🤖{ $level }
lobby-options = **設定**
lobby-option = • { $option }: { $value }
lobby-ready = 準備完了。ホストが開始できます。
lobby-needs-more = あと{ $missing }人で始められます({ $least }人から。コンピュータも可)。
lobby-options-clash = この人数では、いまの設定で遊べません。ホストが設定を変えてください。
lobby-started = { $emoji } **{ $game }** 開始: { $names }
lobby-commitment = -# シャッフルは開始前に決まっています。封印: `{ $hash }`

options-title = ## 設定
options-hand-over = ホストを譲る
options-host-is = ホスト: { $name }

# ボタン

button-join = 参加
button-leave = 抜ける
button-rules = ルール
button-add-computer = コンピュータを追加
button-remove-computer = コンピュータを外す
button-options = 設定
button-start = 開始
button-cancel = 中止
button-hand = 自分の手札
button-guide = 役の一覧
button-confirm = 決定: { $move }
button-record = 棋譜
button-replay = 再現
button-rematch = もう一度

# 卓と手札

table-title = { $emoji } { $game } · { $table }
table-turn = { $count ->
    [1] ▶️ { $names }の番
   *[other] ▶️ 選択中: { $names }
}
table-abandoned = 誰もいなくなったため、ゲームを終了しました。
result-score = { $score }点
ping = { $people } { $game }であなたの番です!
panel-turn = ## あなたの番です
panel-waiting = { $names }を待っています
panel-warning = ⚠️ { $warning }
log-replaced = { $seat }の席はコンピュータが引き継ぎます。

# できないときの返事

lobby-full = 満席です。
lobby-closed = この募集は終了しています。
lobby-no-computer = 外せるコンピュータがいません。
lobby-no-such-option = その設定はもう選べません。
only-host = ホストだけができる操作です。
not-at-table = あなたはこの卓に着いていません。
not-at-table-other = その人はこの卓に着いていません。
no-such-table = この卓はもうありません。
not-started = ゲームはまだ始まっていません。
not-your-turn = あなたの番ではありません。
already-played = ほかの人の番か、もう済んだ手です。
stale-button = 状況が変わっています。手札をもう一度確認してください。
game-is-over = このゲームは終わっています。
move-refused = その手はできません。{ $why }
move-not-understood = 手を読み取れませんでした。候補から選ぶか、**自分の手札** から選んでください。
unexpected-error = 申し訳ありません、問題が起きました。ゲームは無事です。もう一度お試しください。続くときはボットの管理者にこの番号をお伝えください: `{ $incident }`
