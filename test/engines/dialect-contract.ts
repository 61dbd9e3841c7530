import type { Factor } from '../../src/ask/rules/formula.ts'
import { type SqlDialect, TIME_BUCKETS, type TimeBucket } from '../../src/ask/rules/sql-dialect.ts'
import { emptyTree, type KnownTable, type Measure, printQuery } from '../../src/planner/builtin/query/index.ts'

export type Cell = string | number | null
export type CellKind = 'number' | 'text' | 'moment' | 'boolean'

/** An empty database of the engine. */
export interface DialectBench {
  readonly dialect: SqlDialect
  /**
   * Creates a table, with any characters in its names, and inserts rows.
   * @param rows timestamps are ISO texts; booleans are 1 and 0
   * @returns the column types as the engine describes them
   */
  fill(
    table: string,
    columns: Readonly<Record<string, CellKind>>,
    rows: readonly (readonly Cell[])[],
  ): Promise<Readonly<Record<string, string>>>
  rows(query: string): Promise<readonly (readonly Cell[])[]>
  /** The column names of a result. */
  columns(query: string): Promise<readonly string[]>
  /** Reserved and non-reserved keywords of the engine. */
  readonly keywords: readonly string[]
  /** Names that need no quotes, if names with upper case do. */
  readonly plain?: readonly string[]
}

/** Quantity, price, cost and discount in percent; one row has no discount, one has no price. */
const LINES = [
  [2, 10, 4, 25],
  [3, 5, 1, null],
  [9, null, 1, 0],
] as const

/** The expected sum of a quantity times the factors of a glossary formula. */
const FORMULAS: readonly (readonly [number, readonly Factor[]])[] = [
  [2 * 10 * 0.75 + 3 * 5, ['price', { from: 1, minus: 'discount', per: 100 }]],
  [2 * 6 + 3 * 4, [{ from: 'price', minus: 'cost' }]],
  [2 * 10 * (100 - 25) + 3 * 5 * 100, ['price', { from: 100, minus: 'discount' }]],
]

const DAY_MS = 86_400_000
const days = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, index) => later(from, index))

const later = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** The bucket of a day, computed without the database. */
const bucketOf = (day: string, bucket: TimeBucket): string => {
  const [year = '', month = ''] = day.split('-')
  const weekday = new Date(day).getUTCDay()
  const buckets: Readonly<Record<TimeBucket, string>> = {
    day,
    week: later(day, -((weekday + 6) % 7)),
    month: `${year}-${month}`,
    quarter: `${year}-Q${Math.ceil(Number(month) / 3)}`,
    year,
    weekday: new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day)),
  }
  return buckets[bucket]
}

/** The guarantees of every SQL dialect: its engine runs each text that it prints, and the result is checked. */
export const dialectContract = (open: () => DialectBench): void => {
  let bench: DialectBench
  let dialect: SqlDialect
  beforeEach(() => {
    bench = open()
    dialect = bench.dialect
  })
  const column = async (expression: string, rest: string): Promise<readonly (Cell | undefined)[]> =>
    (await bench.rows(`SELECT ${expression} ${rest}`)).map(([cell]) => cell)
  const value = async (expression: string): Promise<Cell | undefined> => (await column(expression, ''))[0]

  describe('identifiers', () => {
    const odd = [
      'Order Notes',
      'a.b',
      "it's",
      'say "x"',
      'back`tick',
      '[in]',
      '1st',
      'naïve',
      'x;y',
      'a--b',
      '$',
      'a\\b',
    ]
    it('refer to tables and columns with any characters in their names, and with keywords as names', async () => {
      const { identifier, table } = dialect
      for (const name of [...odd, ...bench.keywords]) {
        bench = open()
        await bench.fill(name, { id: 'number', [name]: 'text' }, [
          [1, 'one'],
          [2, 'two'],
        ])
        const cell = `a.${identifier(name)}`
        const query = `SELECT ${cell} AS ${identifier(name)} FROM ${table({ name })} a WHERE ${cell} <> 'two'`
        expect([await bench.columns(query), await bench.rows(query)]).toEqual([[name], [['one']]])
      }
    })

    it('are not quoted if they are plain names', () => {
      const words = bench.plain ?? ['customers', 'order_items', 'Total', '_x1']
      for (const name of words) expect(dialect.identifier(name)).toBe(name)
    })
  })

  describe('text literals', () => {
    it('keep every character', async () => {
      for (const text of [
        "O'Hara",
        "''",
        'a"b',
        'back\\slash',
        "\\'; --",
        '%_',
        'é 日本 🙂',
        '',
        ' x ',
        'two\nlines',
        '?1',
        ':a',
      ])
        expect(await value(dialect.text(text))).toBe(text)
    })
  })

  describe('LIKE patterns ignore case:', () => {
    it.each([
      ['Night Train', 'night%', true],
      ['Night Train', '%TRAIN', true],
      ['Night Train', '%ht tr%', true],
      ['Night Train', 'train%', false],
      ['Night Train', 'night', false],
      ['50', '5_', true],
      ['500', '5_', false],
      ['', '%', true],
      ["O'Hara's", "o'h%'s", true],
      ['back\\slash', 'BACK\\slash', true],
      ['100%', '100\\%', false],
      ['100\\x', '100\\%', true],
      ['a_b', 'a\\_b', false],
      ['say "x"', '%"x"', true],
    ])('%s matches %s: %s', async (text, pattern, isLike) => {
      await bench.fill('texts', { text: 'text' }, [[text], [null]])
      const condition = dialect.like('t.text', pattern)
      expect(await column('COUNT(*)', `FROM texts t WHERE ${condition}`)).toEqual([isLike ? 1 : 0])
      expect(await column('COUNT(*)', `FROM texts t WHERE NOT ${condition}`)).toEqual([isLike ? 0 : 1])
      expect(await column('COUNT(*)', `FROM texts t WHERE t.text IS NOT NULL AND ${condition}`)).toEqual([
        isLike ? 1 : 0,
      ])
    })
  })

  describe('glossary formulas', () => {
    it.each(FORMULAS)('sum to %d for the factors %j', async (sum, times) => {
      const kinds = { quantity: 'number', price: 'number', cost: 'number', discount: 'number' } as const
      const types = await bench.fill('lines', kinds, LINES)
      const columns = Object.entries(types).map(
        ([name, type]) => [name, { kind: 'number', type, nullable: true, shownAs: name }] as const,
      )
      const lines: KnownTable = {
        name: 'lines',
        path: { name: 'lines' },
        within: null,
        columns: new Map(columns),
        primaryKey: [],
        label: 'quantity',
        words: ['lines'],
        singular: 'line',
        isPerson: false,
      }
      const database = { tables: new Map([['lines', lines]]), graph: { path: () => ({ steps: [], tied: false }) } }
      const measure: Measure = {
        aggregate: 'sum',
        table: 'lines',
        column: 'quantity',
        times,
        distinct: false,
        name: 'worth',
      }
      const query = printQuery(database, dialect, { ...emptyTree('lines'), measures: [measure] })
      expect(await bench.rows(query)).toEqual([[sum]])
    })
  })

  describe('boolean literals', () => {
    it('equal the values of boolean and of integer columns', async () => {
      const rows = [
        [1, 1, 1],
        [2, 0, 0],
        [3, null, null],
      ]
      const types = await bench.fill('flags', { id: 'number', flag: 'boolean', counted: 'number' }, rows)
      for (const name of ['flag', 'counted']) {
        const equal = (truth: boolean) => `FROM flags t WHERE t.${name} = ${dialect.boolean(truth, types[name] ?? '')}`
        expect(await column('t.id', equal(true))).toEqual([1])
        expect(await column('t.id', equal(false))).toEqual([2])
      }
    })
  })

  describe('date literals', () => {
    it('are midnight, compared with dates and with timestamps', async () => {
      const moments = [
        '2025-12-31',
        '2025-12-31 23:59:59',
        '2026-01-01',
        '2026-01-01 00:00:00',
        '2026-01-31 23:59:59',
        '2026-02-01',
        null,
      ]
      await bench.fill(
        'moments',
        { id: 'number', at: 'moment' },
        moments.map((at, id) => [id, at]),
      )
      const inside = `t.at >= ${dialect.day('2026-01-01')} AND t.at < ${dialect.day('2026-02-01')}`
      expect(await column('t.id', `FROM moments t WHERE ${inside} ORDER BY t.id`)).toEqual([2, 3, 4])
    })
  })

  describe('time buckets', () => {
    it.each(TIME_BUCKETS)(
      'assign days to the correct %s around quarter and year ends from 1999 to 2033',
      async (bucket) => {
        const all = Array.from({ length: 35 }, (_, index) => 1999 + index).flatMap((year) => [
          ...days(`${year}-01-01`, `${year}-01-08`),
          ...days(`${year}-02-26`, `${year}-04-02`),
          ...days(`${year}-06-29`, `${year}-07-02`),
          ...days(`${year}-09-29`, `${year}-10-02`),
          ...days(`${year}-12-24`, `${year}-12-31`),
        ])
        const moments = all.flatMap((day) => [day, `${day} 00:00:00`, `${day} 23:59:59`])
        await bench.fill(
          'moments',
          { id: 'number', at: 'moment' },
          moments.map((at, id) => [id, at]),
        )
        const got = await bench.rows(`SELECT t.id, ${dialect.bucket('t.at', bucket)} FROM moments t ORDER BY t.id`)
        const expected = all.flatMap((day) => Array.from({ length: 3 }, () => bucketOf(day, bucket)))
        expect(got.map(([, cell]) => cell)).toEqual(expected)
      },
    )

    it.each([
      ['2026-11-21', ['2026-11-21', '2026-11-16', '2026-11', '2026-Q4', '2026', 'Saturday']],
      ['2021-01-03', ['2021-01-03', '2020-12-28', '2021-01', '2021-Q1', '2021', 'Sunday']],
      ['2024-12-30', ['2024-12-30', '2024-12-30', '2024-12', '2024-Q4', '2024', 'Monday']],
      ['2024-02-29', ['2024-02-29', '2024-02-26', '2024-02', '2024-Q1', '2024', 'Thursday']],
      [null, [null, null, null, null, null, null]],
    ])('are written in the form of the API contract: %s', async (at, expected) => {
      await bench.fill('moments', { at: 'moment' }, [[at]])
      const all = TIME_BUCKETS.map((bucket) => dialect.bucket('t.at', bucket))
      expect(await bench.rows(`SELECT ${all.join(', ')} FROM moments t`)).toEqual([expected])
    })

    it('can be used in GROUP BY and ORDER BY', async () => {
      await bench.fill('moments', { at: 'moment' }, [['2026-10-01'], ['2026-01-31'], ['2026-11-30'], [null]])
      const quarter = dialect.bucket('t.at', 'quarter')
      const rest = `FROM moments t GROUP BY ${quarter} ORDER BY ${dialect.order(quarter, 'descending')}`
      expect(await bench.rows(`SELECT ${quarter}, COUNT(*) ${rest}`)).toEqual([
        ['2026-Q4', 2],
        ['2026-Q1', 1],
        [null, 1],
      ])
    })
  })

  describe('arithmetic', () => {
    it.each([
      [0.125, 2, 0.13],
      [-0.125, 2, -0.13],
      [2.5, 0, 3],
      [-2.5, 0, -3],
      [0.375, 2, 0.38],
      [1 / 3, 2, 0.33],
      [1234567.891, 2, 1234567.89],
      [7, 2, 7],
      [null, 2, null],
    ])('rounds %s to %s decimals, half away from zero: %s', async (number, decimals, rounded) => {
      await bench.fill('numbers', { n: 'number' }, [[number]])
      expect(await column(dialect.round('t.n', decimals), 'FROM numbers t')).toEqual([rounded])
      expect(await column(dialect.round('SUM(t.n)', decimals), 'FROM numbers t')).toEqual([rounded])
    })

    it.each([
      [1, 3, 33.33],
      [2, 3, 66.67],
      [7, 7, 100],
      [0, 5, 0],
      [1.5, 2, 75],
      [1, 0, null],
      [0, 0, null],
      [1, null, null],
      [null, 1, null],
    ])('computes %s as a percentage of %s: %s', async (part, whole, percent) => {
      await bench.fill('numbers', { part: 'number', whole: 'number' }, [[part, whole]])
      for (const [one, other] of [
        ['t.part', 't.whole'],
        ['SUM(t.part)', 'SUM(t.whole)'],
        ['SUM(t.part)', '(SELECT SUM(a.whole) FROM numbers a)'],
      ] as const) {
        const text = dialect.round(dialect.percentage(one, other), 2)
        expect([one, await column(text, 'FROM numbers t')]).toEqual([one, [percent]])
      }
    })
  })

  describe('rows', () => {
    it('with NULL are first in ascending order and last in descending order', async () => {
      await bench.fill('numbers', { n: 'number' }, [[2], [null], [3], [1]])
      const ordered = (direction: 'ascending' | 'descending') =>
        column('t.n', `FROM numbers t ORDER BY ${dialect.order('t.n', direction)}`)
      expect(await ordered('ascending')).toEqual([null, 1, 2, 3])
      expect(await ordered('descending')).toEqual([3, 2, 1, null])
    })

    it('are limited after they are ordered', async () => {
      await bench.fill('numbers', { n: 'number' }, [[2], [null], [3], [1]])
      const first = (rowsMax: number) =>
        column('t.n', `FROM numbers t ORDER BY ${dialect.order('t.n', 'descending')} ${dialect.limit(rowsMax)}`)
      expect(await first(2)).toEqual([3, 2])
      expect(await first(9)).toHaveLength(4)
    })
  })
}
