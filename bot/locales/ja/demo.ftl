# デモの最初のページ。[[ ]]は入力する文字

demo-title = 手札 Tefuda
demo-about = Discordで遊ぶオリジナルカードゲームです。ボットがカードを配り、手札は本人だけに見え、ボタンで遊びます。これは、お使いのパソコンの中の模擬Discordで動いている本物のボットです。
demo-begin = ためしてみよう
demo-step-play = 1人で数分: 下から1人を開き、「{ $button }」を押して「ポーカーブル」を選びます。
demo-step-others = 何人かで: [[{ COMMAND_NAME("play") }]]で卓を開き、ほかの人を別のウィンドウで開いて参加します。[[{ COMMAND_NAME("tournament") }]]なら大会です。
demo-step-alone = DMで: 最後の画面を開いて話しかけるか、[[{ COMMAND_NAME("daily") }]]や[[{ COMMAND_NAME("learn") }]]と入力します。
demo-ways = 卓を囲む人
demo-alone = ボットとのDM
demo-alone-about = アプリを自分用に追加した人とボットのダイレクトメッセージです。[[{ COMMAND_NAME("play") }]]でコンピューターとの練習が始まり、[[{ COMMAND_NAME("daily") }]]や[[{ COMMAND_NAME("learn") }]]も使えます。
demo-way = 表示: { $language }
demo-language-en = 英語
demo-language-ja = 日本語
demo-simulated = 画面はDiscordに似せたもので、シミュレーターsimcordが表示しています。データは外に送信されず、保存もされません。ターミナルでCtrl-Cを押すと終了します。
demo-you = { $name }の画面
demo-you-alone = { $name }とボットのDM: 話しかけてみましょう
demo-back = ほかの人の画面

# デモがターミナルに表示する文

demo-console-begin = Tefudaが起動しました。次のページを開いてください。ここからすべての画面に進めます:
demo-console-people = { $people }それぞれの画面があります。開いたら「{ $button }」を押すか、{ COMMAND_NAME("play") }と入力してください。
demo-console-alone = 最後の1つはボットとのダイレクトメッセージで、練習や{ COMMAND_NAME("daily") }ができます。
demo-console-end = Ctrl-Cで終了します。データは残りません。
