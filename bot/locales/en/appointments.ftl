# Lobbies that open at a time.

appointment-title = ## { $emoji } { $game }
appointment-when = 📅 { $day } ({ $left })
appointment-weekly = 📅 { $day } ({ $left }), and every week at this time
appointment-yes = ✅ Coming: { $names }
appointment-maybe = 🤔 Maybe: { $names }
appointment-no = ❌ Can’t: { $names }
appointment-asked = ✉️ Invited: { $names }
appointment-about = Who comes is called once, ten minutes before; then the lobby opens with everybody seated.
appointment-call = { $people }: { $game } begins { $left }.
appointment-too-few = { $emoji } **{ $game }** didn’t come about this time: only { $names } could come. Another day!
appointment-alone = Nobody else is coming yet, and somebody has to be host. **More** has the way to call it off.
too-many-answers = { $most } people have said here already that they may come, or can’t. You can still come: **I’ll be there**.
appointment-not-yet = The lobby opens at its time.
when-unclear = I can’t tell when that is. Try `20:30`, `in 2 hours`, `friday 20:00` or `every friday 20:00`.
when-past = That time has passed already.
when-too-far = That’s too far ahead: at most 60 days.
button-coming = I’ll be there
button-maybe = Maybe
button-cannot = Can’t
command-play-when = when
command-play-when-about = Later: “20:30”, “in 2 hours”, “friday 20:00”, “every friday 20:00”
settings-zone = **Time zone** of appointments
settings-zone-about = In which `/play` understands times such as 20:30.
settings-zone-auto = By the language (UTC; Tokyo for Japanese)
event-name = { $emoji } { $game }
event-about = Say in { $channel } whether you come. Who does is called ten minutes before.
