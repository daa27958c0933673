# 参加中のゲームの一覧

games-title = ### 🎴 参加中のゲーム
games-line = { $emoji } **[{ $game }]({ $address })** · { $server } · 相手: { $others }
games-practice = 🎓 練習
games-yours = 👉 **あなたの番です**
games-theirs = ⏳ { $names }の番
games-paused = ⏸️ 一時停止中
games-on = ⏳ まもなく進みます
games-more = …ほか{ $count }件
games-hand = 手札{ $number }
