# 巴札

tomoe-name = 巴札
tomoe-pitch = 3人専用トリックテイキング。勝つのは「2番目に強い札」

# 設定

tomoe-option-games = ゲーム数
tomoe-option-games-about = 1マッチのゲーム数。首位が並んだら3ゲームずつ延長します。
tomoe-option-ace = 壹の優遇
tomoe-option-ace-1 = なし(1勝)
tomoe-option-ace-1_5 = 1勝半
tomoe-option-ace-2 = 2勝
tomoe-option-ace-about = 1の札で取ったトリックを何勝と数えるか。
tomoe-option-metals = 金将銀将銅将
tomoe-option-metals-off = なし
tomoe-option-metals-on = あり
tomoe-option-metals-about = 裏スートのない3枚組のスートを加えます。13トリック、伏せ手札は4枚ずつ。

# 断り

tomoe-refusal-no-metals = この卓は金将銀将銅将なしです({ $card }はありません)。
tomoe-refusal-not-in-hand = { $card }は手札にありません。
tomoe-refusal-follow-front = 表スート { $front } を持っているので、フォローが必要です: { $playable }
tomoe-refusal-follow-back = 表スート { $front } がないときは、裏スート { $due } を出します: { $playable }
tomoe-refusal-follow-metal = 台札が金銀銅なので、持っている金銀銅を出します: { $playable }

# 卓

tomoe-headline-start = これから配ります。最初のリードは{ $seat }。
tomoe-headline-lead = 第{ $number }トリック、{ $seat }のリード
tomoe-headline-led = { $seat }の台札 { $card } · { $suits }
tomoe-headline-between = 第{ $number }ゲーム終了
tomoe-headline-over = { $seats }の優勝!
tomoe-suits = 表 { $front } / 裏 { $back }
tomoe-suits-metal = 表 金銀銅 / 裏なし
tomoe-progress = 第{ $game }ゲーム(全{ $games })、第{ $trick }トリック(全{ $tricks })
tomoe-seat = { $won }勝 · 合計{ $total } · 伏せ{ $hidden }枚
tomoe-seat-played = { $card } · { $won }勝 · 合計{ $total } · 伏せ{ $hidden }枚
tomoe-row-trick = 場
tomoe-row-last = 前のトリック
tomoe-note = { $won }勝、伏せ{ $hidden }枚
tomoe-note-won = { $seat }の勝ち

# トリックの勝敗とその理由

tomoe-won = 第{ $number }トリック { $cards } → { $card }で{ $seat }の勝ち。{ $why }
tomoe-won-ace = 第{ $number }トリック { $cards } → { $card }で{ $seat }の勝ち({ $points }勝分)。{ $why }
tomoe-why-all-front = 【甲】全員が表スート。真ん中の数が勝ち
tomoe-why-one-back = 【乙】裏スート1枚が最強なので、2番目は表スート2枚の大きいほう
tomoe-why-two-back = 【丙】裏スートが2枚。2番目はその小さいほう
tomoe-why-one-lower = 【丁】表スートが2枚。2番目はその小さいほう
tomoe-why-two-lower = 【戊】3枚ともスートが違うので、最強の表スート(台札)が勝ち
tomoe-why-lower-pair = 【己】同じ下位スートが2枚。台札 { $led } に次ぐのは、その大きいほう
tomoe-why-back-lower = 【庚】3枚ともスートが違うので、最強の裏スートが勝ち

# できごと

tomoe-event-dealt = 第{ $number }ゲーム(全{ $games })を配りました。リードは{ $seat }。
tomoe-event-played = { $seat }: { $card }
tomoe-event-played-hidden = { $seat }: { $card }(伏せ手札から)
tomoe-event-ended = 第{ $number }ゲームの結果: { $results }
tomoe-result = { $seat } { $points }勝(合計{ $total })
tomoe-event-extended = { $seats }が首位で並んだので延長戦。全{ $games }ゲームになります。
tomoe-result-score = { $score }勝
tomoe-outcome = { $seats }: { $games }ゲームで{ $points }勝
tomoe-outcome-extra = 延長{ $extra }ゲームで決着しました。

# 自分の手札

tomoe-no-hand = いま手札はありません。
tomoe-wait = { $seat }の番です。
tomoe-must-lead = あなたのリードです。どの札でも出せます。
tomoe-must-front = 表スート { $front } を持っているので、それしか出せません。
tomoe-must-back = 表スート { $front } がないので、裏スート { $back } しか出せません。
tomoe-may-any = 表 { $front } も裏 { $back } もないので、どの札でも出せます。
tomoe-must-metal = 台札が金銀銅なので、持っている金銀銅しか出せません。
tomoe-may-metal = 台札は金銀銅ですが持っていないので、どの札でも出せます。
tomoe-playable = 出せる札: { $cards }
tomoe-open = 見せ手札: { $cards }
tomoe-hidden = 伏せ手札: { $cards }
tomoe-unseen = 相手の伏せ手札にある札({ $count }枚): { $cards }
tomoe-row-open = 見せ手札
tomoe-row-hidden = 伏せ手札
tomoe-choose = 出す札
tomoe-card = { $card }
tomoe-play = { $card }を出す
tomoe-detail = { $part ->
    [hidden] 伏せ手札
   *[open] 見せ手札
}{ $role ->
    [front] ・表スート
    [back] ・裏スート
    [lower] ・下位スート
   *[lead] {""}
}
