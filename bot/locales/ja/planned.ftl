# 日時を決めた募集

planned-title = ## { $emoji } { $game }
planned-when = 📅 { $day }({ $left })
planned-weekly = 📅 { $day }({ $left }) · 毎週この時間
planned-yes = ✅ 参加: { $names }
planned-maybe = 🤔 未定: { $names }
planned-no = ❌ 不参加: { $names }
planned-asked = ✉️ 招待中: { $names }
planned-about = 参加する人には10分前に1回お知らせし、時間になると全員が着席した状態で募集が開きます。
planned-call = { $people } { $left }に{ $game }が始まります。
planned-too-few = { $emoji } 今回の**{ $game }**は、{ $names }だけで人数が足りず、開けませんでした。また今度！
planned-alone = ほかに参加する人がまだいないので、ホストをやめられません。取りやめるには**その他**から。
too-many-answers = 「未定」「行けない」の返事はすでに{ $most }人分あり、これ以上は載せられません。**参加する**はまだ選べます。
planned-not-yet = 時間になると募集が開きます。
when-unclear = 日時を読み取れませんでした。`20:30`、`2時間後`、`金曜 20:00`、`毎週金曜 20:00`のように書いてください。
when-past = その時刻はもう過ぎています。
when-too-far = 60日より先の予定は立てられません。
button-coming = 参加する
button-maybe = 未定
button-cannot = 行けない
command-play-when = 日時
command-play-when-about = 「20:30」「2時間後」「金曜 20:00」「毎週金曜 20:00」のように
settings-zone = **タイムゾーン**(予定の時刻)
settings-zone-about = `/play`で「20:30」などと書いたときの基準です。
settings-zone-auto = 言語に合わせる(日本語は東京、ほかはUTC)
event-name = { $emoji } { $game }
event-about = 参加できるかどうかは{ $channel }で。参加する人には10分前にお知らせします。
