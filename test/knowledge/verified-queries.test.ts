import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import { allEngines } from '../../src/engines/index.ts'
import { SQL_DIALECT as POSTGRES } from '../../src/engines/postgres/dialect.ts'
import { SQL_DIALECT as SQLITE } from '../../src/engines/sqlite/dialect.ts'
import type { Policy } from '../../src/guard/policy.ts'
import { templateKey, type VerifiedQuery } from '../../src/manage/patterns/rules/pattern.ts'
import { PatternIndex } from '../../src/manage/patterns/rules/pattern-index.ts'
import { SERVER } from '../store/store-fixture.ts'
import { clinic, harbour } from './clinic.ts'
import { answering, booksOf, near, type Pair, patternOf } from './verified-books.ts'

const STATE: Pair = [
  'How many visits for surgery are booked?',
  "SELECT COUNT(*) AS n FROM visits v WHERE v.reason = 'surgery' AND v.state = 'booked'",
]
const OWNER: Pair = [
  'What did Ada Byron spend since 2026-01-31?',
  "SELECT SUM(v.cost) AS spent FROM visits v JOIN pets p ON p.id = v.pet_id JOIN owners o ON o.id = p.owner_id WHERE o.full_name = 'Ada Byron' AND v.visited_on >= '2026-01-31'",
]
const TOP: Pair = [
  'Top 5 owners with more than 1,000 euros',
  'SELECT o.full_name, SUM(v.cost) AS spent FROM visits v JOIN pets p ON p.id = v.pet_id JOIN owners o ON o.id = p.owner_id GROUP BY o.full_name HAVING SUM(v.cost) > 1000 ORDER BY spent DESC LIMIT 5',
]
const FLAG: Pair = [
  'Tonnes of the 3 largest calls under the flag of Panama?',
  '{"collection": "calls", "pipeline": [{"$match": {"vessel.flag": "Panama"}}, {"$sort": {"tonnes": -1}}, {"$limit": 3}, {"$project": {"_id": 0, "tonnes": 1}}]}',
]
const VESSEL: Pair = [
  'Calls of "Aurora" since 1 March 2026',
  '{"op": "find", "collection": "calls", "filter": {"vessel.name": "Aurora", "arrived": {"$gte": {"$date": "2026-03-01T00:00:00Z"}}}}',
]

describe('a verified question with other values', () => {
  it.each<[string, Knowledge, Pair, string, Pair, string]>([
    [
      'categories',
      clinic(POSTGRES),
      STATE,
      'how many visits for CHECK-UP are cancelled',
      ["'surgery'", "'check-up'"],
      "v.state = 'Cancelled'",
    ],
    [
      'a name and a day',
      clinic(POSTGRES, ["Shane O'Hara"]),
      OWNER,
      "What did shane o'hara spend since March 1st, 2026?",
      ["'Ada Byron'", "'Shane O''Hara'"],
      "v.visited_on >= '2026-03-01'",
    ],
    [
      'a number beside a number of decimals',
      clinic(SQLITE),
      [
        'Top 3 reasons by cost',
        'SELECT v.reason, ROUND(AVG(v.cost), 2) AS c FROM visits v GROUP BY v.reason ORDER BY c DESC LIMIT 3',
      ],
      'top 2 reasons by cost',
      ['LIMIT 3', 'LIMIT 2'],
      'ROUND(AVG(v.cost), 2)',
    ],
    ['numbers', clinic(SQLITE), TOP, 'top 10 owners with more than 250 euros.', ['> 1000', '> 250'], 'LIMIT 10'],
    [
      'a category and a number of a MongoDB query',
      harbour(),
      FLAG,
      'Tonnes of the 12 largest calls under the flag of norway?',
      ['"Panama"', '"Norway"'],
      '{"$limit": 12}',
    ],
    [
      'a quoted name and a day of a MongoDB query',
      harbour(['The "Old" Bell\\']),
      VESSEL,
      'Calls of “the "old" bell” since 2026-04-02',
      ['"Aurora"', '"The \\"Old\\" Bell\\\\"'],
      '"2026-04-02T00:00:00Z"',
    ],
  ])('reuses the query with %s, each replaced once', async (_, knowledge, pair, question, [from, to], has) => {
    const [first, ...others] = await near([pair, ['Who is ill?', 'SELECT 1']], question, knowledge)
    expect([first?.isExact, others.some(({ isExact }) => isExact)]).toEqual([true, false])
    expect(first?.query).toContain(to)
    expect(first?.query).toContain(has)
    expect(first?.query).not.toContain(from)
  })

  it('reports its template and the new values, never the verified ones', async () => {
    const found = await answering([OWNER], 'What did Bo Li spend since 2026-05-01?', clinic(POSTGRES, ['Bo Li']))
    expect(found?.filled).toEqual({
      template: 'What did <full_name> spend since <date>?',
      values: [
        { name: 'full_name', value: 'Bo Li' },
        { name: 'date', value: '2026-05-01' },
      ],
    })
    expect(JSON.stringify(found)).not.toMatch(/Ada|Byron|01-31/)
  })

  it.each<[string, Pair, string]>([
    ['the text is a value of another column', STATE, 'How many visits for surgery are healthy?'],
    ['the text is a value of no column', STATE, 'How many visits for dentistry are booked?'],
    ['the name is not in rows of the caller', OWNER, 'What did Al Gore spend since 2026-05-01?'],
    ['the day does not exist', OWNER, 'What did Bo Li spend since 2026-02-30?'],
    ['a number is not an integer', TOP, 'Top 2.5 owners with more than 10 euros'],
    ['the row limit would be 0', TOP, 'Top 0 owners with more than 10 euros'],
    ['another word differs', TOP, 'Top 5 pets with more than 10 euros'],
    [
      'a number occurs twice in the query',
      ['Top 10 visits over 10', 'SELECT id FROM visits WHERE cost > 10 LIMIT 10'],
      'Top 20 visits over 20',
    ],
    [
      'a number occurs once in the question and twice in the query',
      ['Top 10 visits', 'SELECT id FROM visits WHERE cost > 10 LIMIT 10'],
      'Top 20 visits',
    ],
    [
      'the query also contains the next day',
      ['Visits on 2026-05-01', "SELECT id FROM visits WHERE visited_on >= '2026-05-01' AND visited_on < '2026-05-02'"],
      'Visits on 2026-06-01',
    ],
    [
      'the query also contains the next year',
      ['Visits in 2024', 'SELECT id FROM visits WHERE cost >= 2024 AND cost < 2025'],
      'Visits in 2021',
    ],
    [
      'an alias contains the value',
      ['How many booked visits?', "SELECT COUNT(*) AS booked_visits FROM visits WHERE state = 'booked'"],
      'How many done visits?',
    ],
    [
      'the query already compares with the new value',
      ['How many booked visits?', "SELECT COUNT(*) AS n FROM visits WHERE state = 'booked' AND state <> 'done'"],
      'How many done visits?',
    ],
    [
      'the column may belong to either table',
      ['How many are booked?', "SELECT COUNT(*) AS n FROM visits, pets WHERE state = 'booked'"],
      'How many are done?',
    ],
    [
      'the compared column is computed',
      [
        'How many are booked?',
        "SELECT COUNT(*) AS n FROM (SELECT reason AS state FROM visits) v WHERE state = 'booked'",
      ],
      'How many are done?',
    ],
    [
      'the compared column belongs to a CTE',
      [
        'How many are booked?',
        "WITH v (state) AS (SELECT reason FROM visits) SELECT COUNT(*) AS n FROM v WHERE state = 'booked'",
      ],
      'How many are done?',
    ],
    [
      'the number is the position of a column',
      ['The 2 towns of owners', 'SELECT city, MAX(id) AS a FROM owners GROUP BY city ORDER BY 2'],
      'The 3 towns of owners',
    ],
    [
      'the number is a number of decimals',
      ['The 2 towns of owners', 'SELECT city, ROUND(AVG(id), 2) AS a FROM owners GROUP BY city'],
      'The 3 towns of owners',
    ],
    [
      'the text is part of a pattern',
      ['Visits of Ada Byron', "SELECT 1 FROM owners WHERE full_name LIKE '%Ada Byron%'"],
      'Visits of Bo Li',
    ],
    [
      'dialects read the query differently',
      ['How many visits are booked?', "SELECT COUNT(*) AS n FROM visits WHERE state = 'booked' -- 'done'"],
      'How many visits are done?',
    ],
  ])('does not reuse the query if %s', async (_, pair, question) => {
    expect(await answering([pair], question, clinic(POSTGRES, ['Bo Li']))).toBeUndefined()
    expect(await answering([pair], pair[0], clinic(POSTGRES))).toMatchObject({ query: pair[1] })
  })

  it('does not reuse a query whose question has changed since its template was stored', async () => {
    const changed = booksOf([[STATE[0].replace('visits', 'stays'), STATE[1]]], [templateKey(patternOf(STATE))])
    const question = 'How many visits for check-up are done?'
    expect(await changed.near(SERVER, 'd', { question, knowledge: clinic(POSTGRES) })).toMatchObject([
      { isExact: false },
    ])
  })

  it('does not reuse either of two queries that differ in more than their values', async () => {
    const other: Pair = ['How many visits for check-up are booked?', STATE[1].replace('surgery', 'check-up')]
    const question = 'How many visits for vaccination are done?'
    expect(await answering([STATE, other], question, clinic(POSTGRES))).toBeDefined()
    const worse: Pair = [other[0], other[1].replace('COUNT(*)', 'MAX(v.id)')]
    expect(await answering([STATE, worse], question, clinic(POSTGRES))).toBeUndefined()
  })
})

const open = (engine: string): Policy => ({ version: 1, engine, tables: { '*': { mode: 'shared' } } })

describe('a value that would be code without quotes', () => {
  const engines = allEngines({ allowPrivateHosts: false })
  afterAll(() => Promise.all(engines.map((engine) => engine.close())))
  const HOSTILE = [
    "x' OR '1' = '1",
    "x'; DROP TABLE visits; --",
    "\\' OR 1 = 1 --",
    'x", "$where": "1',
    '/* x */ x',
    "$gt x'",
  ]

  it.each(HOSTILE)('is a single constant of the query on every engine: %s', async (name) => {
    for (const engine of engines) {
      const { sql } = engine.dialect
      const knowledge = sql === null ? harbour([name]) : clinic(sql, [name])
      const pair = sql === null ? VESSEL : OWNER
      const found: VerifiedQuery | undefined = await answering([pair], asking(pair, name), knowledge)
      if (sql === null && name.startsWith('$')) {
        expect(found).toBeUndefined()
        continue
      }
      const query = found?.query ?? ''
      const [before, after] = query.split(sql === null ? JSON.stringify(name) : sql.text(name))
      const verified = sql === null ? '"Aurora"' : "'Ada Byron'"
      expect([before, after]).toEqual(pair[1].split(verified))
      const rules = { schema: knowledge.view.schema, policy: open(engine.name), restriction: {} }
      expect(await engine.guard(query, rules)).toMatchObject({ ok: true })
    }
  })

  const asking = ([question]: Pair, name: string) =>
    question.replace(/"Aurora"|Ada Byron/, () => name.replace(/^\P{L}+|[^\p{L}\p{N}]+$/gu, ''))
})

it('finding a template among 10,000 checks values only for the matching template', () => {
  const index = new PatternIndex()
  for (let at = 0; at < 10_000; at++) {
    const question = `Top 7 kinds ${at} of visits over 900 for surgery`
    const query = "SELECT id FROM visits WHERE cost > 900 AND reason = 'surgery' LIMIT 7"
    index.add(String(at), question, templateKey({ question, query }))
  }
  let asked = 0
  const isValue = () => {
    asked += 1
    return true
  }
  const found = index.findTemplates('top 9 kinds 8123 of visits over 33 for check-up', isValue)
  expect([found.map(({ id }) => id), asked]).toEqual([['8123'], 2])
  expect(index.findTemplates(`${'top 9 kinds 8123 of visits over 33 '.repeat(25)}`, isValue)).toEqual([])
  expect(asked).toBe(2)
})
