# 募集のお知らせ

command-notify-name = お知らせ
command-notify-description = このサーバーで卓が立ったときに知らせてもらう

notify-title = ## 🔔 募集のお知らせ
notify-on = このサーバーで卓が立ったらお知らせします: { $games }
notify-off = このサーバーのお知らせは受け取っていません。
notify-about = チャンネルでのメンションで、1時間に1回までお知らせします。自分が立てた卓は対象外です。
notify-choose = どのゲームですか
notify-any = すべてのゲーム
notify-ended = このサーバーの募集のお知らせをやめました。
