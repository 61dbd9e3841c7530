import fc from 'fast-check'
import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import { SQL_DIALECT as MYSQL } from '../../src/engines/mysql/dialect.ts'
import { SQL_DIALECT as POSTGRES } from '../../src/engines/postgres/dialect.ts'
import { clinic, harbour } from './clinic.ts'
import { near, type Pair } from './verified-books.ts'

/** What a model receives of one verified query for a similar question. */
const exampleOf = async (pair: Pair, knowledge: Knowledge = clinic(POSTGRES), asked = 'How many visits were there?') =>
  (await near([pair], asked, knowledge)).find(({ isExact }) => !isExact)

const SELECT = 'SELECT COUNT(*) AS n FROM visits v JOIN owners o ON o.id = v.pet_id WHERE'

it('an example of a verified query keeps its form, published categories and general words', async () => {
  const query = `SELECT date_trunc('month', v.visited_on) AS month, to_char(v.visited_on, 'YYYY-MM'), SUM(v.cost) / 100.0 AS total_cost, COALESCE(MAX(v.cost), 0) FROM visits v WHERE v.state IN ('booked', 'DONE') AND v.paid = 1 AND v.visited_on > CURRENT_DATE - INTERVAL '30 days' GROUP BY 1, 2 ORDER BY total_cost DESC LIMIT 10 OFFSET 20`
  const readable = query.replace('v.paid', 'v.cost')
  expect(await exampleOf(['What do booked visits cost by month, and per owner?', readable])).toEqual({
    question: 'What do booked visits cost by month, and per owner?',
    query: readable,
    isExact: false,
  })
})

it.each<[string, Pair, string, string]>([
  [
    'a name',
    ['Visits of Ada Byron?', `${SELECT} o.full_name ILIKE '%ada byron%'`],
    'Visits of <name>?',
    "ILIKE '<name>'",
  ],
  [
    'the plural of a name',
    ["All of the Byrons' visits", `${SELECT} o.full_name = 'Byron'`],
    "All of the <name>' visits",
    "= '<name>'",
  ],
  [
    'another spelling of a name',
    ['Visits of Mueller', `${SELECT} o.full_name = 'Müller'`],
    'Visits of <name>',
    "= '<name>'",
  ],
  ['a text without spaces', ['田中商店の visits', `${SELECT} o.full_name = '田中商店'`], '<name> visits', "= '<name>'"],
  [
    'a telephone number',
    ['Visits of +49 30 1234-567', `${SELECT} o.city = '+49301234567'`],
    'Visits of +<number>',
    "= '<name>'",
  ],
  [
    'a number with separators',
    ['Visits for 4711-0815', `${SELECT} o.city = '4711-0815'`],
    'Visits for <number>',
    "= '<name>'",
  ],
  [
    'an IBAN with spaces',
    ['Visits paid from DE89 3704 0044 0532', `${SELECT} o.city = 'DE89370400440532'`],
    'Visits paid from <name>',
    "= '<name>'",
  ],
  ['a birth date', ['Visits of 1984-03-07', `${SELECT} o.city = '1984-03-07'`], 'Visits of <date>', "= '<date>'"],
  [
    'a timestamp',
    ['Visits since then', `${SELECT} v.visited_on > '1984-03-07 11:45:00'`],
    'Visits since then',
    "> '<date>'",
  ],
  [
    'an id and its name in the question',
    ['Visits of Acme East', `${SELECT} o.id = 4711`],
    'Visits of <name>',
    '= <number>',
  ],
  ['an id that is 1', ['Visits of Acme East', `${SELECT} o.id = 1`], 'Visits of <name>', '= <number>'],
  ['several ids', ['Visits of both', `${SELECT} o.id IN (4711, 0)`], 'Visits of both', 'IN (<number>, <number>)'],
  ['an emoji', ['Visits of 🦄', `${SELECT} o.full_name = '🦄'`], 'Visits of <name>', "= '<name>'"],
  [
    'a name that is a common word',
    ['Visits of Will May', `${SELECT} o.full_name = 'Will May'`],
    'Visits of <name>',
    "= '<name>'",
  ],
  ['a name that is a month', ['Visits of April Wells', 'SELECT 1 FROM visits'], 'Visits of <name>', 'SELECT 1'],
  [
    'a name beside a month',
    ['Visits in May of Will May', 'SELECT 1 FROM visits'],
    'Visits in May of <name>',
    'SELECT 1',
  ],
  [
    'the numbers but not the published words of a date',
    ['State of Visits on 7 March and in April 2026', 'SELECT 1 FROM visits'],
    'State of Visits on <number> March and in April <number>',
    'SELECT 1',
  ],
  [
    'an id beside a column position',
    ['Visits', 'SELECT id FROM visits ORDER BY 1, 471 = pet_id, 2 DESC'],
    'Visits',
    'ORDER BY 1, <number> = pet_id, 2 DESC',
  ],
  ['a factor', ['Visits in Acme units', `${SELECT} v.cost * 47 > 10`], 'Visits in <name>', '* <number>'],
  [
    'an alias',
    ['Visits of Acme', 'SELECT COUNT(*) AS acme_visits, MAX(cost) "Acme best" FROM visits Acme ORDER BY acme_visits'],
    'Visits of <name>',
    'SELECT COUNT(*) AS a1, MAX(cost) a2 FROM visits a3 ORDER BY a1',
  ],
  [
    'the name of a CTE',
    ['Visits of Acme', 'WITH acme (total, acme2) AS (SELECT 1, 0) SELECT total, acme2 FROM acme'],
    'Visits of <name>',
    'WITH a1 (total, a2) AS (SELECT 1, 0) SELECT total, a2 FROM a1',
  ],
])('an example of a verified query hides %s', async (_, pair, question, written) => {
  const found = await exampleOf(pair)
  expect(found?.question).toBe(question)
  expect(found?.query).toContain(written)
})

it('an example of a verified query keeps words of the current question and none of its constants', async () => {
  const pair: Pair = ['Happiness of Ada Byron in 1815', `${SELECT} o.full_name = 'Ada Byron' AND v.cost = 1815`]
  const found = await exampleOf(pair, clinic(POSTGRES), 'How is the happiness of Ada Byron in 1815')
  expect(found?.question).toBe('Happiness of <name> in <number>')
})

it.each([
  ['double quotes that may be a text', `${SELECT} o.full_name = "Acme"`],
  ['a comment', `${SELECT} o.city = 'x' -- Acme`],
  ['dollar quotes', `${SELECT} o.full_name = $$Acme$$`],
  ['an escaped text', `${SELECT} o.full_name = E'Acme'`],
  ['a backslash', `${SELECT} o.full_name = 'Ac\\'me'`],
  ['a table that the caller does not see', 'SELECT COUNT(*) FROM acme_visits'],
  ['a column that the caller does not see', 'SELECT MAX(acme_score) FROM visits'],
  ['a function of no dialect', 'SELECT acme_takeover(cost) FROM visits'],
  ['double quotes after a type', `${SELECT} o.full_name = BINARY "Acme"`],
  ['double quotes after a date keyword', `${SELECT} v.visited_on = DATE "1984-03-07"`],
  ['double quotes after a character set', `${SELECT} o.full_name = _utf8mb4 "Acme"`],
  ['double quotes after a text', `${SELECT} o.full_name = 'Ac' "me"`],
])('an example of a verified query is not shown with %s', async (_, query) => {
  for (const dialect of [MYSQL, POSTGRES])
    expect(await exampleOf(['All visits', query], clinic(dialect))).toBeUndefined()
})

describe('an example of a verified MongoDB query', () => {
  const shown = async (stages: readonly object[], question = 'Calls of Acme') => {
    const query = JSON.stringify({ collection: 'calls', pipeline: stages })
    return (await exampleOf([question, query], harbour(), 'How many calls were there?'))?.query
  }

  it('keeps its form and published categories', async () => {
    const stages = [
      { $match: { 'vessel.flag': 'Panama', tonnes: { $gt: 0 } } },
      { $lookup: { from: 'calls', localField: 'berth', foreignField: 'berth', as: 'others' } },
      { $group: { _id: { month: { $dateToString: { format: '%Y-%m', date: '$arrived' } } }, count: { $sum: 1 } } },
      { $addFields: { total: { $round: [{ $multiply: ['$count', 100] }, 2] } } },
      { $sort: { '_id.month': 1, total: -1 } },
      { $limit: 5 },
    ]
    expect(await shown(stages)).toBe(JSON.stringify({ collection: 'calls', pipeline: stages }))
  })

  it('hides constants and new field names', async () => {
    const found = await shown([
      {
        $match: {
          'vessel.name': 'Acme',
          arrived: { $gte: { $date: '2026-03-01T00:00:00Z' } },
          _id: { $oid: 'a'.repeat(24) },
        },
      },
      { $group: { _id: '$vessel.flag', acme_total: { $sum: '$tonnes' }, n: { $sum: 1 } } },
      { $match: { acme_total: { $gt: 4711 } } },
      { $project: { 'Acme share': { $divide: ['$acme_total', 4711] } } },
    ])
    expect(found).toContain('{"vessel.name":"<name>","arrived":{"$gte":{"$date":"<date>"}},"_id":{"$oid":"<name>"}}')
    expect(found).toContain('"a1":{"$sum":"$tonnes"}')
    expect(found).toContain('{"a1":{"$gt":<number>}}')
    expect(found).toContain('{"a2":{"$divide":["$a1",<number>]}}')
    expect(found).not.toMatch(/acme|4711|aaaa/i)
  })

  it.each<[string, object, string]>([
    ['compared with a field called limit', { limit: 83211 }, '"limit":<number>'],
    ['compared with a field called skip', { 'vessel.skip': { $gt: 83211 } }, '"$gt":<number>'],
    ['with a leading dollar sign', { berth: '$Acme-83211' }, '"berth":"<name>"'],
  ])('hides a constant %s', async (_, filter, written) => {
    const view = harbour()
    const [calls] = view.view.schema.tables
    const columns = ['limit', 'vessel.skip'].map((name) => ({ name, type: 'int', nullable: true }))
    const tables = calls === undefined ? [] : [{ ...calls, columns: [...calls.columns, ...columns] }]
    const knowledge = { ...view, view: { ...view.view, schema: { ...view.view.schema, tables } } }
    const query = JSON.stringify({ collection: 'calls', filter, limit: 5 })
    const found = await exampleOf(['Calls of Acme', query], knowledge, 'How many calls were there?')
    expect(found?.query).toContain(written)
    expect(found?.query).toContain('"limit":5')
    expect(found?.query).not.toMatch(/83211|Acme/)
  })

  it.each<[string, object]>([
    ['compares', { $match: { 'custom.takeover_target_acme': 1 } }],
    ['compares in a list', { $match: { $or: [{ 'shares.NAME': 1 }] } }],
    ['shows', { $project: { takeover_target_acme: 1 } }],
    ['computes with', { $group: { _id: null, n: { $sum: '$custom.acme' } } }],
    ['sorts by', { $sort: { acme: 1 } }],
    ['joins', { $lookup: { from: 'acme', localField: 'berth', foreignField: 'berth', as: 'others' } }],
  ])('is not shown if it %s a field that the caller does not see', async (_, stage) => {
    expect(await shown([stage])).toBeUndefined()
  })
})

describe('a verified query shown to other tenants contains none of its constants,', () => {
  /** Names, numbers and contact data of people and companies. */
  const secret = fc.oneof(
    fc.stringMatching(/^[A-Z][a-z]{3,9}x[a-z]{2}( [A-Z][a-z]{2,6}q)?$/),
    fc.stringMatching(/^[2-9]\d{4,11}$/),
    fc.stringMatching(/^[A-Z]{2}[2-9]\d{6}$/),
    fc.stringMatching(/^[2-9]\d{3}-[2-9]\d{3}$/),
    fc.stringMatching(/^[а-я]{5,8}$/),
    fc.stringMatching(/^[田中商店山川]{4,6}$/),
  )
  const column = fc.constantFrom(
    'o.full_name',
    'o.full_name',
    'o.full_name',
    'o.city',
    'v.reason',
    'v.state',
    'o.id',
    'v.cost',
  )
  const compared = fc.constantFrom('=', '=', '=', '<>', 'LIKE', '>=', '<')
  const text = secret.map((value) => [value, `'${value}'`] as const)
  const number = fc.integer({ min: 20_000, max: 999_999_999 }).map((value) => [String(value), String(value)] as const)
  const condition = fc.tuple(column, compared, fc.oneof(text, number))
  const part = fc.constantFrom('', 'Mr ', 'the ', 'our ', '"')
  const tail = fc.constantFrom('', ' GROUP BY 1, 2', ' ORDER BY 1 LIMIT 5', ' GROUP BY v.state HAVING COUNT(*) > 1')

  it('in random queries, filled or masked', async () => {
    let filledCount = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { minLength: 1, maxLength: 4 }),
        secret,
        part,
        tail,
        fc.constantFrom(false, false, false, true),
        async (all, more, by, end, isNamedAfter) => {
          const where = all.map(([name, sign, [, written]]) => `${name} ${sign} ${written}`).join(' AND ')
          const alias = isNamedAfter ? `x${more.replace(/[^\p{L}\p{N}]/gu, '_')}` : 'visit_count'
          const query = `SELECT v.state, COUNT(*) AS ${alias} FROM visits v JOIN owners o ON o.id = v.pet_id WHERE ${where}${end}`
          const values = [...all.map(([, , [value]]) => value), more]
          const question = `Visits of ${by}${values.join(` and ${by}`)} by month?`
          const knowledge = { ...clinic(POSTGRES, ['Bo Li']), ownTables: new Set(['owners', 'visits']) }
          const asked = ['Visits of Bo Li by month?', question.replace(values[0] ?? '', 'Bo Li'), 'Visits by month']
          for (const own of asked) {
            const found = await near([[question, query]], own, knowledge)
            if (found.some(({ filled }) => filled !== undefined)) filledCount += 1
            for (const value of values.filter((value) => !own.includes(value)))
              expect(JSON.stringify(found)).not.toContain(value)
          }
        },
      ),
      { seed: 47, numRuns: 300 },
    )
    // Guards against a test in which no query is filled.
    expect(filledCount).toBeGreaterThan(10)
  })
})
