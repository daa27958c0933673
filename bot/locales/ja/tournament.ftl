# 大会。「トーナメント」は勝ち抜き戦と取られるので使わない
#
# 用語: 主催者、エントリー、棄権、1回戦、卓、決勝卓、抜け番、勝ち点

command-tournament-name = 大会
command-tournament-description = 大会を開く・見る
command-tournament-game = ゲーム
command-tournament-game-about = このゲームの大会を開く(省くと大会の一覧)
command-tournament-when = 日時
command-tournament-when-about = 開始時刻:「20:30」「2時間後」「金曜 20:00」(省くと主催者が開始)

# 受付

tournament-title = { $game }大会
tournament-starts = 📅 { $when }開始({ $ahead })
tournament-starts-by-host =
    { $known ->
        [yes] 📅 { $host }が**開始**を押すと始まります
       *[other] 📅 イベントを管理できる人が**開始**を押すと始まります
    }
tournament-no-host = 👋 主催者が退出しました。イベントを管理できる人が代行できます(**{ $more }**)。
tournament-presence = 10分前に1回だけお知らせします。開始までに**出席**を押さないと、1回戦は休みになります。
tournament-rule-seats = 1卓{ $seats }人
tournament-rule-rounds = 全{ $rounds }回戦
tournament-rule-weekly = 週に1回戦
tournament-rule-final = 決勝卓あり
tournament-rule-computers = 人数が足りない卓にはコンピューター({ $level })
tournament-people = エントリー: { $count }人(定員{ $most }人)
tournament-nobody = まだ誰もいません。一番乗りをどうぞ！
tournament-more = ほか{ $count }人
tournament-fair = ## 公正さについて
    組み合わせと各卓のシャッフルのシードは、受付開始時に作った1つのシード(秘密の値)から計算されます。そのハッシュは受付開始からチャンネルにあるので、あとから値をすり替えることはできません。

    ハッシュ: `{ $commitment }`

    大会が終わると、**検証データ**でシードが公開されます。`tefuda verify`で組み合わせを計算し直せます。
tournament-joined =
    { $presence ->
        [yes] エントリーしました！10分前にお知らせするので、開始までに**出席**を押してください。
       *[other] エントリーしました！卓の準備ができたらお知らせします。
    }
tournament-left-sign-up = エントリーを取り消しました。
tournament-ask-leave = 大会を棄権しますか？**復帰する**を押すまで、次の回からの組み合わせに入りません。これまでの勝ち点は残ります。
tournament-left = 棄権しました。次の回からは組み合わせに入りません。**復帰する**を押すと、その次の回から戻れます。対局中のゲームは、できれば最後まで遊んでください。無理なら{ COMMAND("resign") }で退席してください。
tournament-here = 出席を確認しました。よい対局を！
tournament-back = おかえりなさい！次の回から組み合わせに入ります。
tournament-presence-call = 🏆 { $people }: { $game }の大会が{ $ahead }に始まります。参加できる人は**出席**を押してください。
tournament-soon-call = 🏆 { $people }: { $game }の大会が{ $ahead }に始まります。
tournament-invitation = 🏆 { $people }: { $game }の大会に招待されました。参加を決めるのはあなたです。
tournament-joined-late = 参加が決まりました！次の回から組み合わせに入ります。
tournament-declined =
    { $open ->
        [yes] 今回は見送ると返事しました。気が変わったら、大会のメッセージの**エントリー**を押してください。
       *[other] 今回は見送ると返事しました。気が変わったら、招待の**参加**を押してください。
    }
tournament-subscribers = 🏆 { $people }: { $game }の大会がエントリー受付中です({ COMMAND("notify") }で登録した方への通知)。

# 進行

tournament-round = **{ $round }回戦**(全{ $rounds }回戦)
tournament-final = **決勝卓**
tournament-waits = { $count }卓が対局中です。
tournament-soon = 次の卓を準備しています……
tournament-next-round = **次の回は{ $when }から**({ $ahead })
tournament-paused = ⏸️ **一時停止中です。** 主催者が再開すると次の回が始まります。
tournament-paused-until = { $when }までに再開されないと、大会は中止になります。
tournament-place =
    { $final ->
        [yes] 決勝卓
       *[other] { $round }回戦 { $table }卓
    }
tournament-call = 🏆 { $people }: 卓の準備ができました({ $place })。
tournament-table = **{ $number }卓** · { $names } · { $state }
tournament-table-plays = 対局中
tournament-table-won = 🏆 { $names }
tournament-table-tie = 結果なし(引き分け扱い)
tournament-table-aside =
    { $is_known ->
        [yes] 結果取り消し(引き分け扱い): { $reason }
       *[other] 結果取り消し(引き分け扱い)
    }
tournament-set-aside =
    { $is_known ->
        [yes] { $place }の結果は取り消されました: { $reason }
       *[other] { $place }の結果は取り消されました。
    }
tournament-links = 対局中の卓へ: { $tables }
tournament-table-option = { $table }卓: { $names }
tournament-bye = 🪑 { $name }は抜け番です(勝ち点0.5)。
tournament-computer = 🤖 コンピューター
tournament-picture-final = 上位は決勝卓の順位
tournament-picture-over = { $game } · 最終順位
tournament-picture = { $game } · { $round }回戦/全{ $rounds }回戦
tournament-row = { $place }位 { $name }: { $points }
tournament-note-plays = 対局中
tournament-note-won = 勝ち: { $names }
tournament-note-done = 終了
tournament-finest = ✨ 優勝者の名場面: { $said }
tournament-cancelled-host = この大会は中止になりました。
tournament-cancelled-few = 人数が足りず、今回の大会は開けませんでした。また今度！
tournament-cancelled-paused = 一時停止のまま30日がたったため、この大会は中止になりました。
tournament-cancelled-gone = チャンネルがなくなったため、この大会は終わりました。

# 順位表、リプレイ、一覧

tournament-standing-title = ### 順位表
tournament-standing-about = 勝ち点は、同じ卓の相手のうち何割に勝ったかです。{ $seats }人卓なら1位から順に{ $points }点。引き分けは半分と数えます。並んだら対戦相手の勝ち点の合計(かっこ内)、次に1位の多さで決めます。
tournament-standing-row = { $place }位 { $name } · { $points }({ $opponents }){ $state }
tournament-is-in = {""}
tournament-is-playing = { " · 対局中" }
tournament-is-away = { " · 離席中" }
tournament-is-out = { " · 棄権" }
tournament-list-title = ## 🏆 このサーバーの大会
tournament-list-about = 下のボタン、または{ COMMAND("tournament") }でゲームを選ぶと開けます。
tournament-list-about-others = イベントかサーバーを管理する人が、{ COMMAND("tournament") }でゲームを選ぶと開けます。
button-tournament-new = 大会を開く
tournament-new = ### どのゲームの大会を開きますか？
tournament-new-about = このチャンネルで参加者を募集し、開始はあなたが決めます。日時を決めて始めるときは、{ COMMAND("tournament") }の「日時」に入力してください。
tournament-list-empty = まだ開かれていません。
tournament-list-open = { $channel }でエントリー受付中({ $count }人)
tournament-list-running = { $channel }で開催中({ $count }人)
tournament-games-title = ### リプレイ
tournament-choose-table = { $round }: 卓を選ぶ
tournament-no-games = 終わった対局はまだありません。
tournament-round-name = { $round }回戦
tournament-final-name = 決勝
tournament-moved = 大会のメッセージをチャンネルの一番下に出しました。
tournament-coming = 大会のメッセージはまもなく出ます(Discordの応答を待っています)。
tournament-not-brought = 大会のメッセージを出せません。書き込みを断られました。{ $advice }
tournament-proof = この大会の記録とシードです。どの回の組み合わせも、誰かが選んだのではなく、シードと結果だけで決まったことを`tefuda verify`で確かめられます。

# 主催者のページ

tournament-host-title = ### 大会の管理
tournament-host-open =
    { $timed ->
        [yes] エントリー受付中です{ $signed ->
            [yes] 。
           *[no] (あなた自身はまだエントリーしていません)。
        }時間になると最初の卓が自動で開きます。それまでは何でも変えられます。
       *[other] エントリー受付中です{ $signed ->
            [yes] 。
           *[no] (あなた自身はまだエントリーしていません)。
        }全員そろったら、大会のメッセージの**{ $start }**を押してください。それまでは何でも変えられます。
    }
tournament-host-paused = 一時停止中です。{ $when }までに再開しないと、大会は中止になります。
tournament-host-running = 各回は自動で進みます。主催者の操作は要りません。
tournament-set-seats = 1卓の人数
tournament-set-rounds = 回戦数
tournament-set-final = 上位者の決勝卓
tournament-set-clock = 持ち時間
tournament-set-computers = コンピューター
tournament-set-pace = 進め方
tournament-set-once = 続けて次の回へ
tournament-set-weekly = 週に1回戦(リーグ戦)
tournament-set-most = 定員
tournament-set-yes = あり
tournament-set-no = なし
tournament-set-none = なし
tournament-set-people = { $people }人
tournament-set-number = { $rounds }回戦
tournament-set-auto = 自動(今は{ $rounds }回戦)
tournament-take-out = 参加者を外す(戻せません)
tournament-aside-about = 卓を選ぶと、その結果を取り消し、最後まで残った人の引き分けにします。途中で抜けた人は最下位のままです。理由は全員に見えます。取り消せるのは、その卓で対局していない人だけです。
tournament-aside-form = 結果の取り消し
tournament-aside-why = 理由(全員に見えます)
tournament-hand-over = 主催者を交代する
tournament-ask-cancel = 大会を中止しますか？メダルは出ません。対局中のゲームはそのまま続きます。
tournament-cancelled = 大会を中止しました。
tournament-begins = 大会が始まります！卓は自動で開き、準備ができると参加者に通知されます。

# できないとき

no-such-tournament = その大会はここにありません。
tournament-closed = この大会は終わっています。
tournament-begun = この大会はもう始まっています。途中から参加できるのは、主催者に招待された人だけです。
tournament-not-begun = この大会はまだ始まっていません。
tournament-not-over = 記録は、大会のすべての対局が終わると公開されます。
tournament-joined-already = もうエントリーしています。
tournament-joined-already-other = その人はもうエントリーしています。
tournament-not-in = この大会に参加していません。
tournament-not-in-other = その人はこの大会に参加していません。
tournament-here-already = もうエントリーしています。
tournament-full = 定員の{ $most }人に達しています。
tournament-barred = その人はこのサーバーで遊べません。
tournament-invited-already = その人はもう招待されていて、返事を待っています。
tournament-withdrew-other = その人は棄権しました。戻るかどうかは本人が決めます(**復帰する**)。
tournament-removed-other = その人は大会から外されたので、もう招待できません。
removed-from-tournament = この大会から外されたため、もうエントリーできません。
tournament-yourself = 自分を外すことはできません。**棄権**または**エントリーを取り消す**を押してください。
tournament-not-invited = この大会には招待されていません。
tournament-too-many-invited = 返事待ちの招待が{ $most }件あります。返事が来てからまた招待してください。
tournament-last-round = もう次の回はないので、参加できません。
tournament-own-table = 自分が対局した卓の結果は取り消せません。ほかの主催者かモデレーターに頼んでください。
tournament-too-few =
    { $missing ->
        [1] あと1人のエントリーが必要です。
       *[other] 2人以上のエントリーが必要です。
    }
too-many-tournaments = このサーバーでもう{ $most }つの大会を主催しています。どれかを終えるか中止してください。
too-many-tournaments-other = その人はこのサーバーでもう{ $most }つの大会を主催しています。
too-many-tournaments-here = このサーバーではもう{ $most }つの大会が開かれています。どれかが終わるまでお待ちください。
tournament-not-allowed = このサーバーでは、イベントを管理できる人だけが大会を開けます(サーバーの管理者が{ COMMAND("settings") }で変えられます)。
tournament-not-weekly = 開始日時は1回分だけ指定できます。週に1回戦のリーグ戦にするには、開いたあと**{ $more }**で持ち時間「長期戦」と進め方を選んでください。
tournament-only-host = 主催者と、イベントやサーバーを管理できる人だけができます。
tournament-seats = 大会の卓なので、席は組み合わせで決まります。

# ボタン

button-tournament-join = エントリー
button-tournament-sign-off = エントリーを取り消す
button-tournament-leave = 棄権
button-tournament-leave-yes = はい、棄権する
button-tournament-stay = いいえ、続ける
button-tournament-here = 出席
button-tournament-back = 復帰する
button-tournament-begin = 開始
button-tournament-more = その他
button-tournament-rules = ルール
button-tournament-game = ゲーム
button-tournament-people = 参加者
button-tournament-standing = 順位表
button-tournament-results = 結果
button-tournament-tables = 卓の一覧
button-tournament-games = リプレイ
button-tournament-field = 参加者一覧
button-tournament-before = 前へ
button-tournament-after = 次へ
button-tournament-proof = 検証データ
button-tournament-pause = 一時停止
button-tournament-resume = 再開
button-tournament-form = まとめて設定する
button-tournament-cancel = 大会を中止する
button-tournament-cancel-yes = はい、中止する
button-tournament-keep = いいえ、続ける

# ほかの場所

tournament-champion = 🏆 { $name }
settings-organizers = **大会**
settings-organizers-about = 誰が開けますか？
settings-organizers-managers = イベントを管理できる人とモデレーター
settings-organizers-everybody = 全員
privacy-tournaments = 🏆 大会: { $count }回(主催: { $organized }回)
privacy-titles-shown = 大会で優勝すると、次の大会まで、そのサーバーの同じゲームの募集で名前の前に 🏆 が付きます。
privacy-titles-hidden = 名前に大会の称号を付けません。
button-hide-titles = 称号を隠す
button-show-titles = 称号を出す
privacy-face-shown = 卓や結果の画像で、あなたの丸にDiscordのアイコンを表示します。画像を見る人全員に見えます。隠しても、送られた画像はそのまま残ります。
privacy-face-hidden = 卓や結果の画像で、あなたの丸には名前の文字を表示しています。代わりにDiscordのアイコンを出すこともできます。
button-hide-face = アイコンを隠す
button-show-face = アイコンを出す
moderation-act-cup_cancelled = • { $when }: { $by }が大会を中止しました
moderation-act-cup_out = • { $when }: { $by }が{ $whom }を大会から外しました
moderation-act-cup_aside = • { $when }: { $by }が大会の卓の結果を取り消しました{ $why }
