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
planned-alone = Nobody else is coming yet, and somebody has to host. You can cancel it under **More**.
too-many-answers = { $most } people have already answered “Maybe” or “Can’t”; there is no room for more. You can still choose **I’ll be there**.
planned-not-yet = The lobby opens at the appointed time.
when-unclear = I don’t understand that time. Try `20:30`, `in 2 hours`, `friday 20:00` or `every friday 20:00`.
when-past = That time has already passed.
when-too-far = That’s too far ahead: at most 60 days.
button-coming = I’ll be there
button-maybe = Maybe
button-cannot = Can’t
command-play-when = when
command-play-when-about = Later: “20:30”, “in 2 hours”, “friday 20:00”, “every friday 20:00”
settings-zone = **Time zone** of appointments
settings-zone-about = Times like 20:30 in { COMMAND("play") } are read in this zone.
settings-zone-auto = By the language (UTC; Tokyo for Japanese)
event-name = { $emoji } { $game }
event-about = Answer in { $channel } if you’re coming. Those who do get a reminder ten minutes before.
