import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import { SQL_DIALECT as POSTGRES } from '../../src/engines/postgres/dialect.ts'
import { clinic, harbour } from './clinic.ts'
import { answering, near, type Pair } from './verified-books.ts'

const clinicOf = (names: readonly string[] = []) => clinic(POSTGRES, names)
/** A clinic where callers see only their own owners and visits. */
const scoped = (names: readonly string[] = []): Knowledge => ({
  ...clinicOf(names),
  ownTables: new Set(['owners', 'visits']),
})

describe('a verified query is not filled with other values if it keeps a constant that the question does not contain:', () => {
  const OWNER = "SELECT o.id FROM owners o WHERE o.full_name = 'Ada Byron'"
  it.each<[string, Pair, string]>([
    ['a number written as a text', ['Visits of Ada Byron', `${OWNER} AND o.city = '2499887'`], 'Visits of Bo Li'],
    ['an id', ['Visits of Ada Byron', `${OWNER} AND o.id = 4711`], 'Visits of Bo Li'],
    ['an id that is 1', ['Visits of Ada Byron', `${OWNER} AND o.id = 1`], 'Visits of Bo Li'],
    ['an id of several', ['Visits of Ada Byron', `${OWNER} AND o.id NOT IN (7, 4711)`], 'Visits of Bo Li'],
    ['an id that starts a range', ['Visits of Ada Byron', `${OWNER} AND o.id >= 4711`], 'Visits of Bo Li'],
    [
      'a range of one number',
      ['Visits of Ada Byron', `${OWNER} AND cost BETWEEN 2499887 AND 2499887`],
      'Visits of Bo Li',
    ],
    ['a range of numbers', ['Visits of Ada Byron', `${OWNER} AND cost > 100`], 'Visits of Bo Li'],
    [
      'a time zone',
      ['Visits of Ada Byron', `${OWNER} AND visited_on AT TIME ZONE 'Europe/Dublin' < CURRENT_DATE`],
      'Visits of Bo Li',
    ],
    ['a length', ['Visits of Ada Byron', `${OWNER} AND LENGTH(o.full_name) BETWEEN 9 AND 9`], 'Visits of Bo Li'],
    ['a month', ['Visits of Ada Byron', `${OWNER} AND MONTH(visited_on) = 3`], 'Visits of Bo Li'],
    ['a range of days', ['Visits of Ada Byron', `${OWNER} AND visited_on >= '2020-01-01'`], 'Visits of Bo Li'],
    [
      'a range of one number beside a number of rows',
      ['Top 5 visits abroad', 'SELECT id FROM visits WHERE cost BETWEEN 471 AND 471 LIMIT 5'],
      'Top 7 visits abroad',
    ],
    ['an id before its column', ['Visits of Ada Byron', `${OWNER} AND 4711 = o.id`], 'Visits of Bo Li'],
    ['a day', ['Visits of Ada Byron', `${OWNER} AND visited_on = DATE '1984-03-07'`], 'Visits of Bo Li'],
    ['a pattern', ['Visits of Ada Byron', `${OWNER} AND o.city LIKE 'Lond%'`], 'Visits of Bo Li'],
    ['a published category beside a name', ['Visits of Ada Byron', `${OWNER} AND species = 'dog'`], 'Visits of Bo Li'],
    [
      'a code with the letters of another word',
      ['Visits of Ada Byron in May', `${OWNER} AND x = 'IN'`],
      'Visits of Bo Li in May',
    ],
    ['a first word', ['A list of visits of Ada Byron', `${OWNER} AND o.city = 'A'`], 'A list of visits of Bo Li'],
    [
      'an id equal to the number of rows',
      ['Top 5 visits of Ada Byron', `${OWNER} AND o.id = 5 LIMIT 5`],
      'Top 5 visits of Bo Li',
    ],
    ['a text in double quotes', ['Visits of Ada Byron', `${OWNER} AND o.city = "Paris"`], 'Visits of Bo Li'],
    [
      'an alias made from the value',
      ['Visits of Ada Byron', `${OWNER.replace('o.id', 'o.id AS byron_id')}`],
      'Visits of Bo Li',
    ],
    [
      'a text beside a number of rows',
      ['Top 5 visits abroad', "SELECT id FROM owners WHERE city = 'Paris' LIMIT 5"],
      'Top 7 visits abroad',
    ],
    [
      'an id beside a number of rows',
      ['Top 5 visits of our best client', 'SELECT id FROM visits WHERE pet_id = 4711 LIMIT 5'],
      'Top 7 visits of our best client',
    ],
  ])('%s', async (_, pair, question) => {
    expect(await answering([pair], pair[0], clinicOf())).toMatchObject({ query: pair[1] })
    expect(await answering([pair], question, clinicOf(['Bo Li', 'Ada Byron']))).toBeUndefined()
  })

  it('in a MongoDB query', async () => {
    const query =
      '{"collection": "calls", "pipeline": [{"$match": {"vessel.name": "Aurora"}}, {"$match": {"berth": "north"}}]}'
    expect(await answering([['Calls of Aurora', query]], 'Calls of Bell', harbour(['Bell']))).toBeUndefined()
    const ranged = query.replace('"north"', '{"$gt": 3}')
    expect(await answering([['Calls of Aurora', ranged]], 'Calls of Bell', harbour(['Bell']))).toBeUndefined()
    const flagged = query.replace('"north"', '{"$gt": 0}')
    expect((await answering([['Calls of Aurora', flagged]], 'Calls of Bell', harbour(['Bell'])))?.query).toContain(
      '"Bell"',
    )
  })
})

describe('filling a verified query with other values', () => {
  it.each<[string, Pair, string, string]>([
    [
      'forms of the result',
      [
        'Visits of Ada Byron by month',
        "SELECT to_char(date_trunc('month', v.visited_on), 'YYYY-MM') AS m, ROUND(AVG(cost) * 100, 2) FROM visits v JOIN owners o ON o.id = v.pet_id WHERE o.full_name = 'Ada Byron' AND v.visited_on > CURRENT_DATE - INTERVAL '30 days' GROUP BY 1, 2 ORDER BY 1, 2 DESC LIMIT 20, 10",
      ],
      'Visits of Bo Li by month',
      "'Bo Li'",
    ],
    [
      'words of the question',
      [
        'Booked visits of Ada Byron',
        "SELECT 1 FROM visits, owners o WHERE o.full_name = 'Ada Byron' AND reason LIKE '%booked%'",
      ],
      'Booked visits of Bo Li',
      "'Bo Li'",
    ],
    [
      'a flag',
      ['Big visits of Ada Byron', "SELECT 1 FROM owners o WHERE o.full_name = 'Ada Byron' AND cost > 0 AND paid = 0"],
      'Big visits of Bo Li',
      "'Bo Li'",
    ],
    [
      'a range of numbers, and only a row limit changes',
      ['Top 5 big visits', 'SELECT id FROM visits WHERE cost BETWEEN 901 AND 9002 LIMIT 5'],
      'Top 7 big visits',
      'LIMIT 7',
    ],
    [
      'a published value, and only a row limit changes',
      ['Top 5 paid visits', "SELECT id FROM visits WHERE state = 'done' LIMIT 5"],
      'Top 7 paid visits',
      'LIMIT 7',
    ],
    [
      'the year of the question',
      [
        'Top 5 visits of 2024',
        "SELECT id FROM visits WHERE visited_on >= '2024-01-01' AND visited_on < '2025-01-01' LIMIT 5",
      ],
      'Top 7 visits of 2024',
      'LIMIT 7',
    ],
  ])('is possible if the query keeps only %s', async (_, pair, question, written) => {
    const found = await answering([pair], question, clinicOf(['Bo Li']))
    expect(found?.query).toContain(written)
    expect(found?.query).not.toContain('Byron')
  })

  it.each([
    ['in a GROUP BY list', "SELECT reason, state, COUNT(*) FROM visits WHERE state = 'W02' GROUP BY 1, 2"],
    ['in an ORDER BY list', "SELECT reason, state FROM visits WHERE state = 'W02' ORDER BY 1 DESC, 2"],
    ['in a DISTINCT ON list', "SELECT DISTINCT ON (1, 2) reason, state FROM visits WHERE state = 'W02'"],
    ['in a substring', "SELECT SUBSTR(reason, 1, 2) FROM visits WHERE state = 'W02'"],
    ['in a type', "SELECT cost::numeric(10, 2) FROM visits WHERE state = 'W02'"],
    ['in a LIMIT', "SELECT reason FROM visits WHERE state = 'W02' LIMIT 2"],
  ])('does not replace a number that is a position or size %s', async (_, query) => {
    expect(await answering([['Visits of week 2', query]], 'Visits of week 3', clinicOf())).toBeUndefined()
  })
})

it('a verified query with a pattern answers its question only if the question contains the pattern', async () => {
  const query = "SELECT id FROM owners WHERE full_name LIKE 'B%'"
  const asked = 'Owners whose name begins with B'
  expect(await answering([[asked, query]], asked, scoped())).toMatchObject({ query })
  expect(await answering([['All owners', query]], 'All owners', scoped())).toBeUndefined()
})

it('a verified query keeps types and sizes of documents as forms', async () => {
  const query = '{"collection": "calls", "filter": {"berth": {"$type": "string"}, "vessel.name": {"$size": 3}}}'
  const knowledge = { ...harbour(), ownTables: new Set(['calls']) }
  expect(await answering([['All calls', query]], 'All calls', knowledge)).toMatchObject({ query })
})

describe('names in a verified query, if tenants see rows of their own,', () => {
  it.each([
    ['of a result column', 'SELECT SUM(cost) AS vat_2499887 FROM visits'],
    ['of a quoted result column', 'SELECT SUM(cost) "VAT 2499887" FROM visits'],
    ['of a subquery', 'WITH acme_2499887 AS (SELECT cost FROM visits) SELECT SUM(cost) FROM acme_2499887'],
    ['with a number in parts', 'SELECT SUM(cost) AS total_24_99_88_7 FROM visits'],
    ['of a table', 'SELECT SUM(acme2499887.cost) FROM visits acme2499887'],
    ['of a function', 'SELECT acme_2499887(cost) FROM visits'],
    ['in double quotes after a type', 'SELECT id FROM visits WHERE reason = BINARY "2499887"'],
  ])('prevent an exact answer and are masked if other tenants may not know them: %s', async (_, query) => {
    const found = await near([['What do visits cost?', query]], 'What do visits cost?', scoped())
    expect(found.filter(({ isExact }) => isExact)).toEqual([])
    expect(JSON.stringify(found)).not.toContain('2499887')
  })

  it('prevent filling with other values', async () => {
    const filled = (alias: string) => {
      const query = `SELECT o.id AS ${alias} FROM owners o WHERE o.full_name = 'Ada Byron'`
      return answering([['Visits of Ada Byron', query]], 'Visits of Bo Li', scoped(['Bo Li']))
    }
    expect(await filled('"VAT 2499887"')).toBeUndefined()
    expect((await filled('"Total visits"'))?.query).toContain("'Bo Li'")
  })

  it.each([
    ['are in the question', 'SELECT SUM(cost) AS visits_cost FROM visits'],
    [
      'are general',
      'WITH monthly AS (SELECT cost AS total FROM visits v1) SELECT AVG(total) AS avg_total, COUNT(*) AS cnt FROM monthly',
    ],
    ['are published', 'SELECT SUM(cost) AS booked FROM visits'],
  ])('permit an exact answer if their words %s', async (_, query) => {
    expect(await answering([['What do visits cost?', query]], 'What do visits cost?', scoped())).toMatchObject({
      query,
    })
  })

  it.each([
    ['with a new field name is not exact', [{ $group: { _id: null, vat2499887: { $sum: '$tonnes' } } }], false],
    ['with a field name from the question is exact', [{ $group: { _id: null, calls: { $sum: '$tonnes' } } }], true],
    [
      'that reads an invisible field is not exact',
      [{ $group: { _id: null, n: { $max: { $getField: 'acme 2499887' } } } }],
      false,
    ],
    ['that compares an invisible field is not exact', [{ $match: { 'custom.acme_2499887': 1 } }], false],
  ])('a command %s', async (_, pipeline, isAnswered) => {
    const query = JSON.stringify({ collection: 'calls', pipeline })
    const found = await near([['All calls', query]], 'All calls', { ...harbour(), ownTables: new Set(['calls']) })
    expect(found.some(({ isExact }) => isExact)).toBe(isAnswered)
    expect(JSON.stringify(found)).not.toContain('2499887')
  })
})

describe('the verified query of an identical question, if tenants see rows of their own,', () => {
  const UNPAID = 'Visits that are unpaid'
  it.each([
    [
      'forms and ranges',
      "SELECT date_trunc('month', visited_on), COUNT(*) FROM visits WHERE cost > 100 GROUP BY 1 LIMIT 5",
    ],
    [
      'labels of published or general words',
      "SELECT CASE WHEN cost > 100 THEN 'big' ELSE 'small' END, 'visits' AS kind, COALESCE(reason, 'unknown'), CONCAT('Q', 1) FROM visits",
    ],
    [
      'months and days of the week',
      'SELECT id FROM visits v WHERE EXTRACT(MONTH FROM v.visited_on) = 3 AND WEEKDAY(visited_on) NOT IN (5, 6)',
    ],
    ['days before today', 'SELECT id FROM visits WHERE visited_on > CURRENT_DATE - 30'],
    [
      'percentiles and bucket sizes',
      'SELECT FLOOR(cost / 50) * 50, cost DIV 7, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY cost) FROM visits',
    ],
    ['the ends of a range that are apart', 'SELECT id FROM visits WHERE cost >= 100 AND cost < 120'],
    ['days that are apart', "SELECT id FROM visits WHERE visited_on BETWEEN '2020-01-01' AND '2020-01-31'"],
    [
      'ranges of counts and sums',
      'SELECT pet_id FROM visits GROUP BY pet_id HAVING COUNT(id) > 12 AND SUM(cost) > 470',
    ],
    [
      'ranges that touch each other',
      'SELECT SUM(CASE WHEN cost < 100 THEN 1 WHEN cost >= 100 AND cost < 500 THEN 0 WHEN cost >= 500 THEN 1 END) FROM visits',
    ],
    ['published values', "SELECT id FROM visits WHERE state = 'booked'"],
    ['words of the question', "SELECT id FROM visits WHERE reason = 'unpaid'"],
    ['values of tables that are the same for all tenants', "SELECT id FROM pets p WHERE p.name = 'Rex'"],
    ['values known to be in rows of the caller', "SELECT id FROM owners o WHERE o.full_name = 'Bo Li'"],
  ])('answers the question if its constants are %s', async (_, query) => {
    expect(await answering([[UNPAID, query]], UNPAID, scoped(['Bo Li']))).toMatchObject({ query })
  })

  it.each([
    ['a text', "SELECT id FROM visits WHERE reason = '2499887'"],
    ['a name', "SELECT id FROM owners o WHERE o.full_name = 'Ada Byron'"],
    ['an id', 'SELECT id FROM visits WHERE pet_id = 4711'],
    ['a day', "SELECT id FROM visits WHERE visited_on = '1984-03-07'"],
    ['a range of one day', "SELECT id FROM visits WHERE visited_on BETWEEN '1984-03-07' AND '1984-03-07'"],
    [
      'a range from one day to the next',
      "SELECT id FROM visits WHERE visited_on >= '1984-03-07' AND visited_on < '1984-03-08'",
    ],
    ['a range of one number', 'SELECT id FROM visits WHERE cost BETWEEN 4711 AND 4711'],
    ['a narrow range', 'SELECT id FROM visits WHERE 4710 < visits.cost AND cost < 4712'],
    ['a narrow range of an expression', 'SELECT id FROM visits WHERE ABS(cost) >= 4711 AND ABS(cost) <= 4711'],
    ['a length', 'SELECT id FROM owners WHERE LENGTH(full_name) BETWEEN 4711 AND 4711'],
    ['a sum', 'SELECT id FROM visits WHERE id > 4710 + 1 AND cost > 4711 + 1'],
    ['an id in the order of rows', 'SELECT id FROM visits ORDER BY 1, 471 = pet_id'],
    ['a label that is a name', "SELECT CASE WHEN cost > 1 THEN 'Byron' END FROM visits"],
    ['a compared general word', "SELECT id FROM owners WHERE LOWER(full_name) = LOWER('April') OR cost = 4711"],
    ['a year beside months', 'SELECT id FROM visits WHERE MONTH(visited_on) = 4711'],
    ['a lower bound of ids', 'SELECT pet_id FROM visits GROUP BY pet_id HAVING MAX(id) > 4711'],
    ['a value of a computed column', "SELECT id FROM (SELECT id, state AS s FROM visits) v WHERE s = 'Byron'"],
    ['a comment that dialects read differently', "SELECT id FROM visits WHERE reason = 'x' -- Byron"],
  ])('is an example without its constants if a constant is %s', async (_, query) => {
    const found = await near([[UNPAID, query]], UNPAID, scoped(['Bo Li']))
    expect(found.filter(({ isExact }) => isExact)).toEqual([])
    expect(JSON.stringify(found)).not.toMatch(/2499887|Byron|471|1984/)
    expect(await answering([[UNPAID, query]], UNPAID, clinicOf())).toMatchObject({ query })
  })
})
