# ダイレクトメッセージでの練習と、参加していないサーバー
stats-practice = 🎓 ダイレクトメッセージでの練習: { $games }回(成績には入りません)
too-many-practice = 練習のゲームがすでに{ $most }つあります: { $practice }。先にどれかを終えるか、抜けてください(そのメッセージの**{ $more }**、**{ $acts }**から)。
practice-open = [{ $game }]({ $address })
play-not-hosted = このサーバーには参加していないので、卓を開けません。ダイレクトメッセージで{ COMMAND("play") }を使うと練習できます。
play-elsewhere = **このサーバーには参加していないので、卓を開けません。**
    - コンピューターと練習するには、ダイレクトメッセージで{ COMMAND("play") }を使ってください。
    - ここでみんなと遊ぶには、サーバーの管理者に[追加]({ $server })してもらってください。
    - [自分用にインストール]({ $person })すると、{ COMMAND("daily") }、{ COMMAND("learn") }、{ COMMAND("rules") }はどこでも使えます。
daily-share-hint = -# ここで見せるには、{ COMMAND("daily") }で「結果を見せる」を選んでください。
