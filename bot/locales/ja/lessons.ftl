# レッスン: 1つずつ覚える

command-learn-name = レッスン
command-learn-description = 1つずつゲームを覚える
command-learn-game = ゲーム
command-learn-game-about = どのゲームのレッスンを受けますか？
button-learn = レッスンを受ける
button-learn-this = レッスンを受ける
button-lesson-next = 次へ
button-lesson-back = 戻る
button-lesson-again = もう一度
button-lesson-play = 卓を開く
lesson-title = { $emoji } { $game } · レッスン { $step }/{ $steps }
lesson-you = あなた
lesson-missing = このゲームのレッスンはまだありません。遊び方は{ COMMAND("rules") }で読めます。
