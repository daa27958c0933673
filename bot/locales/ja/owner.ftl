# ボットのオーナー用コマンドと、再起動の予告

restart-announced = 🔧 { $when }ごろ、メンテナンスのため1分ほど再起動します。ゲームは再開後に続きから始まり、持ち時間は減りません。
server-blocked = このボットは、このサーバーではご利用いただけません。

command-owner-name = オーナー
command-owner-description = ボットのオーナー専用
command-owner-status = 状態
command-owner-status-about = ボットの状態を表示する
command-owner-maintenance = メンテナンス
command-owner-maintenance-about = 再起動をすべての卓で予告する、または取り消す
command-owner-minutes = 分
command-owner-minutes-about = 何分後に再起動するか
command-owner-servers = サーバー一覧
command-owner-servers-about = ボットが参加しているサーバーを一覧にする
command-owner-leave = 退出
command-owner-leave-about = サーバーから退出する
command-owner-block = ブロック
command-owner-block-about = サーバーから退出して招待も受けない、またはそれを解除する
command-owner-server = サーバー
command-owner-server-about = サーバーの名前かID

owner-only = この操作ができるのは、ボットのオーナーだけです。
owner-unknown = Discordから応答がありません。少し待ってからもう一度お試しください。
owner-no-server = ボットはそのサーバーに参加していません。サーバーとIDは{ COMMAND("owner servers") }で確認できます。
owner-not-this = ここはオーナー用コマンドのあるサーバーです。ボットが抜けると、元に戻せなくなります。
owner-status-title = ## 🎴 状態
owner-version = **Tefuda { $version }**(Python { $python })
owner-uptime = 起動: { $since }
owner-servers-count = サーバー: { $count }{ $blocked ->
    [0] {""}
   *[other] (ブロック中: { $blocked })
}
owner-tables = 開始前の卓: { $lobbies } · 進行中のゲーム: { $games }
owner-queue = 表示が遅れている卓: { $unshown }{ $unshown ->
    [0] {""}
   *[other] (最大{ $seconds }秒)
} · 順番待ちのコンピューター: { $thinking }
owner-database = データベース: { $kind }、書き込み{ $ms }ミリ秒
owner-latency = 遅延: Discord { $gateway }ミリ秒、イベントループ { $loop }ミリ秒
owner-shards = このプロセスのシャード: { $shards }
owner-late = ⚠️ 数分間応答のないシャード({ $count }): { $shards }
owner-restart = 🔧 { $when }に再起動すると予告しています。
owner-no-restart = 再起動の予告はありません。{ COMMAND("owner maintenance") }で、開いているすべての卓に予告できます。
button-own-lift = 予告を取り消す
owner-servers-title = ## サーバー
owner-servers-none = ほかのサーバーはありません。
owner-server = • { $server }: メンバー{ $members }人、開いている卓{ $tables }
button-own-more = 続き →
owner-ask-leave = { $server }から退出しますか？{ $tables ->
    [0] 開いている卓はありません。
   *[other] 開いている{ $tables }卓は、結果なしで閉じられます。
}また招待してもらえば戻れます。
button-own-leave = 退出する
owner-left = { $server }から退出しました。
owner-ask-block = { $server }をブロックしますか？ボットは退出し、招待されてもすぐに退出します。{ $tables ->
    [0] 開いている卓はありません。
   *[other] 開いている{ $tables }卓は、結果なしで閉じられます。
}
button-own-block = ブロックする
owner-blocked = { $server }は{ $since }からブロック中です。
button-own-unblock = ブロックを解除する
