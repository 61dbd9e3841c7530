/** A question with a wrong draft that gives an unusual result, and the clue that a model needs to mend it. */
interface Trap {
  readonly kind: 'literal' | 'code' | 'column' | 'unit' | 'period'
  readonly question: string
  readonly draft: string
  /** The part of the prompt that shows a capable model what is wrong. */
  readonly clue: RegExp
  readonly mended: string
}

const count = (table: string, where: string): string => `SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`

type Line = readonly [question: string, table: string, wrong: string, right: string, clue: RegExp]

const trapsOf = (kind: Trap['kind'], lines: readonly Line[]): readonly Trap[] =>
  lines.map(([question, table, wrong, right, clue]) => ({
    kind,
    question,
    clue,
    draft: count(table, wrong),
    mended: count(table, right),
  }))

/** On the demo, as its first shop. */
export const TRAPS: readonly Trap[] = [
  ...trapsOf('literal', [
    [
      'How many orders were called off?',
      'orders',
      "status = 'called off'",
      "status = 'cancelled'",
      /orders\.status: .*"cancelled"/,
    ],
    ['How many orders are done?', 'orders', "status = 'Done'", "status = 'completed'", /orders\.status: .*"completed"/],
    [
      'How many orders are on their way?',
      'orders',
      "status = 'shipped'",
      "status = 'in transit'",
      /orders\.status: .*"in transit"/,
    ],
    [
      'How many orders came from the internet?',
      'orders',
      "channel = 'online'",
      "channel = 'web'",
      /orders\.channel: .*"web"/,
    ],
    [
      'How many invoices are late?',
      'invoices',
      "status = 'late'",
      "status = 'overdue'",
      /invoices\.status: .*"overdue"/,
    ],
    [
      'How many quotes were turned down?',
      'quotes',
      "status = 'declined'",
      "status = 'rejected'",
      /quotes\.status: .*"rejected"/,
    ],
    [
      'How many leads came by recommendation?',
      'leads',
      "source = 'recommendation'",
      "source = 'referral'",
      /leads\.source: .*"referral"/,
    ],
    [
      'How many companies are among the customers?',
      'customers',
      "segment = 'company'",
      "segment = 'business'",
      /customers\.segment: .*"business"/,
    ],
  ]),
  ...trapsOf('code', [
    [
      'How many customers live in DE?',
      'customers',
      "country = 'DE'",
      "country = 'Germany'",
      /customers\.country: .*"Germany"/,
    ],
    [
      'How many customers live in SWE?',
      'customers',
      "country = 'SWE'",
      "country = 'Sweden'",
      /customers\.country: .*"Sweden"/,
    ],
    [
      'How many suppliers are in NL?',
      'suppliers',
      "country = 'NL'",
      "country = 'Netherlands'",
      /suppliers\.country: .*"Netherlands"/,
    ],
    [
      'How many customers get the newsletter?',
      'customers',
      "newsletter = 'Y'",
      'newsletter = TRUE',
      /newsletter BOOLEAN|customers\.newsletter/,
    ],
    [
      'How many support tickets have priority P1?',
      'support_tickets',
      "priority = 'P1'",
      "priority = 'urgent'",
      /support_tickets\.priority: .*"urgent"/,
    ],
    [
      'How many orders have the state C?',
      'orders',
      "status = 'C'",
      "status = 'cancelled'",
      /orders\.status: .*"cancelled"/,
    ],
  ]),
  ...trapsOf('column', [
    [
      'How many customers are in Hamburg?',
      'customers',
      "country = 'Hamburg'",
      "city = 'Hamburg'",
      /customers\.city: .*"Hamburg"/,
    ],
    [
      'How many orders are unpaid?',
      'orders',
      "status = 'unpaid'",
      "payment_status = 'unpaid'",
      /orders\.payment_status: .*"unpaid"/,
    ],
    [
      'How many leads were won at a trade fair?',
      'leads',
      "status = 'trade fair'",
      "source = 'trade fair' AND status = 'won'",
      /leads\.source: .*"trade fair"/,
    ],
    [
      'How many orders were placed by phone?',
      'orders',
      "status = 'phone'",
      "channel = 'phone'",
      /orders\.channel: .*"phone"/,
    ],
    [
      'How many shipments were delivered?',
      'shipments',
      "status = 'completed'",
      "status = 'delivered'",
      /shipments\.status: .*"delivered"/,
    ],
    [
      'How many suppliers are in Germany?',
      'suppliers',
      "city = 'Germany'",
      "country = 'Germany'",
      /suppliers\.country: .*"Germany"/,
    ],
  ]),
  ...trapsOf('unit', [
    [
      'How many shipments took more than 48 hours to deliver?',
      'shipments',
      'delivery_days > 48',
      'delivery_days > 2',
      /shipments\.delivery_days: \d+ … \d+/,
    ],
    [
      'How many tickets took longer than 72 hours to resolve?',
      'support_tickets',
      'resolution_days > 72',
      'resolution_days > 3',
      /support_tickets\.resolution_days: \d+ … \d+/,
    ],
    [
      'How many visits lasted over 3,600 seconds?',
      'visits',
      'duration_minutes > 3600',
      'duration_minutes > 60',
      /visits\.duration_minutes: \d+ … \d+/,
    ],
    [
      'How many suppliers need more than 336 hours of lead time?',
      'suppliers',
      'lead_time_days > 336',
      'lead_time_days > 14',
      /suppliers\.lead_time_days: \d+ … \d+/,
    ],
    [
      'How many quotes are over 500,000 cents?',
      'quotes',
      'amount > 500000',
      'amount > 5000',
      /quotes\.amount: [\d.]+ … [\d.]+/,
    ],
  ]),
  ...trapsOf('period', [
    [
      'How many orders were placed in the first month?',
      'orders',
      "ordered_on < '2015-02-01'",
      "ordered_on < date((SELECT MIN(ordered_on) FROM orders), 'start of month', '+1 month')",
      /orders\.ordered_on: \d{4}-\d\d-\d\d … /,
    ],
    [
      'How many returns were there in the first year?',
      'returns',
      "returned_on < '2010-01-01'",
      "returned_on < date((SELECT MIN(returned_on) FROM returns), '+1 year')",
      /returns\.returned_on: \d{4}-\d\d-\d\d … /,
    ],
    [
      'How many invoices are due after the last issue?',
      'invoices',
      "due_on > '2099-01-01'",
      'due_on > (SELECT MAX(issued_on) FROM invoices)',
      /invoices\.due_on: \d{4}-\d\d-\d\d … /,
    ],
    [
      'How many visits took place in the latest year?',
      'visits',
      "visited_on >= '2031-01-01'",
      "visited_on >= date((SELECT MAX(visited_on) FROM visits), '-1 year')",
      /visits\.visited_on: \d{4}-\d\d-\d\d … /,
    ],
    [
      'How many reviews were written in the oldest year?',
      'reviews',
      "reviewed_on < '2001-01-01'",
      "reviewed_on < date((SELECT MIN(reviewed_on) FROM reviews), '+1 year')",
      /reviews\.reviewed_on: \d{4}-\d\d-\d\d … /,
    ],
  ]),
]
