# 募集のお知らせ

command-notify-name = お知らせ
command-notify-description = このサーバーで卓が開かれたときに知らせてもらう

notify-title = ## 🔔 募集のお知らせ
notify-on = このサーバーで卓が開かれたらお知らせします: { $games }
notify-off = このサーバーのお知らせは受け取っていません。
notify-about = チャンネルでのメンションで、サーバーごとに1時間に1回までお知らせします。自分が開いた卓は対象外です。
notify-choose = どのゲームですか？
notify-any = すべてのゲーム
notify-elsewhere = ほかに{ $count }つのサーバーでお知らせを受け取っています。
notify-end-elsewhere = お知らせをやめるサーバー
notify-server = 名前のわからないサーバー
notify-ended = このサーバーの募集のお知らせをやめました。
