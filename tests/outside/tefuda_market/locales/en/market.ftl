market-name = Market
market-pitch = Bid for tea, silk and salt in secret, while dice move their prices
market-good-tea = tea
market-good-silk = silk
market-good-salt = salt
market-begin = The market opens.
market-offered = The dice show { $first } and { $second }: { $good } is for sale at a price of { $price }.
market-laid = { $seat } has bid.
market-sold = { $seat ->
    [you] You buy
   *[other] { $seat } buys
} { $good } for { $amount }.
market-unsold = Nobody alone bid highest, so { $good } stays unsold.
market-bankrupt = { $seat ->
    [you] You cannot pay the rent and are bankrupt.
   *[other] { $seat } cannot pay the rent and is bankrupt.
}
market-you-bid = You have bid { $amount }.
market-bid = Bid { $amount }
market-choose = What do you bid for { $good } (price { $price })? You have { $money }.
market-amount = { $amount }
market-worth = worth { $amount }
market-prices = Prices
market-price = { $good } { $price }
market-money = money { $amount }
market-has = { $good } ×{ $count }
