import type { PhraseGloss } from '../../src/ask/rules/glossary.ts'

type Filter = NonNullable<PhraseGloss['filter']>
type Measure = NonNullable<PhraseGloss['measure']>

const filters = (table: string, column: string, op: Filter['op'], value: string | number | undefined, words: string) =>
  words.split('|').map((phrase): PhraseGloss => {
    const filter: Filter = value === undefined ? { column, op } : { column, op, value }
    return { phrase, table, filter }
  })

const measures = (table: string, measure: Measure, words: string) =>
  words.split('|').map((phrase): PhraseGloss => ({ phrase, table, measure }))

const REVENUE =
  'revenue|sales|total sales|turnover|income|earnings|money made|make money|made money|we made|we make|earned|earn|sales volume|sales figures|gross sales|sales revenue'
const SPENT = 'spent|spend|spending|total spend|purchase volume|lifetime value|customer value'
/** "Best" without another word: customers by what they spent, products by units sold. */
const BEST_CUSTOMER =
  'best customer|top customer|biggest customer|best client|top client|biggest client|best buyer|top spender|most valuable customer|biggest spender|largest customer'
const BEST_SELLER =
  'best selling|best-selling|bestselling|best seller|bestseller|top selling|top-selling|most sold|top seller|best sold|sells best|sell best|most popular'

const COUNTRY_WORDS: readonly (readonly [country: string, words: string])[] = [
  ['Germany', 'german|germans'],
  ['Denmark', 'danish|danes'],
  ['Sweden', 'swedish|swedes'],
  ['Norway', 'norwegian|norwegians'],
  ['Netherlands', 'dutch|holland|the netherlands'],
  ['France', 'french'],
  ['Portugal', 'portuguese'],
  ['Spain', 'spanish|spaniards'],
  ['Italy', 'italian|italians'],
  ['Ireland', 'irish'],
  ['United Kingdom', 'british|uk|the uk|great britain|britain'],
  ['United States', 'american|americans|usa|the usa|us|the us|the united states|the states'],
  ['Canada', 'canadian|canadians'],
]

export const PHRASES: readonly PhraseGloss[] = [
  ...measures('orders', { aggregate: 'sum', column: 'total' }, `${REVENUE}|${SPENT}|${BEST_CUSTOMER}`),
  // The same amount taken apart by product: an order's total is the sum of its items.
  ...measures('order_items', { aggregate: 'sum', column: 'quantity', times: 'unit_price' }, REVENUE),
  ...measures(
    'order_items',
    { aggregate: 'sum', column: 'quantity' },
    `units sold|pieces sold|copies sold|${BEST_SELLER}`,
  ),
  ...measures(
    'orders',
    { aggregate: 'avg', column: 'total' },
    'average order value|aov|average basket|average basket size|average basket value|average order size|typical order value|average order',
  ),
  ...measures('invoices', { aggregate: 'sum', column: 'amount' }, 'amount invoiced|invoiced amount|billed amount'),
  ...measures('payments', { aggregate: 'sum', column: 'amount' }, 'money received|received money|cash received'),
  ...measures(
    'shipments',
    { aggregate: 'sum', column: 'cost' },
    'spend on shipping|spent on shipping|shipping expenses|postage costs|spend on postage|spent on postage|spend on delivery|spent on delivery',
  ),
  ...measures('returns', { aggregate: 'sum', column: 'refund_amount' }, 'refunded amount|amount refunded|paid back'),
  ...measures(
    'reviews',
    { aggregate: 'avg', column: 'rating' },
    'average rating|best rated|top rated|highest rated|best reviewed',
  ),
  ...measures(
    'products',
    { aggregate: 'sum', column: 'price', times: 'stock' },
    'stock value|inventory value|value of the stock|value of our stock|inventory worth|stock worth|value of our inventory',
  ),
  ...measures('leads', { aggregate: 'sum', column: 'expected_value' }, 'pipeline value|sales pipeline'),

  ...filters('orders', 'payment_status', '=', 'paid', 'paid|paid for|settled'),
  ...filters('orders', 'payment_status', '=', 'unpaid', 'unpaid|not paid|not paid yet|unsettled'),
  ...filters('orders', 'status', '=', 'cancelled', 'cancelled|canceled|called off|cancellations'),
  ...filters('orders', 'status', '<>', 'cancelled', 'not cancelled|valid'),
  ...filters('orders', 'status', '=', 'completed', 'completed|fulfilled|finished'),
  ...filters('orders', 'status', '=', 'in transit', 'in transit|on the way|underway|in delivery'),
  ...filters('orders', 'channel', '=', 'web', 'online|web shop|website|on the internet'),
  ...filters('orders', 'channel', '=', 'store', 'in store|in the store|offline|walk-in'),
  ...filters('orders', 'channel', '=', 'phone', 'by phone|over the phone|telephone'),
  ...filters('invoices', 'status', '=', 'overdue', 'overdue|late|past due|too late'),
  ...filters('invoices', 'status', '=', 'paid', 'paid|settled'),
  ...filters(
    'invoices',
    'paid_on',
    'is null',
    undefined,
    'unpaid|open|outstanding|not paid|not paid yet|unsettled|owed|still owe|owe us',
  ),
  ...filters('products', 'stock', '=', 0, 'out of stock|sold out|not in stock|no stock|unavailable'),
  ...filters('products', 'stock', '>', 0, 'in stock|available|on stock'),
  ...filters(
    'products',
    'stock',
    '<',
    10,
    'low stock|low on stock|running low|running out|almost sold out|nearly sold out',
  ),
  ...filters('products', 'status', '=', 'active', 'active|current|for sale'),
  ...filters('products', 'status', '=', 'discontinued', 'discontinued|inactive|no longer sold'),
  ...filters('products', 'supplier_id', 'is null', undefined, 'without a supplier|without supplier|no supplier'),
  ...filters(
    'customers',
    'newsletter',
    '=',
    1,
    'subscribed|newsletter subscriber|subscribed to the newsletter|get the newsletter|on the newsletter',
  ),
  ...filters(
    'customers',
    'newsletter',
    '=',
    0,
    'not subscribed|unsubscribed|without newsletter|not subscribed to the newsletter',
  ),
  ...filters('customers', 'segment', '=', 'business', 'business|companies|b2b|corporate|commercial'),
  ...filters('customers', 'segment', '=', 'private', 'private|consumer|consumers|b2c'),
  ...filters('customers', 'segment', '=', 'member', 'member|members|club members'),
  ...filters('customers', 'phone', 'is null', undefined, 'without a phone number|without phone|no phone number'),
  ...COUNTRY_WORDS.flatMap(([country, words]) => [
    ...filters('customers', 'country', '=', country, words),
    ...filters('suppliers', 'country', '=', country, words),
  ]),
  ...filters(
    'shipments',
    'delivered_on',
    'is null',
    undefined,
    'not delivered|undelivered|in transit|on the way|underway|not arrived',
  ),
  ...filters('shipments', 'status', '=', 'delivered', 'delivered|arrived'),
  ...filters('reviews', 'rating', '>=', 4, 'good|positive|favourable|happy'),
  ...filters('reviews', 'rating', '<=', 2, 'bad|negative|poor|unhappy'),
  ...filters('reviews', 'comment', 'is not null', undefined, 'with a comment|with comment|with text'),
  ...filters('reviews', 'comment', 'is null', undefined, 'without a comment|without comment|without text'),
  ...filters(
    'support_tickets',
    'closed_on',
    'is null',
    undefined,
    'unresolved|unsolved|not closed|still open|not solved|pending',
  ),
  ...filters('support_tickets', 'status', '=', 'open', 'open'),
  ...filters('support_tickets', 'status', '=', 'closed', 'closed|solved|resolved|done'),
  ...filters(
    'support_tickets',
    'employee_id',
    'is null',
    undefined,
    'unassigned|without an agent|not assigned|nobody looks after',
  ),
  ...filters('leads', 'status', '=', 'won', 'won|converted|successful'),
  ...filters('leads', 'status', '=', 'lost', 'lost'),
  ...filters('quotes', 'status', '=', 'accepted', 'accepted|won|signed'),
  ...filters('quotes', 'status', '=', 'expired', 'expired|no longer valid'),
  ...filters('quotes', 'status', '=', 'rejected', 'rejected|declined|turned down|lost'),
]
