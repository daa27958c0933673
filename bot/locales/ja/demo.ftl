# デモの最初のページ。[[ ]]は入力する文字

demo-title = 手札 Tefuda
demo-about = Discordで遊ぶオリジナルカードゲームです。ボットがカードを配り、手札は本人だけに見え、ボタンで遊びます。これは、お使いのパソコンの中の模擬Discordで動いている本物のボットです。
demo-begin = はじめかた
demo-step-open = 下から1人を選んで開きます。その人から見たチャンネルが表示されます。
demo-step-play = 「{ $button }」を押すか、[[/play]]と入力して、ほかの人も入れる卓を開きます。
demo-step-others = 1人で何役もするときや、隣の人と遊ぶときは、別の人を新しいウィンドウで開きます。
demo-ways = 卓を囲む人
demo-alone = ボットとのDM
demo-alone-about = アプリを自分用に追加した人とボットのダイレクトメッセージです。[[/遊ぶ]]でコンピューターとの練習が始まり、[[/今日の一手]]や[[/練習]]も使えます。
demo-way = 表示: { $language }
demo-language-en = 英語
demo-language-ja = 日本語
demo-simulated = 画面はDiscordに似せたもので、シミュレーターsimcordが表示しています。データは外に送信されず、保存もされません。ターミナルでCtrl-Cを押すと終了します。
demo-you = { $name }の画面
demo-you-alone = { $name }とボットのDM
demo-back = ほかの人の画面
