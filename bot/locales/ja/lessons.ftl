# レッスン: 1つずつ覚える

command-learn-name = 練習
command-learn-description = 3分で、1つずつゲームを覚える
command-learn-game = ゲーム
command-learn-game-about = どのゲームを覚えますか？
button-learn = ゲームを覚える
button-learn-this = 練習する
button-lesson-next = 次へ
button-lesson-back = 戻る
button-lesson-again = もう一度
button-lesson-play = 卓を開く
lesson-title = { $emoji } { $game } · レッスン { $step }/{ $steps }
lesson-you = あなた
lesson-missing = このゲームのレッスンはまだありません。遊び方は`/rules`で読めます。
