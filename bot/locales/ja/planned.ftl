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
planned-alone = ほかに参加する人がまだいないので、ホストをやめられません。取りやめるには**{ $more }**から。
too-many-answers = 「未定」「行けない」の返事はすでに{ $most }人分あり、これ以上は載せられません。**{ $coming }**はまだ選べます。
planned-is-open = 募集はもう始まっているため、日時は変えられません。
planned-time-form = 日時の変更
planned-time-field = 日時({ $zone })
planned-time-ask = ### この日時に変更しますか？
planned-time-done = { $tells ->
    [yes] 変更しました。「参加」「未定」の人にお知らせします。
   *[no] 変更しました。
}
planned-new-time = { $people } { $game }の日時が変わりました。
planned-not-yet = 時間になると募集が開きます。
when-unclear = 日時を読み取れませんでした。`20:30`、`2時間後`、`金曜20時`、`12月5日 夜8時`、`毎週金曜20時`のように書いてください。
when-past = その時刻はもう過ぎています。
when-too-far = 60日より先の予定は立てられません。
when-now = 今すぐ始めるときは、日時を入れないでください。
when-no-clock = 何時からですか？`金曜20時`のように、日と時刻を書いてください。
when-no-day = 何曜日ですか？`金曜20時`や`毎週金曜20時`のように、曜日と時刻を書いてください。
when-only-weekly = 繰り返しは週に1回だけです。`毎週金曜20時`のように書いてください。
when-other-weekday = 日付と曜日が合いません。`12月5日20時`のように、どちらかだけを書いてください。
when-zone = どのタイムゾーンか分かりません。省くとこのサーバーの時刻になります。`20:00 UTC`や`20:00 JST`のようにも書けます。
when-choice = 次のどれか分かりません: { $times }。どれか1つに決まるように書いてください。
when-choice-one = <t:{ $at }:F>(`{ $typed }`)
when-each-week = 毎週(初回 { $first })
button-coming = 参加する
button-maybe = 未定
button-cannot = 行けない
button-time = 日時を変更
button-time-yes = この日時に変更
button-time-again = 書き直す
command-play-when = 日時
command-play-when-about = 「20:30」「2時間後」「金曜20時」「毎週金曜20時」のように
settings-zone = **タイムゾーン**(予定の時刻)
settings-zone-about = { COMMAND("play") }で「20:30」などと書いたときの基準です。
settings-zone-auto = 言語に合わせる(日本語は東京、ほかはUTC)
event-name = { $emoji } { $game }
event-about = 参加できるかどうかは{ $channel }で。参加する人には10分前にお知らせします。
