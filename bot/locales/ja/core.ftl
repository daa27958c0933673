# すべてのゲームに共通の文
#
# 用語(どのファイルでも同じ語を使う):
#   ウソ        本当でない宣言。「ブラフ」とは書かない
#   ハッタリ    ウソで押し切ること
#   宣言        ポーカーブル、捏造ポーカー、ロストポーカーと、統計・予想での総称。「コール」はポーカーでは同額を出すこと
#   見破り      統計での総称。ゲームの中では「チャレンジ」「ウソだ」「ダウト」
#   退席        始まったゲームを途中でやめること。募集では「参加をやめる」
#   離席        席を残して不在なこと。戻るボタンは「席に戻る」
#   脱落        ゲームのルールで負けて外れること。「抜ける」はUDバトル・ポーカーで札が尽きたときだけ
#   順位表      「ランキング」とは書かない。「レーティング」は略さない
#   対局        終わったゲームの記録。試合は何ゲームかの合計
#   表 / 裏     漢字で書く
#   カード / 札 巴札とUDバトル・ポーカーは「札」、ほかは「カード」(山札、捨て札、共有札はどれでも同じ)
#   トリック    「勝」「連勝」とは数えない。得点は「点」
#   モデレーター サーバーの卓を管理できる人
#   レッスン    1つずつゲームを覚えるもの。「練習」は成績に数えないゲーム
#
# 記号の書き方は docs/TEXTS.md を見てください。間を空けるときは「 · 」。数はアラビア数字(1つ、2人)。「誰」「一番」は漢字。

# 並べ方とカード

list-comma = {"、"}
list-last = {"、"}
joker = ジョーカー
no-cards = なし

# 文の中のランク。日本語ではカードの字のまま(英語では ace, aces など)

rank-one = { $rank }
rank-many = { $rank }

suit-standard-s = スペード
suit-standard-h = ハート
suit-standard-d = ダイヤ
suit-standard-c = クラブ
suit-mahjong-m = 萬子
suit-mahjong-p = 筒子
suit-mahjong-s = 索子
suit-mahjong-z = 字牌
suit-tesca-k = 木
suit-tesca-h = 火
suit-tesca-m = 水
suit-tesca-y = 陰陽
suit-tomoe-r = 赤{"\u2060"}ダ{"\u2060"}ン{"\u2060"}ゴ
suit-tomoe-a = 水{"\u2060"}ダ{"\u2060"}ン{"\u2060"}ゴ
suit-tomoe-g = 緑{"\u2060"}タ{"\u2060"}ケ
suit-tomoe-o = 橙{"\u2060"}タ{"\u2060"}ケ
suit-tomoe-k = 黒{"\u2060"}ヒ{"\u2060"}モ
suit-tomoe-p = 紫{"\u2060"}ヒ{"\u2060"}モ

# 絵柄の文字で呼ぶ札

card-tomoe-r = 赤{"\u2060"}{ $rank }
card-tomoe-a = 水{"\u2060"}{ $rank }
card-tomoe-g = 緑{"\u2060"}{ $rank }
card-tomoe-o = 橙{"\u2060"}{ $rank }
card-tomoe-k = 黒{"\u2060"}{ $rank }
card-tomoe-p = 紫{"\u2060"}{ $rank }
card-tomoe-au = 金将
card-tomoe-ag = 銀将
card-tomoe-cu = 銅将
card-mahjong-m = { $rank }{"\u2060"}萬
card-mahjong-p = { $rank }{"\u2060"}筒
card-mahjong-s = { $rank }{"\u2060"}索
card-tesca-k = 木{"\u2060"}{ $rank }
card-tesca-h = 火{"\u2060"}{ $rank }
card-tesca-m = 水{"\u2060"}{ $rank }
card-tesca-taikyoku = 太極{"\u2060"}{ $rank }
card-tesca-yang = 陽{"\u2060"}{ $rank }
card-tesca-yin = 陰{"\u2060"}{ $rank }
card-mahjong-1z = 東
card-mahjong-2z = 南
card-mahjong-3z = 西
card-mahjong-4z = 北
card-mahjong-5z = 白
card-mahjong-6z = 發
card-mahjong-7z = 中

# コンピューター

level-easy = やさしい
level-normal = ふつう
level-hard = つよい
level-expert = 達人
computers-title = ### コンピューター
computers-fill = **{ $count }人になるまで加える** · 強さは？
computers-add = **もう1人加える** · 強さは？
computers-ready = 準備完了。**開始**を押すとカードが配られます。
computers-tempers = -# 名前の後ろの印は、強さではなく性格です。🔥 強気(よく疑い、強く出る)、🐢 慎重(なるべく本当のことを言う)、🦊 くせ者(でまかせをよく言い、相手は疑わない)
computers-tempers-short = -# コンピューターの性格: 🔥 強気 · 🐢 慎重 · 🦊 くせ者
computer-names = ソラ, モモ, クマ, ホシ, タロウ, ユキ, ネコ, リク, ミカ, フジ, コト, ナミ

# 募集

lobby-title = ## { $emoji } { $game }
lobby-closed-title = { $game }: 募集は終了しました。
lobby-seats-exactly = **席** · { $most }人中{ $count }人
lobby-seats = **席** · { $count }人({ $least }〜{ $most }人用)
lobby-team = **チーム{ $number }**
lobby-seat = • { $name }
lobby-seat-host = • { $name } 🔑 ホスト
lobby-seat-asked = • { $name } · ⏳ 返事待ち
lobby-seat-computer = • { $name } · { $level }
lobby-option = -# { $option }: { $value }
lobby-minutes = 約{ $minutes }分({ $people }人{ $computers ->
    [0] {""}
   *[other] とコンピューター{ $computers }人
})
lobby-ready = 準備完了。ホストが開始できます。
lobby-ready-or = 準備完了です。ホストが**開始**を押すと始まります。ホストが10分いないときは、席にいる人なら誰でも開始できます。
lobby-asking =
    { $count ->
        [0] 全員の返事がそろいました。まもなく始まります。
       *[other] **まだいますか？** ⏳の人は**出席**を押してください。全員の返事がそろうと始まります。返事のない席は、{ $left }にコンピューターに替わります。
    }
lobby-asks = まだいるかどうかを確かめています。2分以内に自動で始まります。
presence-call = { $people } { $host }が{ $game }を始めます。**まだいますか？** **出席**を押してください。返事がないと、{ $left }にコンピューターが代わりに入ります。
presence-here = 出席を確認しました。始まると、ここに手札が出ます。
presence-known = そのままで大丈夫です。返事は必要ありません。
lobby-host-gone =
    { $ready ->
        [yes] ホストが10分間何も押していません。席にいる人なら誰でも**開始**を押せます。
       *[other] { $status } ホストが10分間何も押していません。席にいる人なら誰でもホストを代われます(**{ $more }**)。
    }
button-take-over = ホストを代わる
lobby-swapped = 席を替わりました。
lobby-left = 参加を取りやめました。
lobby-cancelled = 募集を中止しました。
lobby-page-started = { $game }が始まりました。{ $thread ->
    [none] 下の
    [soon] 専用スレッドの
   *[other] { $thread }の
}卓のメッセージで**{ $hand }**を押してください。
lobby-page-done = 完了しました。上の募集のメッセージに反映されています。
lobby-needs-more = あと{ $missing }人で始められます(コンピューターでも可)。
lobby-options-clash = この人数では、今の設定で遊べません。ホストが設定を変えてください。
lobby-not-published = 今の参加者がまだ募集のメッセージに出ていません。もう一度**{ $start }**を押してください。
lobby-started = { $emoji } **{ $game }** 開始: { $names }
fair-text = ## シャッフルは公正？
    カードの並びは、募集を始めたときに決めたシード(秘密の値)と、Discordが操作に付けた番号(全員の**参加**と、募集内容の最後の変更)だけで決まります。誰にも選べません。
    これらと設定から作った検証用ハッシュを、配る前にチャンネルに載せます。あとから取り替えることはできません。

    検証用ハッシュ: `{ $seal }`
    シードのハッシュ: `{ $commitment }`
    卓: `{ $table }`
fair-join = あなたの番号: `{ $join }`({ $when }に着席)。対局記録に同じ番号があるか、あとで確かめられます。
fair-no-join = 検証用ハッシュを載せたときに席に着いていなかったので、シャッフルにあなたの番号は入っていません。
fair-after = 終わると、**対局記録**でシード、全員の番号、すべての手を受け取れます。`tefuda verify`で同じシャッフルを再現できます。
lobby-in-thread = -# 場所: 専用スレッド
lobby-no-thread = -# ここではスレッドを作れなかったため、このチャンネルで遊びます(ボットに**公開スレッドの作成**と**スレッドでメッセージを送信**の権限が必要です)。
lobby-unanswered = 招待中(返事待ち): { $people }
lobby-declined = { $name }: 今回は見送り
lobby-told = -# 🔔 { $people } 募集のお知らせです。
invitation = { $people } { $host }から{ $game }への招待です。
invitation-joined = 参加しました。募集はこのチャンネルにあります。
invitation-declined = 見送りと伝えました。気が変わったら**{ $join }**を押してください。
thread-name = { $game } · { $names }
thread-over = { $emoji } **{ $game }** 終了: { $first }の勝ち(参加: { $names })
thread-broken-off = { $emoji } **{ $game }** 勝敗なしで終了: { $names }

options-outcome = 今の設定: { $outcome }
options-title = ## 設定
options-hand-over = ホストを譲る
options-host-is = ホスト: { $name }
options-clashed = 選んだ設定の一部は組み合わせられません。次のように決めました。
options-also = その他
options-also-watching = 脱落した人は全員の手札を見られる
options-also-hints = ヒントを使える
options-venue = 遊ぶ場所
options-venue-channel = このチャンネルで遊ぶ
options-venue-thread = 専用スレッドで遊ぶ
options-invite = メンバーを招待(7人まで)
another-title = 次はどのゲームにしますか？一緒に遊んだ全員を招待します。
another-title-meanwhile = 待つ間に何をしますか？ほかの脱落した人も招待します。
another-choose = ゲームを選ぶ

# ボタン

button-join = 参加
button-computers = +コンピューター
button-change-seat = 席を替わる
button-leave = 参加をやめる
button-rules = ルール
button-remove-computer = 1人減らす
button-clear-computers = 全員外す
button-options = 設定
button-all-options = すべての設定
button-more = その他
help-now = コンピューターとすぐ遊ぶ
button-explain = ルールを読む
button-done = 完了
button-fair = シャッフルの公正さ
button-start = 開始
button-cancel = 募集を中止
button-hand = 自分の手札
button-guide = 役の一覧
button-look = 卓
button-look-back = 手札に戻る
button-go-on = 次へ
extras-title = ## このゲームについて
button-log = 経過
button-confirm = 決定: { $move }
button-back-a-step = 戻る
button-leads-on = { $label }…
number = { $number }
number-range = { $first }〜{ $last }
menu-to = { $named }…{ $last }
menu-headed = { $heading }: { $named }
menu-first = { $named }…
menu-others = ほか{ $count }通り…
menu-and-others = { $named }、ほか{ $count }通り…
menu-and-more = { $named }…(全{ $count })
menu-cards = { $least ->
    [1] 最大{ $most }枚選ぶ
   *[other] { $most }枚選ぶ
}
button-record = 対局記録
button-replay = リプレイ
button-share = 名場面をシェア
button-rematch = もう一度
button-acts = 卓の操作
button-pause = 一時停止
button-resume = 再開
button-take-seat = { $name }の席に入る
button-resign = 途中で退席
button-resign-yes = 退席
button-stay = 続ける
button-acts-back = 戻る
button-watch = 全員の手札で観戦
button-hints-on = ヒント: あり
button-hints-off = ヒント: なし
button-watching-on = 全手札観戦: あり
button-watching-off = 全手札観戦: なし
button-open-lobby = 卓を開く
button-another = 別のゲーム
button-not-now = 今回は見送る
button-notify = 🔔 募集のお知らせ
button-stop-telling = お知らせをやめる

# 卓と手札

table-title = { $emoji } { $game }
table-option = { $option }: { $value }
table-turn = { $count ->
    [1] 👉 { $names }の番
   *[other] 👉 { $names }が選んでいます
}
table-broken = 手順を再現できなくなったため、このゲームは終了しました(卓: { $table })。成績には影響しません。申し訳ありません。
table-set-aside = 申し訳ありません、手順を再現できないため、このゲームは一時保留中です。記録は失われておらず、修正されればここで再開します。その間は別の卓を開けます。お問い合わせ番号: `{ $incident }`
table-game-missing = 申し訳ありません、このボットには現在 { $game } が導入されていないため、このゲームは一時保留中です。記録は失われておらず、導入されればここで再開します。その間は別の卓を開けます。お問い合わせ番号: `{ $incident }`
game-not-installed = { $game } (現在は未導入)
table-unsaid = 申し訳ありません、表示できない部分があります。ゲームは無事で、手は{ COMMAND("move") }で入力できます。
stamp-true = 本当！
stamp-lie = ウソ！
picture-turn = 手番の{ $title }
picture-backs = 裏向き{ $count }枚
picture-hand = 手札
picture-open = 公開
picture-note = { $title }({ $note })
picture-caption = { $card }({ $caption })
picture-between = { "\u00A0· " }
picture-hot = 【{ $card }】
picture-new = 新しい{ $card }
picture-legend = 【】は画像の中の枠付き
picture-won = { $title }{ $kind ->
    [judgement] が正解
    [contest] {" "}· 勝者
   *[game] の勝ち
}
picture-leader = { $title }(親)
# Somebody's place at the end, before their name.
picture-place = { $place }位 { $title }
result-score = { $score }点
result-won = 🏆 { $names }の勝ち！
result-lost = 💥 { $seat }の負け！ほかの全員の勝ち！
result-other = { $place } { $name }({ $score })
result-own = あなた: { $place } · { $score }
result-own-lost = あなた: { $score }
# The reader has won with all others but one.
result-won-among = 🏆 あなたの勝ち！{ $loser }の負けです。
result-own-among = 🥇 あなた({ $score }) · 💥 { $loser }({ $lost })
result-tie = 🤝 引き分け！
result-place = { $place }位
result-rating = レーティング { $change } → { $rating }
highlight-bluff = 🤥 会心のウソ · { $seat }の「{ $claim }」(誰にも見破られず)
highlight-bluff-title = この対局の会心のウソ · { $seat }
highlight-catch = ⚡ 名推理 · { $seat }が{ $other }の「{ $claim }」を見破る
highlight-catch-title = この対局の名推理 · { $seat }
highlight-stood = 🪨 疑いをはね返した宣言 · { $seat }の「{ $claim }」
highlight-stood-title = 疑いをはね返した宣言 · { $seat }
tale-says = { $seat }の言葉
tale-thinks = { $seat }の判断
tale-lay = 真相
tale-seat = { $seat }
tale-said = 「{ $said }」
tale-sign = Tefuda 手札
ping = { $people } { $game }: あなたの番です！
panel-turn = ## あなたの番です
panel-turn-short = あなたの番
panel-stopped = 試合はここまでです。
panel-waiting = { $names }を待っています
panel-table-in-thread = 卓: { $thread }
panel-rests = ⏳ ほかの人の番です。進み具合は卓のメッセージで見られます。
strip-you = **あなた**
strip-seat = { $turn ->
    [yes] 👉{" "}
   *[no] {""}
}{ $name }{ $note ->
    [none] {""}
   *[other] {"\u00A0"}{ $note }
}{ $said ->
    [none] {""}
   *[other] : { $said }
}
strip-disc = { $ink ->
    [red] 🔴
   *[blue] 🔵
}{ $count }
strip-equal = { $names } · 全員{ $note }
strip-equal-figures = 全員{ $note } · { $names }
# このラウンドでの宣言を順に並べた1行
claims-line = -# 🗣️ { $claims }
claims-one = { $who ->
    [you] あなた
   *[other] { $name }
}: { $claim }
claims-earlier = …(ほか{ $count }件)
panel-stakes = -# ⚖️ { $stakes }
standing-number = { $points }{"\u2060"}{ $unit ->
    [cards] 枚
   *[points] 点
}
stakes-standing = { $kind ->
    [ahead] 今は{ $own }であなたが首位(次は{ $seats }の{ $best })。
    [level] 今は{ $seats }と{ $own }で首位に並んでいます。
   *[behind] 今の首位は{ $seats }の{ $best }、あなたは{ $own }。
}
panel-stakes-loud = ❗ **{ $stakes }**
panel-warning = ⚠️ { $warning }
reader = あなた
panel-said = ⚠️ { $said }
panel-tip = ℹ️ { $tip }
panel-forced = 選べる手が1つだけなので、自動で進めました: { $move }
panel-drew = { $cards }を引きました。
panel-afterwards = そのあと: { $told }
panel-both = { $first }{ $second }
panel-out = ## { $seats }人中{ $place }位でした
    このまま最後まで観戦できます。
panel-meanwhile = **終わるまでの間に:**
panel-meanwhile-guess = 🔮 宣言が本当かウソかを予想できます。的中は今日の成績に加わり、よく当てた人は結果に出ます。
panel-meanwhile-watch = 👀 全員の手札を見られます。見たあとは予想できません。
panel-meanwhile-play = 🎴 ほかの脱落した人と別のゲームができます。このゲームはそのまま続き、再戦にも加われます。
panel-left = ## ゲームを抜けました
    { $told }このまま最後まで観戦できます。
log-title = ### 経過
log-before = (ほか{ $count }件は「経過」へ)
log-replaced = ここからは{ $seat }が続けます。
seat-for = { $name }({ $who }の代わり)
seat-for-nobody = { $name }(退席した人の代わり)
table-paused-by = ⏸️ { $names }が**一時停止**しました。{ $when }に自動で再開します。
table-paused-now = ⏸️ **一時停止中** · { $when }に自動で再開します。
log-taken = { $seat }が席を引き継ぎました。
watch-title = ## 全員の手札
lobby-hints-on = -# ヒント: あり
lobby-watching-off = -# 脱落した人の全手札観戦: なし

# できないときの返事

lobby-full = 満席です。
lobby-closed = この募集は終了しています。
lobby-no-computer = 外せるコンピューターがいません。
lobby-no-such-option = その設定はもう選べません。
only-host = ホストだけができる操作です。
no-threads-here = ここでは専用スレッドを作れません。
no-bots-invited = ボットは招待できません。**+コンピューター**で加えられます。
menu-invite = 卓に招待する
menu-watch = 観戦する
menu-no-table = 開いている卓のメッセージではありません。卓が出ているメッセージを選んでください。
watch-in-channel = このゲームは卓のメッセージで観戦できます。
invite-oneself = 自分は招待できません。{ COMMAND("play") }で卓を開くと、自分も席に着きます。
invite-which-game = ## { $who }を招待
    募集中の卓がありません。どのゲームの卓を開きますか？
invite-done = { $channel }の{ $game }の卓に{ $who }を招待しました。
not-invited = この卓には招待されていません。**{ $join }**は誰でも押せます。
too-many-guests = 招待できるのは{ $most }人までです。
not-at-table = あなたはこの卓に着いていません。
spectator-offer = { $guess ->
    [yes] 観戦しながら、本当かウソかを予想できます。
   *[no] 観戦できます。
}
not-at-table-other = その人はこの卓に着いていません。
no-such-table = この卓はもうありません。
not-started = ゲームはまだ始まっていません。
not-your-turn = 今は{ $names }の番です。
nobodys-turn = カードを配っているところです。
already-played = ほかの人の番か、もう済んだ手です。
stale-button = 状況が変わっています。手札をもう一度確認してください。
already-left = このゲームはすでに退席しています。
game-is-over = このゲームは終わっています。
move-several = 同じ名前の手がいくつかあります: { $moves }。候補から選んでください。
move-named = 「{ $name }」
move-would-be = 手を読み取れませんでした。たとえば次のように入力できます: { $moves }。**{ $hand }**からも選べます。
move-not-legal = その手は今はできません。たとえば次の手ができます: { $moves }。**{ $hand }**からも選べます。
move-example = `{ $typed }`({ $name })
unexpected-error = 申し訳ありません、問題が起きました。ゲームは無事です。もう一度お試しください。続くときはボットの管理者にこの番号をお伝えください: `{ $incident }`
not-written = 今はデータを保存できません。失われたものはありません。少し待ってから、もう一度お試しください。
not-written-retried = 今は手を保存できません。失われたものはありません。こちらで自動的にやり直します。
restarting = 再起動中です。ゲームは無事です。少し待ってからもう一度お試しください。
shut-out = このチャンネルの卓を更新できなくなりました。チャンネルを管理する人に頼んで、次の権限を許可してもらってください: **{ $permissions }**。それまではこの画面で続けられます。
shut-out-yours = このチャンネルの卓を更新できなくなりました。チャンネルの設定で、次の権限を許可してください: **{ $permissions }**。それまではこの画面で続けられます。
already-joined = もうこの卓に着いています。**{ $more }**から参加を取りやめられます。
cards-not-together = その組み合わせは選べません。選び直してください。
reveal-first = いまカードを公開中です。数秒後にもう一度どうぞ。
result-not-public = いまカードを公開している卓があります。数秒後にもう一度どうぞ。
not-over-yet = まだゲーム中です。終わってからどうぞ。
records-not-shared = このサーバーでは、参加した人だけが対局記録を見られます。
table-paused = 一時停止中です。卓の**{ $resume }**で続けられます。
act-not-possible = その操作はもうできません。
act-not-yours = ホストとプレイ中の人だけが決められます。
seat-is-taken = この席はもう空いていません。
seat-not-for-you = このゲームの席に着いたことのある人は手札を知っているため、ほかの席には入れません。
watching-not-yours = 全員の手札を見られるのは、この卓で脱落した人だけです(卓の設定によります)。成績に数えるゲームを退席した人は、ゲームが終わるか、全員が賛成すれば見られます。
no-table-of-yours = 参加中のゲームがありません。{ COMMAND("play") }で始められます。
no-table-here = このチャンネルにゲームはありません。{ COMMAND("play") }で始められます。
only-in-servers = ゲームはサーバーの中で遊べます。サーバーに追加して{ COMMAND("play") }と入力してください。
not-in-this-channel = このチャンネルでは遊べません。ほかのチャンネルでどうぞ。
cannot-write = ここには書き込めません。{ $advice }そのあと、もう一度お試しください。
cannot-write-private = このプライベートスレッドに追加してください(スレッドで{ $bot }とメンションします)。
cannot-write-locked = スレッドがロックされています。モデレーターならロックを解除できます。
cannot-write-refused = 権限はそろっていますが、Discordに書き込みを断られました。モデレーターにチャンネルの設定を確かめてもらってください。
shut-out-refused = ここの卓を更新できなくなりました。{ $advice }それまではこの画面で続けられます。
missing-permissions = このチャンネルで権限が足りません: **{ $permissions }**。モデレーターに頼んで、許可してもらってください。
permission-view-channel = チャンネルを見る
permission-send-messages = メッセージを送信
permission-send-messages-in-threads = スレッドでメッセージを送信
permission-create-public-threads = 公開スレッドの作成
permission-attach-files = ファイルを添付
permission-read-message-history = メッセージ履歴を読む

# できたときの返事

handed-over = { $name }がホストになりました。
rematch-not-yours = 続きに誘えるのは、ここで遊んだ人だけです。自分で新しい卓を開けます。
rematch-joined = 参加しました。次の募集はこのチャンネルにあります。
resigned = { $game }を退席しました。
resign-stayed = このまま続けます。
which-resign = ### どのゲームを退席しますか？
which-direct = [ダイレクトメッセージ]({ $address })
which-game = { $number }. { $game }
table-brought = { $count ->
    [1] 卓を一番下に移しました。
   *[other] { $count }卓を一番下に移しました。
}
table-not-brought = 卓を移せません。書き込みを断られました。{ $advice }
table-coming = 卓をまだ移せていません。Discordへの送信を続けて試みます。
table-in-thread = スレッドで遊んでいます: { $threads }
table-choice = { $game } · { $names }
button-signs = 画像の記号
rules-signs = 画像の記号
signs-title = ### 画像の記号の意味
signs-hot = 金色の枠: 役や勝負に使うカード
signs-new = 赤い点: 新しく加わったカード
signs-dim = 薄い色: 今は使えないカード
signs-turn = 金色の輪と矢印: このプレイヤーの番
signs-won = 王冠: 勝ったプレイヤー
signs-out = 輪だけの丸: ゲームから抜けたプレイヤー
signs-leader = 旗: 親、または最初に出すプレイヤー
signs-hidden = 扇: 裏向きのカードとその枚数
signs-place = メダル: このゲームでの順位
rules-chapters = 続きを読む
rules-about = このゲームについて
rules-example = ゲーム中の卓の例: { $said }
guide-title = ## 役の一覧(強い順)
guide-row = { $number }. { $name }
record-title = 対局記録`{ $file }`です。すべての手と、シャッフルの公正さを確かめるためのシードが入っています。
record-page = ブラウザーで見られるリプレイ`{ $file }`です。オフラインでも開けて、ブログなどにも置けます。

# コマンド

command-play-name = 遊ぶ
command-play-description = ここで卓を開く
command-play-game = ゲーム
command-play-game-about = どのゲームで遊びますか？
command-play-invite1 = 招待1
command-play-invite1-about = 招待するメンバー
command-play-invite2 = 招待2
command-play-invite2-about = 招待するメンバー
command-play-invite3 = 招待3
command-play-invite3-about = 招待するメンバー
command-play-invite4 = 招待4
command-play-invite4-about = 招待するメンバー
command-play-invite5 = 招待5
command-play-invite5-about = 招待するメンバー
command-play-invite6 = 招待6
command-play-invite6-about = 招待するメンバー
command-play-invite7 = 招待7
command-play-invite7-about = 招待するメンバー
command-move-name = 手
command-move-description = 手を入力する
command-move-move = 手
command-move-move-about = 例: call pair K(候補から選べます)
command-move-table = 卓
command-move-table-about = 複数の卓に着いているときに選びます
command-hand-name = 手札
command-hand-description = 自分の手札、またはゲーム一覧
command-hand-table = 卓
command-hand-table-about = 複数の卓に着いているときに選びます
command-table-name = 卓
command-table-description = 卓を一番下に移す
command-rules-name = ルール
command-rules-description = ゲームの遊び方
command-rules-game = ゲーム
command-rules-game-about = どのゲームの遊び方ですか？
command-resign-name = 退席
command-resign-description = ゲームを途中で退席
command-resign-table = 卓
command-resign-table-about = 複数の卓に着いているときに選びます
command-help-name = ヘルプ
command-help-description = はじめかた

hello-text = ### 🎴 こんにちは！カードを配るボットです。
    {""}**{ $button }**を押すと、ここで練習が始まります。カードは数秒で配られます。
    - { COMMAND("daily") }は、1日1問の腕試しです。
    - 友だちと遊ぶときは、サーバーで{ COMMAND("play") }を使って卓を開きます。
    - くわしくは{ COMMAND("help") }へ。文章は読めないので、ボタンかコマンドを使ってください。
welcome-text = ## 🎴 Tefuda(手札)へようこそ
    {""}**コンピューターとすぐ遊ぶ**を押すと、数秒で始まります。友だちと遊ぶときは{ COMMAND("play") }で卓を開き、みんなが**参加**を押したら**開始**を押してください。
    はじめてのゲームは、**レッスンを受ける**で少しずつ覚えられます。
which-now = ### すぐ遊ぶ: どのゲームにしますか？
    ほかの席はコンピューターです。目安の時間には、読む時間も含まれます。
now-game = { $emoji } **{ $game }**{ $difficulty ->
    [easy] {" "}· やさしい
    [medium] {" "}· ふつう
    [hard] {" "}· むずかしい
   *[unknown] {""}
}{ $short ->
    [0] { $minutes ->
        [0] {""}
       *[other] {" "}· 約{ $minutes }分
    }
   *[other] { $first ->
        [yes] {" "}· 初回は約{ $short }分
       *[no] {" "}· 約{ $short }分、または約{ $minutes }分
    }
}{ $begin ->
    [yes] {" "}· **最初におすすめ**
   *[no] {""}
}
game-aim = 目標: { $aim }
first-game = ### { $emoji } はじめての{ $game }
    { $pitch }

    { $difficulty ->
        [hard] 独特なルールなので、先に90秒ほどのレッスンがおすすめです。
       *[other] 遊び方は、90秒ほどのレッスンで試せます。
    }
button-lesson-first = レッスン · 90秒
begin-game = ### { $emoji } { $game }: どの長さで遊びますか？
button-begin = { $how }{ $minutes ->
    [0] {""}
   *[other] {" "}· 約{ $minutes }分
}
begin-now = すぐ遊ぶ
begin-short = 短めに遊ぶ
begin-whole = 通常の長さ
which-learn = ### どのゲームのレッスンを受けますか？
which-explain = ### どのゲームのルールを読みますか？

help-text = ## 🎴 Tefuda(手札)
    { $place ->
        [direct] 日本のカードゲームです。ここではコンピューターと練習できます。友だちとはサーバーで遊べます。
       *[channel] 日本のカードゲームを、このチャンネルで。友だちとでも、コンピューターとでも遊べます。
    }

    1. { $place ->
        [direct] { COMMAND("play") }ですぐに、コンピューターとのゲームが始まります。
       *[channel] { COMMAND("play") }で卓を開きます。ほかの人は**参加**を押し、**+コンピューター**でコンピューターを加え、ホストが**開始**を押します。
    }
    2. **自分の手札**を押すと、あなただけに手札が見えます。番が来たら、質問に1つずつ答えます。選んだ手はすぐに決まり、**戻る**で1つ前に戻れます。
    3. { COMMAND("move") }で入力もできます。入力中に、できる手の候補が出ます。

    本当とは限らない宣言をするゲームでは、コンピューターに性格があります(強さはほぼ同じ)。🔥 強気、🐢 慎重、🦊 くせ者。

    ### コマンド
    { COMMAND("learn") } 3分のレッスンで1つ覚える
    { COMMAND("daily") } 1日1問、全員に同じ局面
    { COMMAND("rules") } 遊び方を読む
    { $place ->
        [direct] { COMMAND("hand") } 手札をもう一度表示する
       *[channel] { COMMAND("hand") } { COMMAND("table") } 手札や卓をもう一度表示する
    }
    { COMMAND("resign") } ゲームを途中でやめる
    { COMMAND("stats") } { COMMAND("history") } 成績、トロフィー、戦歴
    { COMMAND("privacy show") } 保存内容の確認と削除{ $place ->
        [direct] {""}
       *[channel] {"\u000A"}{ COMMAND("tournament") } 大会やリーグ戦を開く
        { COMMAND("notify") } 新しい卓の通知
        { COMMAND("leaderboard") } 誰が強いか
        { COMMAND("settings") } サーバーを管理する人向け
    }

    ### ゲーム一覧
