# ロストポーカー
lost-name = ロストポーカー
lost-pitch = ウソで札を押しつけ、相手を脱落させる
lost-turn = 手番の人は誰かにカードを渡し、中身を宣言します。ウソでも構いません。相手が真偽を外すとカードは相手の場に、当てると渡した人の場に置かれます。同じスート、同じ数字、連番のどれかが場に4枚そろうと負けです。
lost-aim = 最初の脱落者以外が勝ち。場に同スート・同数・連番4枚か手札0で脱落。
lost-option-losts = ロストの回数
lost-option-losts-number = { $number }回
lost-option-losts-about = 1人が1ゲームに何回ロストできるか

# 宣言、カード、役
lost-cards = { $cards }
lost-claim-suit = { $suit }
lost-claim-joker = ジョーカー
lost-sign-suit = { $suit ->
    [s] ♠︎
    [h] ♥︎
    [d] ♦︎
   *[c] ♣︎
}
lost-sign-rank = { $rank }
lost-hand-flush = { $suit ->
    [s] スペードのフラッシュ
    [h] ハートのフラッシュ
    [d] ダイヤのフラッシュ
   *[c] クラブのフラッシュ
}
lost-hand-straight = ストレート
lost-hand-quads = { $rank }のフォーカード
lost-hand-empty = 手札切れ

# 卓
lost-chapter-fields = 最初の場
lost-chapter-turn = { $seat }の手番
lost-headline-dealing = カードを配っています。
lost-headline-opening = 各自3枚を伏せて場に出します
lost-headline-answer = { $seat } → { $target }「{ $claim }」。信じる？ダウト？
lost-headline-place = { $seat }はロストの代償に、手札から1枚を自分の場に出します。
lost-headline-over = { $reasons }
lost-line-record = { $seat }のこれまでの宣言: 本当{ $true }回 · ウソ{ $false }回

# 質問の上に並べる宣言
lost-said = { $how ->
    [true] { $target }へ「{ $claim }」(本当)
    [lie] { $target }へ「{ $claim }」(ウソ)
    [taken] { $target }へ「{ $claim }」(ロスト)
   *[judged] 「{ $claim }」(前は本当{ $true }・ウソ{ $lies })
}
lost-said-changed = 場の{ $card }をロストし{ $placed }を出した
lost-told = { $earlier }{ $told }
lost-told-short = { $earlier }
lost-said-back = ジョーカーを戻し{ $cards }を出した

# 画像の中
lost-note = 手札{ $cards } · ロストあと{ $left }回
lost-note-cards = 手札{ $cards }枚
lost-note-choosing = 3枚を選択中
lost-note-pile = ロスト: { $cards }
lost-note-ready = 準備完了
lost-chip-near = リーチ
lost-chip-near-gone = リーチ(もう来ない)
lost-chip-near-joker = リーチ(ジョーカーのみ)
lost-chip-out = 脱落
lost-chip-true = 本当
lost-chip-lie = ウソ
lost-chip-taken = 伏せたままロスト
lost-row-field = { $seat }
lost-your-field-now = 自分の場
lost-row-last = 前回
lost-note-last = { $seat }→{ $target }
lost-caption-claim = 「{ $claim }」
lost-caption-own = 脱落: 自分
lost-tale-out = { $hand }で脱落
lost-revealed = 出されたカード
lost-your-hand = 自分の手札
lost-your-field = 自分の場
lost-your-card = 自分のカード
lost-note-to = { $seat }へ

# できごと
lost-event-dealt = { $count }枚ずつ配りました。
lost-event-fields = 全員の場を一斉に表にしました。
lost-event-played = { $seat } → { $target }「{ $claim }」
lost-event-trust-right = { $target }は{ $seat }の「{ $claim }」を信じて正解。{ $card }は{ $seat }の場へ。
lost-event-trust-wrong = { $target }は{ $seat }の「{ $claim }」を信じましたが、ウソでした。{ $card }は{ $target }の場へ。
lost-event-doubt-right = { $target }は{ $seat }の「{ $claim }」をダウトして正解。{ $card }は{ $seat }の場へ。
lost-event-doubt-wrong = { $target }は{ $seat }の「{ $claim }」をダウトしましたが、本当でした。{ $card }は{ $target }の場へ。
lost-event-joker-right = { $target }は{ $seat }の「{ $claim }」を信じて正解。{ $card }だけは、信じて当てると場ではなく{ $target }の手札へ。
lost-event-joker-wrong = { $target }は{ $seat }の「{ $claim }」をダウトしましたが、本当でした。{ $card }は{ $target }の場へ。
lost-event-taken = { $target }がロストを宣言。{ $seat }のカード(「{ $claim }」)は伏せたままゲームから外れます。
lost-event-voided = { $target }のロストは無効！{ $seat }のカードはロストできないジョーカーでした。{ $target }の場へ。
lost-event-placed = { $seat }はロストの代償に、{ $card }を自分の場に出しました。
lost-event-lost-hand = { $seat }は手札から1枚を伏せたままロストしました。
lost-event-lost-field = { $seat }は場の{ $card }をロストし、手札から{ $placed }を出しました。
lost-event-back = { $seat }は{ $cards }を場に出し、ジョーカーを手札に戻しました。
lost-event-passed = { $seat }はできることがなく、パスしました。
lost-ends = { $first }{ $second }
lost-end-hand = { $seat }は手札がなくなり脱落。
lost-end = { $seat }は{ $hand }({ $cards })で脱落。

# 勝負の瞬間
lost-great-end = { $reasons }{ $count ->
    [0] {""}
    [1] { $seats }の勝ちです！
   *[other] ほかの全員の勝ちです！
}
lost-great-end-five = { $reasons }さらにもう1枚そろっています。
lost-great-both = { $reasons }同時脱落です。
lost-great-own = { $reasons }自分の出したカードでの自滅です。
lost-great-lie = { $reasons }{ $seat }のウソが決まりました。
lost-great-true = { $reasons }{ $seat }の宣言は本当でした。
lost-great-escape = 危機一髪！{ $target }は{ $hand }で脱落するところでした。
lost-great-first-lie = { $count }回続けて本当を言った{ $seat }の、初めてのウソが通りました！
lost-great-for-once = ウソを{ $count }回ついたあとでは、{ $seat }の初めての本当も信じてもらえませんでした！
lost-consequence-right = 正解！{ $card }は{ $seat }の場へ。
lost-consequence-joker = 正解！ジョーカーだけは、当てると場ではなくあなたの手札へ。
lost-consequence-wrong-true = 外れ。本当でした。{ $card }はあなたの場へ。
lost-consequence-wrong-lie = 外れ。ウソでした。{ $card }はあなたの場へ。
lost-consequence-back-true = { $target }に信じられてしまいました。{ $card }はあなたの場へ。
lost-consequence-back-lie = { $target }にウソを見破られました。{ $card }はあなたの場へ。
lost-consequence-kept-true = { $target }は本当の宣言にダウト。{ $card }は{ $target }の場へ。
lost-consequence-kept-lie = { $target }はあなたのウソを信じました。{ $card }は{ $target }の場へ。
lost-consequence-joker-gone = { $target }はあなたを信じ、ジョーカーを手札に入れました。
lost-consequence-void = ジョーカーでした。ロストは無効(回数は減りません)、ジョーカーはあなたの場へ。
lost-consequence-voided = { $target }のロストは無効。あなたのジョーカーは{ $target }の場へ。
lost-consequence-taken = { $target }があなたの{ $card }をロスト。カードはゲームから外れ、宣言の真偽は問われませんでした。
lost-suspense-doubt = { $target }がダウト！{ $seat }の「{ $claim }」は……？
lost-suspense-trust = { $target }は信じました。{ $seat }の「{ $claim }」は……？
lost-claimed = { $seat }のカード
lost-fact = { $seat }は{ $target }に「{ $claim }」と宣言していました。
lost-fact-end = { $seat }は{ $target }に「{ $claim }」と宣言。{ $target }は{ $answer ->
    [trust] 信じ
   *[doubt] ダウトし
}、{ $how ->
    [true] 宣言は本当でした
   *[lie] 宣言はウソでした
}。
lost-score-in = 生き残り
lost-score-out = { $hand }で脱落

# 自分だけの画面
lost-panel-nothing = まだカードがありません。
lost-panel-lay = 1人でも脱落すればゲーム終了、ほか全員の勝ちです。全員が選ぶと、一斉に表になります。
lost-panel-laid = 3枚を伏せました。全員そろったら一斉に表にします。
lost-panel-gone = { $target }があなたの{ $card }をロスト。カードはゲームから外れ、{ $target }は手札から1枚を自分の場に出します。
lost-panel-taken = { $seat }のカードは{ $card }でした(知っているのは2人だけです)。
lost-panel-voided = ジョーカーだったので、あなたの場に置かれました。さらに手札から1枚、自分の場に出してください。
lost-stakes-answer = 当てれば{ $seat }の場へ{ $outs ->
    [both] 行き、相手は脱落
    [trust] (本当なら相手は脱落)
    [doubt] (ウソなら相手は脱落)
    [some] (札によっては相手が脱落)
   *[no] {""}
}。{ $certain ->
    [trust] 「信じる」は外れません。「ダウト」は外れると自分の場へ({ $doubt })。
    [doubt] 「ダウト」は外れません。「信じる」は外れると自分の場へ({ $trust })。
   *[no] 外すと自分の場へ({ $is_equal ->
        [yes] { $trust }
       *[no] 信じたら{ $trust }、ダウトなら{ $doubt }
    })。
}{ $discard ->
    [safe] ロストならカードを除外し、手札1枚を自分の場へ(安全な札あり)。
    [near] ロストならカードを除外し、手札1枚を自分の場へ(よくてもリーチ)。
    [out] ロストすると、代わりに出す手札で脱落。
    [fatal] ロストすると脱落。
   *[no] {""}
}
lost-stakes-answer-joker = 信じる: ジョーカーなら手札へ{ $certain ->
    [trust] (ウソではありえません)。
   *[other] 、ウソなら自分の場へ({ $trust })。
}ダウト: { $certain ->
    [doubt] ジョーカーではありえないので{ $seat }の場へ{ $outs ->
        [doubt] 行き、相手は脱落
        [some] (札によっては相手が脱落)
       *[no] {""}
    }。
   *[other] ウソなら{ $seat }の場へ{ $outs ->
        [doubt] 行き、相手は脱落
        [some] (札によっては相手が脱落)
       *[no] {""}
    }、ジョーカーなら自分の場へ({ $doubt })。
}{ $discard ->
    [no] {""}
    [fatal] ロストすると脱落。
    [out] ロストすると脱落。
   *[other] { $certain ->
        [doubt] {""}
       *[other] ジョーカーはロストできません。
    }
}
lost-risk = { $how ->
    [all] 脱落
    [some] { $cards }枚中{ $fatal }枚で脱落
    [near] 最悪でもリーチ
   *[safe] まだ安全
}
lost-stakes-turn = スートか数字を宣言します(ウソ可)。真偽を相手が当てればカードは自分の場へ{ $fatal ->
    [0] { $near ->
        [0] {""}
       *[other] (手札{ $cards }枚中{ $near }枚でリーチ)
    }
   *[other] (手札{ $cards }枚中{ $fatal }枚で脱落)
}、外せば相手の場へ。{ $cards ->
    [2] 手札は残り1枚です(0枚で脱落)。
   *[other] {""}
}
lost-stakes-turn-short = 宣言はウソも可。真偽を相手が当てれば自分の場へ{ $fatal ->
    [0] { $near ->
        [0] {""}
       *[other] ({ $cards }枚中{ $near }枚でリーチ)
    }
   *[other] ({ $cards }枚中{ $fatal }枚で脱落)
}、外せば相手の場へ。{ $cards ->
    [2] 手札は残り1枚です(0枚で脱落)。
   *[other] {""}
}
lost-stakes-last = 最後の手札です。何をしても手札がなくなり、脱落します。{ $count ->
    [0] {""}
   *[other] 道連れにできる相手: { $seats }。
}
lost-stakes-claim = { $is_last ->
    [yes] 手札がなくなり、どちらにしても脱落します。真偽を相手が外せば{ $card }は
   *[no] 真偽を相手が当てれば{ $card }は自分の場へ{ $mine ->
        [out] (脱落)
        [near] (あと1枚で脱落)
       *[safe] {""}
    }、外せば
}{ $target }の場へ{ $theirs ->
    [out] ({ $is_last ->
        [yes] 相手も脱落
       *[no] 相手が脱落
    })
    [near] (相手はあと1枚で脱落)
   *[safe] {""}
}。{ $left ->
    [0] {""}
   *[other] { $target }はロスト(捨てる)もできます(あと{ $left }回)。
}
lost-stakes-claim-joker = { $is_last ->
    [yes] 手札がなくなり、脱落します。
   *[no] {""}
}信じられるとジョーカーは{ $target }の手札へ、ダウトされると{ $target }の場へ。
lost-stakes-place = { $fatal ->
    [0] 手札{ $cards }枚のどれでも脱落しません。
   *[other] 手札{ $cards }枚中{ $fatal }枚で脱落します。
}
lost-stakes-lose = 選んだカードはゲームから外れます。場のカードなら、代わりに手札から1枚を場に出します。どちらでも手札は残り{ $left }枚{ $left ->
    [0] になり、脱落します。
   *[other] です。
}
lost-stakes-no-joker = { $target }はリーチなので、ジョーカーは出せません。
lost-tip-lay = なるべくそろいにくい3枚(別のスート、離れた数字)を選びましょう。カードは1〜10(10と1はつながりません)と、どのカードの代わりにもなるジョーカー1枚です。
lost-tip-turn = 相手の場にそろうカードを選び、スートか数字を宣言します。ウソでも構いません。ロストなら自分の札1枚をゲームから外せます。手札が尽きても負けです。
lost-tip-answer = ジョーカーはロストできません。本当にジョーカーなら自分の場に来て、手札からも1枚出します。
lost-tip-place = 自分の場のどのカードともそろいにくい1枚を出しましょう。

# 行動
lost-trust = 信じる
lost-doubt = ダウト
lost-lost = ロストして手札1枚を場へ(あと{ $left }回)
lost-pass = パス
lost-name-lost = ロスト
lost-name-field = 最初の場: { $cards }
lost-name-play = { $card }を「{ $claim }」と言って{ $target }に出す
lost-name-place = { $card }を場に出す
lost-name-lost-hand = 手札の{ $card }をロスト
lost-name-lost-field = 場の{ $card }をロストし、{ $placed }を出す
lost-name-back = ジョーカーを{ $cards }と交換
lost-choose-lay = どの3枚を場に伏せますか？
lost-group-openings = { $pairs ->
    [0] 一番安全: どの2枚も同じ役に使えない
    [1] 一番安全: 同じ役に使えるのは2枚だけ
   *[other] 一番そろいにくい組み合わせ
}
lost-choose-answer = { $seat }の伏せ札、信じますか？
lost-choose-kind = 誰にカードを出しますか？
lost-kind-play = { $target }
lost-play-to = { $card } → { $target }
lost-kind-lose = 札を捨てる(ロスト、あと{ $left })
lost-kind-joker-back = ジョーカーを戻す
lost-choose-claim = { $card }を{ $target }へ。宣言するスートか数字は？
lost-choose-claim-joker = { $card }を{ $target }へ。ジョーカーは「ジョーカー」としか宣言できません。
lost-group-claims = ✓: 本当 · 無印: ウソ
lost-rest-claims = 数字(✓{ $rank })かジョーカーで宣言
lost-lays-safe = 自分の場は安全なまま
lost-lays-near = 自分の場がリーチになる
lost-lays-out = 役ができて脱落
lost-group-lose-near = 自分の場から(リーチを消せる)
lost-group-lose-field = 自分の場から
lost-lose-hand = 手札から: { $cards }
lost-choose-lost = どのカードをロストしますか？
lost-choose-place = どのカードを場に出しますか？
lost-choose-back = ジョーカーの代わりに出す2枚は？
lost-choose-card = { $target }にどのカードを出しますか？
lost-brings-hit = 相手の場に置ければ、相手が脱落
lost-brings-both = 自分は脱落、相手の場に置ければ相手も脱落
lost-brings-near = 相手の場に置ければ、相手はあと1枚で脱落
lost-brings-duel = どちらかが脱落
lost-brings-nothing = 相手はまだ安全
lost-brings-miss = 相手は脱落しない
lost-brings-joker = 信じられると相手の手札へ
lost-brings-risk = 戻ると自分が脱落
lost-brings-empty = 手札がなくなり、自分が脱落
lost-key-claim = { $how ->
    [true] ✓{ $claim }
    [hopeless] ✗{ $claim }(すぐばれる)
   *[false] { $claim }
}

# 警告
lost-warn-last = 最後の手札です。手札がなくなると脱落します。
lost-warn-made = { $count ->
    [1] { $cards }を出すと自分の場に役ができ、脱落します。
   *[other] { $cards }のどれを出しても自分の場に役ができ、脱落します。
 }

# 原典にない取り決め
lost-decision-void-lost = ジョーカーに対するロストは回数に数えません。ただし宣言するには1回以上残っている必要があります。
lost-decision-pass = パスできるのは、ほかにできることが何もないときだけです。
lost-decision-several-out = 同時に複数の人が脱落条件を満たしたら、全員脱落です。

# 手の理由
lost-reason-play = { $how ->
    [hit] { $is_lie ->
        [no] 本当の宣言をダウトされれば
       *[yes] ウソを信じてもらえれば
    }、{ $target }が脱落
    [both] 手札が尽きて脱落しますが、{ $is_lie ->
        [no] 本当の宣言をダウトされれば
       *[yes] ウソを信じてもらえれば
    }{ $target }も脱落
    [empty] 手札が尽きて脱落します
    [near] { $is_lie ->
        [no] 本当の宣言をダウトされれば
       *[yes] ウソを信じてもらえれば
    }、{ $target }はあと1枚で脱落
    [duel] { $is_lie ->
        [no] 本当の宣言をダウトされれば{ $target }が脱落、信じられれば自分が脱落
       *[yes] ウソを信じてもらえれば{ $target }が脱落、ダウトされれば自分が脱落
    }
    [joker] 信じられるとジョーカーは{ $target }の手札へ、ダウトされると{ $target }の場へ
    [risk] { $target }に{ $is_lie ->
        [no] 本当の宣言を信じられると
       *[yes] ウソをダウトされると
    }、自分が脱落
   *[other] { $is_lie ->
        [no] 本当の宣言をダウトされれば
       *[yes] ウソを信じてもらえれば
    }{ $target }の場へ
}
lost-reason-lay = { $pairs ->
    [0] どの2枚も同じ役に使えない組み合わせです
    [1] 同じ役に使えるのは2枚だけです
   *[other] そろいにくい組み合わせです
}
lost-reason-place = { $how ->
    [out] 自分の場に役ができて脱落します
    [empty] 手札が尽きて脱落します
    [near] 自分の場はリーチになります(あと1枚で役)
   *[safe] 自分の場はリーチになりません
}
lost-reason = 見えない{ $unseen }枚のうち「{ $claim }」に当たるのは{ $fit }枚{ $named ->
    [yes] : { $cards }
   *[no] {""}
}
lost-reason-lost = 誰の場にも行かず、自分の場に出すカードは選べます
lost-reason-lost-hand = この番では自分の場に何も来ません
lost-reason-joker = ジョーカーを持っているのは{ $seat }。このカードかもしれません

# トロフィー
lost-trophy-first = ロスト入門
lost-trophy-first-about = はじめて最後まで遊ぶ(コンピューター相手でもOK)
lost-trophy-first-done = はじめてのロストポーカー
lost-trophy-first-sign = 入
lost-trophy-alive = 生き残り
lost-trophy-alive-about = 脱落せずに終える
lost-trophy-alive-sign = 生
lost-trophy-catch = 石橋たたき
lost-trophy-catch-about = ウソを1回見破る
lost-trophy-catch-sign = 橋
lost-trophy-honest = 馬鹿正直
lost-trophy-honest-about = 3回以上宣言し、ウソをつかずに生き残る
lost-trophy-honest-sign = 馬
lost-trophy-smooth = 口八丁
lost-trophy-smooth-about = 1ゲームでウソを3回以上通す
lost-trophy-smooth-sign = 舌
lost-trophy-sharp = 鼻が利く
lost-trophy-sharp-about = 1ゲームでダウト3回以上、全部成功
lost-trophy-sharp-sign = 鼻
lost-trophy-lives = 九死に一生
lost-trophy-lives-about = { $target }ゲーム続けて生き残る
lost-trophy-lives-sign = 九
lost-trophy-eyes = 目利き
lost-trophy-eyes-about = ウソを{ $target }回見破る
lost-trophy-eyes-sign = 目
lost-trophy-lies = ウソ八百
lost-trophy-lies-about = ウソを{ $target }回つく
lost-trophy-lies-sign = 嘘
lost-trophy-wins = 古だぬき
lost-trophy-wins-about = { $target }ゲーム生き残る
lost-trophy-wins-sign = 狸
