goofspiel-name = ゴーフスピール
goofspiel-pitch = 全員が同じ13枚の手札から1枚ずつ伏せて入札。最も高い人が賞品を取ります
goofspiel-option-prizes = 賞品の順番
goofspiel-option-prizes-shuffled = ランダム
goofspiel-option-prizes-falling = 高い順
goofspiel-option-prizes-about = 次の賞品が何か分からない順番にするか、キングからエースまで高い順に出すか。
goofspiel-begin = 最初の賞品に全員が入札します。
goofspiel-bid = { $seat }が入札しました。
goofspiel-won = { $seat }が{ $prizes }を獲得しました(入札: { $bids })
goofspiel-nobody = 最高の入札が並んだため({ $bids })、{ $prizes }は次のラウンドに持ち越しです。
goofspiel-prizes = 賞品
goofspiel-to-come = 残り{ $count }枚
goofspiel-seat = { $points }点
goofspiel-your-hand = あなたの手札
goofspiel-hand = { $is_in ->
    [0] あなたの手札: { $cards }
   *[other] { $bid }で入札しました。残りの手札: { $cards }
}
goofspiel-move = { $card }で入札
goofspiel-choose = { $prizes }にどのカードで入札しますか？
