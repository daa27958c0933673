# 募集のお知らせ

command-notify-name = お知らせ
command-notify-description = 新しい卓の通知を受け取る

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
turns-off = チャンネルをミュートしていますか？あなたの番になったら、ダイレクトメッセージでお知らせできます(1回の番に1通まで。手札を開いているあいだは送りません)。
turns-on = あなたの番になったら、ダイレクトメッセージが届きます。
turns-closed = あなたにダイレクトメッセージを送れません。サーバーのプライバシー設定で許可してから、もう一度オンにしてください。
turns-ended = 番のお知らせは、もう届きません。{ COMMAND("notify") }でまたオンにできます。
button-turns-on = 番が来たら知らせる
button-turns-off = お知らせを止める
turn-message = 👉 { $emoji }{ $game }: あなたの番です。[卓へ]({ $link })
turn-messages-closed = ダイレクトメッセージを送れませんでした。あなたへのダイレクトメッセージが許可されていません。{ COMMAND("notify") }で設定できます。
