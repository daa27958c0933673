# 秩序

barred = モデレーターにより、あなたはこのサーバーの卓に参加できません。
banned-now = サーバーのモデレーターにより、{ $until }このサーバーで卓を開いたり参加したりできません。進行中のゲームは続けられます。{ $why }
banned-until = { $when }まで、
banned-for-ever = 現在、
banned-why = 理由: { $reason }
setting-unreadable = このサーバーの設定を読み取れないため、安全のため利用を止めています。サーバーを管理できる人が{ COMMAND("settings") }で選び直してください。
role-needed = このサーバーで遊べるのは、次のロールを持つ人だけです: { $roles }
game-not-here = { $game }は、このサーバーでは遊べません。遊べるゲーム: { $games }
too-many-lobbies = 募集中の卓がすでに{ $most }つあります。先にどれかを始めるか、閉じてください。
too-many-lobbies-here = このチャンネルには募集中の卓が{ $most }つあります。どれかに参加するか、別のチャンネルをお使いください。
too-many-tables = このチャンネルで同時に開ける卓は{ $most }つまでです。どれかに参加するか、ゲームが終わるのをお待ちください。
too-many-closed = 10分間に{ $most }回、卓や大会を開いて閉じています。次は{ $when }に開けます。
too-many-closed-here = このチャンネルでは10分間に{ $most }回、卓や大会が開かれては閉じられました。次は{ $when }に開けます。
too-many-appointments = このサーバーで主催している予定がすでに{ $most }件あります: { $booked }。先にどれかを取りやめてください(予定のメッセージの**{ $more }**から)。
too-many-appointments-here = このチャンネルには予定がすでに{ $most }件あります。{ $own ->
    [0] どれかに参加するか、別のチャンネルをお使いください。
   *[other] あなたの予定: { $booked }。どれかを取りやめるか(予定のメッセージの**{ $more }**から)、別のチャンネルをお使いください。
}
too-many-appointments-there = このサーバーには予定がすでに{ $most }件あります。{ $own ->
    [0] どれかにご参加ください。
   *[other] あなたの予定: { $booked }。どれかを取りやめることもできます(予定のメッセージの**{ $more }**から)。
}
planned-booked = { $game } { $when }({ $where })
pings-enough = 招待しましたが、この1時間に何度も呼ばれているため、通知は送りません: { $people }
pings-off = 招待しましたが、このサーバーでは通知を送らない設定です: { $people }

button-settings-tables = 卓
button-settings-limits = 制限と権限
button-settings-scores = 成績
settings-games = **遊べるゲーム**
settings-games-about = 何も選ばなければ、すべてのゲームで遊べます。
settings-games-all = すべてのゲーム
settings-tables = **同時に開ける卓の数**(チャンネルごと)
settings-tables-about = 募集中の卓と進行中のゲームを、チャンネル内のスレッドも含めて数えます。
settings-tables-auto = 制限なし
settings-tables-most = { $most }つまで
settings-pings = **通知**
settings-pings-about = 手番、招待、{ COMMAND("notify") }のお知らせでメンションを送るかどうか。
settings-pings-yes = 通知する
settings-pings-no = 誰にも通知しない
settings-players = **遊べるロール**
settings-players-about = 卓を開いたり参加したりできるロールです。選ばなければ全員が遊べます。
settings-players-none = 全員
settings-keepers = **モデレーターのロール**
settings-keepers-about = サーバーを管理できる人と同じように、卓を閉じる、募集中の卓から人を外す、参加を禁止することができます({ COMMAND("moderate") })。
settings-keepers-none = サーバーを管理できる人だけ

lobby-removed = 🛡️ { $by }が{ $name }をこの卓から外しました。
log-closed-for-server = 🛡️ モデレーターの{ $name }がこの卓を閉じました。
log-closed-because = 🛡️ モデレーターの{ $name }がこの卓を閉じました。理由: 「{ $reason }」
removed-from-lobby = この卓から外されたため、戻ることはできません。
options-take-out = 卓から外す人を選ぶ
button-order = 管理…
button-order-log = 操作の記録
button-order-older = 以前の操作 →
button-order-close = この卓を閉じる
button-order-close-yes = 閉じる
button-order-bar-somebody = メンバーの参加を禁止する
button-order-bar = 参加を禁止する
button-order-admit = 禁止を解除する
moderation-not-allowed = サーバーを管理できる人か、{ COMMAND("settings") }で選ばれたロールの人だけが操作できます。
moderation-not-oneself = 自分自身は禁止できません。
moderation-not-owner = サーバーのオーナーは禁止できません。
moderation-not-while-banned = このサーバーの卓への参加を禁止されている間は、モデレーターの操作はできません。ほかのモデレーターが禁止を解除できます。
moderation-title = ## 🛡️ このサーバーの卓の管理
moderation-about = ここでの操作は、あなたの名前とともに卓に表示されます。
moderation-choose-table = 卓を選ぶ
moderation-choose-member = メンバーを選ぶ
moderation-no-tables = 開いている卓はありません。
moderation-bans = **参加を禁止されている人**
moderation-ban = • { $who }({ $when }から、{ $until }){ $why }
moderation-table = ## { $game } · { $table }
moderation-ask-lobby = この募集中の卓を閉じますか？あなたの名前と理由が表示されます。
moderation-ask-game = モデレーターとしてこのゲームを終了しますか？{ $plays ->
    [plays] あなた自身がプレイ中なので、退席したものとして数えます。ほかのプレイ中の人のレーティングは下がりません。
   *[other] プレイ中の人のレーティングは下がりません。
}差がついているゲームでは、今の順位で成績に数えるかどうかを選べます。あなたの名前と理由が卓に表示されます。
moderation-member = { $who }は、このサーバーで卓を開いたり参加したりできます。禁止すると、募集中の卓から外れます。進行中のゲームは続きます。
moderation-member-barred = { $who }は、このサーバーで卓を開くことも参加することも禁止されています({ $until }){ $why }
moderation-log-title = ## 操作の記録
moderation-log-empty = ここ数日の操作はありません。
moderation-act-closed = • { $when }: { $by }が{ $table }を閉じました{ $why }
moderation-act-closed_standing = • { $when }: { $by }がその時点の順位で{ $table }を終了しました{ $why }
moderation-act-table = { $channel }の{ $game }({ $when }開始)
moderation-why = {""}。理由: { $reason }
moderation-until = { $when }まで
moderation-for-ever = 解除されるまで
moderation-act-removed = • { $when }: { $by }が{ $whom }を{ $table }から外しました
moderation-act-barred = • { $when }: { $by }が{ $whom }の参加を禁止しました({ $until }){ $why }
moderation-act-admitted = • { $when }: { $by }が{ $whom }の禁止を解除しました
moderation-act-changed = • { $when }: { $by }が設定を変えました: { $setting }
moderation-act-reported = • { $when }: { $by }が{ $table }を報告しました{ $why }
moderation-reports = **メンバーからの報告**
menu-report = モデレーターに報告
report-form = モデレーターに報告
report-what = どんな問題がありますか？
report-only-ours = ここで報告できるのは、このボットのメッセージだけです。
report-reason-needed = どんな問題があるのか書いてください。
report-done = ありがとうございます。このサーバーのモデレーターは、{ COMMAND("moderate") }であなたの名前とともに報告を読めます。
command-moderate-name = 管理
command-moderate-description = モデレーター専用
moderation-reason = 理由
moderation-reason-needed = 理由を入力してください。卓や本人に表示されます。
moderation-changed = その間に卓の状況が変わりました。もう一度ご確認ください。
moderation-close-form = この卓を閉じる
moderation-ban-form = 参加を禁止する
moderation-how = ゲームの扱い
moderation-how-closed_standing = 今の順位で成績に数える
moderation-how-closed = プレイ中の人は勝敗なし
moderation-who = 対象のメンバー
moderation-how-long = 期間
moderation-for-1 = 1日
moderation-for-7 = 1週間
moderation-for-30 = 30日
moderation-for-always = 解除するまで
