# Lobbies that open at a time.

planned-title = ## { $emoji } { $game }
planned-when = 📅 { $day } ({ $left })
planned-weekly = 📅 { $day } ({ $left }), and every week at this time
planned-yes = ✅ Coming: { $names }
planned-maybe = 🤔 Maybe: { $names }
planned-no = ❌ Can’t: { $names }
planned-asked = ✉️ Invited: { $names }
planned-about = Everybody who comes gets one reminder, ten minutes before; then the lobby opens with them already seated.
planned-call = { $people }: { $game } begins { $left }.
planned-too-few = { $emoji } **{ $game }** didn’t happen this time: only { $names } could come. Another day!
planned-alone = Nobody else is coming yet, and somebody has to host. You can cancel it under **{ $more }**.
too-many-answers = { $most } people have already answered “Maybe” or “Can’t”; there is no room for more. You can still choose **{ $coming }**.
planned-is-open = This lobby has opened already, so its time can’t be changed.
planned-time-form = Change the time
planned-time-field = Day and time ({ $zone })
planned-time-ask = ### Move it to this time?
planned-time-done = { $tells ->
    [yes] Moved. Everybody who comes or may come is told.
   *[no] Moved.
}
planned-new-time = { $people }: { $game } has been moved.
planned-not-yet = The lobby opens at the appointed time.
when-unclear = I don’t understand that time. Try `20:30`, `in 2 hours`, `friday 20:00`, `5 dec 8pm` or `every friday 20:00`.
when-past = That time has already passed.
when-too-far = That’s too far ahead: at most 60 days.
when-now = To open it now, leave the time out.
when-no-clock = At what time? Write it with the day, such as `friday 20:00`.
when-no-day = On which day? Write it with the time, such as `friday 20:00` or `every friday 20:00`.
when-only-weekly = A game can repeat once a week, such as `every friday 20:00`, but not in another rhythm.
when-other-weekday = That date is on another weekday. Leave one of them out, such as `5 dec 20:00`.
when-zone = I can’t tell which time zone you mean. Leave it out for this server’s zone, or write `20:00 UTC` or `20:00 Europe/London`.
when-choice = That can mean { $times }. Please write it so that it means one.
when-choice-one = <t:{ $at }:F> (`{ $typed }`)
when-each-week = Every week, first { $first }
button-coming = I’ll be there
button-maybe = Maybe
button-cannot = Can’t
button-time = Change the time
button-time-yes = Move it
button-time-again = Another time
command-play-when = when
command-play-when-about = Later: “20:30”, “in 2 hours”, “friday 8pm”, “every friday 20:00”
settings-zone = **Time zone** of appointments
settings-zone-about = Times like 20:30 in { COMMAND("play") } are read in this zone.
settings-zone-auto = By the language (UTC; Tokyo for Japanese)
event-name = { $emoji } { $game }
event-about = Answer in { $channel } if you’re coming. Those who do get a reminder ten minutes before.
