# 観戦者による「本当かウソか」の予想

button-guess = 予想
button-guess-true = 本当
button-guess-lie = ウソ
button-crowd-on = 観戦者の予想: あり
button-crowd-off = 観戦者の予想: なし
options-also-crowd = 観戦者も予想できる
lobby-crowd-off = -# 観戦者の予想: なし

guess-ask = 本当だと思いますか？
guess-made = あなたの予想: **{ $guess ->
    [lie] ウソ
   *[true] 本当
}**{ $open ->
    [yes] 。真相が明かされるまで変えられます。
   *[no] {""}
}
guess-waits = 次の宣言が出ると、ここで「本当」か「ウソ」かを予想できます。
guess-right = ✅ **的中！**
guess-wrong = ❌ **はずれ！**
guess-tally = このゲームでの的中: { $count }回中{ $right }回
guess-private = 対戦者には見えません。真相が明かされると、信じた人の数だけが卓に出ます。よく当てた人の名前は結果に出ます。
guessers = 🔮 予想の的中: { $names }
guessers-share = { $name } { $count }回中{ $right }回
guesses-share = 👥 観戦者{ $count }人中{ $believed }人が信じた

guess-players = 予想できるのは、観戦している人と脱落した人だけです。
guess-knows = このゲームの手札を見た人は、このゲームではもう予想できません。
guess-late = 真相はもう明かされています。
guess-off = この卓では予想できません。

evening-guesser = 🔮 予想の達人 · { $name } · { $count }回中{ $right }回的中
