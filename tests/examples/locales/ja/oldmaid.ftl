oldmaid-name = ばば抜き
oldmaid-pitch = 隣の人の伏せた手札から1枚引き、ペアを捨てていこう。最後にジョーカーを持っていた人の負け
oldmaid-begin = カードが配られ、ペアはすべて捨てられました。
oldmaid-drawn = { $seat }が{ $owner }の{ $place }枚目を引きました: { $card }{ $laid ->
    [0] {""}
   *[other] ({ $pair }を捨てました)
}
oldmaid-over = { $seat }にジョーカーが残りました。
oldmaid-seat = { $cards ->
    [0] あがり
   *[other] { $cards }枚
} · ペア{ $pairs }組
oldmaid-note-owner = ここから引く
oldmaid-your-hand = あなたの手札
oldmaid-hand = あなたの手札(この並び順): { $cards }
oldmaid-draw = { $place }枚目を引く
oldmaid-choose = 左隣の人のどのカードを引きますか？

# トロフィー
oldmaid-trophy-first = おばあちゃんの家
oldmaid-trophy-first-about = 1ゲーム遊ぶ(コンピュータ戦でも可)
oldmaid-trophy-first-sign = 婆
oldmaid-trophy-escape = ババ知らず
oldmaid-trophy-escape-about = { $target }ゲーム続けてジョーカーを残さない
oldmaid-trophy-escape-sign = 逃
