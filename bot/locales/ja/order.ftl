# 秩序

barred = サーバーの管理者により、今はこのサーバーで卓を開いたり参加したりできません。
role-needed = このサーバーで遊べるのは、次のロールを持つ人だけです：{ $roles }
game-not-here = { $game }は、このサーバーでは遊べません。遊べるゲーム：{ $games }
too-many-lobbies = 開始前の卓をすでに{ $most }つ開いています。先にどれかを始めるか、閉じてください。
too-many-lobbies-here = このチャンネルには開始前の卓が{ $most }つあります。どれかに参加するか、別のチャンネルをお使いください。
too-many-tables = このチャンネルで同時に開ける卓は{ $most }つまでです。どれかに参加するか、ゲームが終わるのをお待ちください。
calls-enough = 招待しましたが、この1時間に何度も呼ばれているため、通知は送りません：{ $people }
calls-off = 招待しましたが、このサーバーでは通知を送らない設定です：{ $people }

button-settings-tables = 卓
button-settings-limits = 制限と担当
button-settings-scores = 成績
settings-games = **遊べるゲーム**
settings-games-about = 何も選ばなければ、すべてのゲームで遊べます。
settings-games-all = すべてのゲーム
settings-tables = **同時に開ける卓の数**(チャンネルごと)
settings-tables-about = 開始前の卓と進行中のゲームを、チャンネル内のスレッドも含めて数えます。
settings-tables-auto = 制限なし
settings-tables-most = { $most }つまで
settings-pings = **通知**
settings-pings-about = 手番、招待、`/notify` のお知らせでメンションを送るかどうか。
settings-pings-yes = 通知する
settings-pings-no = 誰にも通知しない
settings-players = **遊べるロール**
settings-players-about = 卓を開いたり参加したりできるロールです。選ばなければ全員が遊べます。
settings-players-none = 全員
settings-keepers = **見守り役のロール**
settings-keepers-about = サーバーを管理できる人に加えて、卓を閉じる、開始前の卓から人を外す、参加を禁止する(`/moderate`)ことができます。
settings-keepers-none = サーバーを管理できる人だけ
