# The demo's first page; [[ ]] surround what people type

demo-title = Tefuda
demo-about = Japanese card games for Discord: a bot deals, everybody holds their hand in private, and you play by buttons. This is the real bot in a simulated Discord on your own computer.
demo-begin = What to try
demo-step-play = Alone, some minutes: open a person below and tap “{ $button }”, then Porker Bull.
demo-step-others = Several at one table: type [[{ COMMAND_NAME("play") }]], open further people in windows of their own, and join; with [[{ COMMAND_NAME("tournament") }]] they play a tournament.
demo-step-alone = As a direct message: open the last page and say hello, or type [[{ COMMAND_NAME("daily") }]] or [[{ COMMAND_NAME("learn") }]].
demo-ways = People at the table
demo-alone = Alone with the bot
demo-alone-about = The direct message between one person and the bot, as somebody has it who installed the app for themselves: [[{ COMMAND_NAME("play") }]] opens practice against computer players; [[{ COMMAND_NAME("daily") }]] and [[{ COMMAND_NAME("learn") }]] work there, too.
demo-way = reads { $language }
demo-language-en = English
demo-language-ja = Japanese
demo-simulated = The pages only look like Discord’s; they come from the simulator simcord. Nothing leaves this computer, and nothing is kept: Ctrl-C in the terminal ends the demo.
demo-you = You are { $name }
demo-you-alone = You are { $name }, alone with the bot: say hello
demo-back = Everybody’s pages

# What the demo prints in the terminal

demo-console-begin = Tefuda is running. Open this page, which leads to all others:
demo-console-people = It has a page for each person: { $people }. There tap *{ $button }*, or type { COMMAND_NAME("play") }.
demo-console-alone = The last page is a direct message, for practice and { COMMAND_NAME("daily") }.
demo-console-end = Ctrl-C ends the demo; nothing is kept.
