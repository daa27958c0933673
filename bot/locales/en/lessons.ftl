# Lessons: a game step by step

command-learn-name = learn
command-learn-description = Learn a game step by step
command-learn-game = game
command-learn-game-about = Which game?
button-learn = Learn a game
button-learn-this = Learn it
button-lesson-next = Next
button-lesson-back = Back
button-lesson-again = Once more
button-lesson-play = Open a lobby
lesson-title = { $emoji } { $game } · lesson { $step }/{ $steps }
lesson-you = You
lesson-missing = There is no lesson for this game yet. { COMMAND("rules") } explains it.
