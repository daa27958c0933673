# トロフィー(docs/TROPHIES.md): 画面の文と、全ゲーム共通のもの

button-stats = 成績
button-trophies = トロフィー
trophy-own = 🎖 トロフィー「**{ $trophy }**」を獲得！({ $about })
trophy-names = 🎖 獲得: **{ $trophies }**
trophy-more = 🎖 ほか{ $count }個
trophy-named = 🎖 { $names }がトロフィー「{ $trophy }」を獲得！{ $first ->
    [yes] このサーバーで初めてです。
   *[no] { "" }
}
trophies-title = ## 🎖 { $name }
trophies-total = トロフィー { $all }個中{ $won }個
trophies-common = 全ゲーム共通
trophies-kind = ゲームを選ぶ
trophies-won = **{ $trophy }** · { $date }
trophies-open = { $trophy } · { $count }/{ $target }
trophies-about = -# { $about }
trophies-about-here = -# { $holders }/{ $people }人 · { $about }
trophies-foot = 数えるのは人どうしの対局です(同じ相手とは1日3ゲームまで)。トロフィーは全サーバー共通です。
trophies-foot-here = ○/{ $people }人: ここで遊んだ{ $people }人のうち獲得した人数。数えるのは人どうしの対局です(同じ相手とは1日3ゲームまで)。トロフィーは全サーバー共通です。
trophies-alt = { $trophy }({ $is_won ->
    [yes] 獲得済み
   *[no] 未獲得
})
settings-trophies = **トロフィー**
settings-trophies-about = 対局の結果に、出た中で一番珍しいトロフィーを載せるか
settings-trophies-yes = 一番珍しいものを載せる
settings-trophies-no = 載せない

common-trophy-people = はじめの一席
common-trophy-people-about = ほかの人と1ゲーム遊ぶ
common-trophy-people-sign = 初
common-trophy-win = 初白星
common-trophy-win-about = 1勝する
common-trophy-win-sign = 白
common-trophy-table = 満員御礼
common-trophy-table-about = 6人以上で1ゲーム遊ぶ
common-trophy-table-sign = 満
common-trophy-games = 五目ごはん
common-trophy-games-about = { $target }種類のゲームで遊ぶ
common-trophy-games-sign = 五
common-trophy-days = 常連さん
common-trophy-days-about = 通算{ $target }日遊ぶ
common-trophy-days-sign = 常
common-trophy-row = 波に乗る
common-trophy-row-about = { $target }連勝する
common-trophy-row-sign = 波
common-trophy-faces = 十人十色
common-trophy-faces-about = { $target }人の相手と遊ぶ
common-trophy-faces-sign = 縁
common-trophy-hand = 手練れ
common-trophy-hand-about = { $target }ゲーム遊ぶ
common-trophy-hand-sign = 手
common-trophy-crowns = 五冠王
common-trophy-crowns-about = { $target }種類のゲームで勝つ
common-trophy-crowns-sign = 冠
common-trophy-beaten = 二十五人抜き
common-trophy-beaten-about = { $target }人の相手に勝つ
common-trophy-beaten-sign = 抜
common-trophy-hundred = 百戦錬磨
common-trophy-hundred-about = { $target }勝する
common-trophy-hundred-sign = 百
common-trophy-seasons = 春夏秋冬
common-trophy-seasons-about = 通算{ $target }か月遊ぶ
common-trophy-seasons-sign = 年
