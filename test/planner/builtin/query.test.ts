import type { SqlDialect } from '../../../src/ask/rules/sql-dialect.ts'
import { SQL_DIALECT } from '../../../src/engines/sqlite/dialect.ts'
import {
  emptyTree,
  type KnownDatabase,
  type Measure,
  printQuery,
  type QueryTree,
  type Step,
  Unplannable,
} from '../../../src/planner/builtin/query/index.ts'

/** A fake dialect that marks everything it writes, so that tests can distinguish it from the output of the printer. */
const MARKED: SqlDialect = {
  identifier: (name) => (['order', 'so'].includes(name) ? `<${name}>` : name),
  table: ({ schema, name }) => `<${schema ?? ''}/${name}>`,
  text: (value) => `<text ${value}>`,
  boolean: (value, type) => `<${value} ${type}>`,
  day: (day) => `<day ${day}>`,
  bucket: (moment, bucket) => `<${bucket} ${moment}>`,
  like: (text, pattern) => `<${text} like ${pattern}>`,
  operand: (expression) => expression,
  isDecimal: (type) => type === 'DECIMAL',
  round: (expression, decimals) => `<round ${expression} to ${decimals}>`,
  percentage: (part, whole) => `<percent ${part} of ${whole}>`,
  order: (expression, direction) => `<${expression} ${direction}>`,
  limit: (rowsMax) => `<first ${rowsMax}>`,
}

type Kind = 'key' | 'date' | 'number' | 'boolean' | 'text'

const table = (schema: string, name: string, kinds: Readonly<Record<string, Kind>>) => ({
  name: `${schema}.${name}`,
  path: { schema, name },
  within: null,
  columns: new Map(
    Object.entries(kinds).map(([column, kind]) => [
      column,
      { kind, type: kind.toUpperCase(), nullable: false, shownAs: column },
    ]),
  ),
  primaryKey: ['id'],
  label: 'name',
  words: name.split('_'),
  singular: name.replaceAll('_', ' ').replace(/s$/, ''),
  isPerson: false,
})

const ORDERS = table('shop', 'sold_orders', { id: 'key', order: 'text', at: 'date', paid: 'boolean', total: 'number' })
const CUSTOMERS = table('crm', 'customers', { id: 'key', name: 'text' })

const UP: Step = {
  from: ORDERS.name,
  fromColumn: 'customer_id',
  to: CUSTOMERS.name,
  toColumn: 'id',
  up: true,
}
const DOWN: Step = { from: UP.to, fromColumn: 'id', to: UP.from, toColumn: 'customer_id', up: false }

const DATABASE: KnownDatabase = {
  tables: new Map([ORDERS, CUSTOMERS].map((one) => [one.name, one])),
  graph: {
    path: (from, to) => ({ steps: from === to ? [] : from === ORDERS.name ? [UP] : [DOWN], tied: false }),
  },
}

const of = (column: string) => ({ table: ORDERS.name, column })
const sum: Measure = {
  aggregate: 'sum',
  table: ORDERS.name,
  column: 'total',
  times: null,
  distinct: false,
  name: 'total',
}
const count: Measure = { ...sum, aggregate: 'count', column: null, name: 'orders' }

const printed = (tree: Partial<QueryTree>, anchor = ORDERS.name, dialect: SqlDialect | null = MARKED): string =>
  printQuery(DATABASE, dialect, { ...emptyTree(anchor), ...tree })

describe('Printed query', () => {
  it('uses the dialect for names, constants, patterns, order and limits', () => {
    const list = printed({
      columns: [of('order'), { table: CUSTOMERS.name, column: 'name' }],
      where: [
        { type: 'like', column: of('order'), pattern: "%it's%", negated: true },
        { type: 'compare', column: of('paid'), op: '=', value: 1 },
        { type: 'compare', column: of('total'), op: '>', value: 1 },
        { type: 'in', column: of('order'), values: ['a', 2], negated: false },
        { type: 'range', column: of('at'), from: '2026-01-01', to: '2026-02-01', negated: false },
      ],
      order: [{ by: of('total'), descending: true }],
      limit: 3,
    })
    expect(list).toBe(
      [
        'SELECT t.<order> AS <order>, c.name AS customer FROM <shop/sold_orders> t',
        'LEFT JOIN <crm/customers> c ON c.id = t.customer_id',
        "WHERE NOT <t.<order> like %it's%> AND t.paid = <true BOOLEAN> AND t.total > 1",
        'AND t.<order> IN (<text a>, 2) AND t.at >= <day 2026-01-01> AND t.at < <day 2026-02-01>',
        'ORDER BY <t.total descending>, <t.id ascending> <first 3>',
      ].join(' '),
    )
  })

  it('does not round exact values: sums, products and extremes of decimals', () => {
    const dialect: SqlDialect = { ...MARKED, isDecimal: (type) => type === 'NUMBER' }
    const of = (measure: Partial<Measure>) => printed({ measures: [{ ...sum, ...measure }] }, ORDERS.name, dialect)
    expect(of({})).toContain('SELECT SUM(t.total) AS total')
    expect(of({ aggregate: 'max' })).toContain('SELECT MAX(t.total) AS total')
    expect(of({ times: 'total' })).toContain('SELECT SUM(t.total * t.total) AS total')
    expect(of({ aggregate: 'avg' })).toContain('<round AVG(t.total) to 2>')
  })

  it('uses the dialect for operands, by column type', () => {
    const dialect: SqlDialect = { ...MARKED, operand: (expression, type) => `<${expression} ${type}>` }
    const times: Measure = { ...sum, times: 'total' }
    const query = printed(
      { measures: [sum, { ...sum, aggregate: 'max', name: 'most' }, times, count] },
      ORDERS.name,
      dialect,
    )
    expect(query).toContain('<round SUM(<t.total NUMBER>) to 2>')
    expect(query).toContain('<round MAX(<t.total NUMBER>) to 2>')
    expect(query).toContain('SUM(<t.total NUMBER> * <t.total NUMBER>)')
    const share = printed(
      { share: [{ type: 'compare', column: of('paid'), op: '=', value: 1 }], measures: [sum] },
      ORDERS.name,
      dialect,
    )
    expect(share).toContain('THEN <t.total NUMBER> ELSE 0 END')
  })

  it('uses the dialect for time buckets and rounding', () => {
    const groups = printed({
      measures: [sum],
      groups: [{ type: 'time', column: of('at'), bucket: 'month' }],
      having: [{ measure: count, op: '>', value: 5 }],
      order: [{ by: 'group', descending: false }],
    })
    const total = '<round SUM(t.total) to 2>'
    expect(groups).toBe(
      [
        `SELECT <month t.at> AS month, ${total} AS total`,
        'FROM <shop/sold_orders> t GROUP BY <month t.at> HAVING COUNT(*) > 5 ORDER BY <<month t.at> ascending>',
      ].join(' '),
    )
  })

  it('uses the dialect for named periods and percentages', () => {
    const share = printed({
      measures: [count],
      groups: [{ type: 'periods', column: of('at'), periods: [{ label: '2026', from: '2026-01-01', to: null }] }],
      share: [{ type: 'compare', column: of('paid'), op: '=', value: 0 }],
    })
    const period = 'CASE WHEN t.at >= <day 2026-01-01> THEN <text 2026> END'
    const part = 'SUM(CASE WHEN t.paid = <false BOOLEAN> THEN 1 ELSE 0 END)'
    expect(share).toBe(
      [
        `SELECT ${period} AS period, <round <percent ${part} of COUNT(*)> to 2> AS percentage`,
        `FROM <shop/sold_orders> t GROUP BY ${period} ORDER BY <${period} ascending>`,
      ].join(' '),
    )
  })

  it('never counts a row twice: conditions on child rows use EXISTS, and measures of them are unplannable', () => {
    const paid = { type: 'compare', column: of('paid'), op: '=', value: 1 } as const
    expect(printed({ measures: [{ ...count, table: CUSTOMERS.name }], where: [paid] }, CUSTOMERS.name)).toBe(
      'SELECT COUNT(*) AS orders FROM <crm/customers> c WHERE EXISTS ' +
        '(SELECT 1 FROM <shop/sold_orders> t WHERE t.customer_id = c.id AND t.paid = <true BOOLEAN>)',
    )
    expect(() => printed({ measures: [sum] }, CUSTOMERS.name)).toThrow(Unplannable)
  })

  it('has the same structure in the SQLite dialect', () => {
    const where: QueryTree['where'] = [{ type: 'like', column: of('order'), pattern: '%x%', negated: false }]
    expect(printed({ measures: [sum], where }, ORDERS.name, SQL_DIALECT)).toBe(
      `SELECT ROUND(SUM(so.total), 2) AS total FROM sold_orders so WHERE so."order" LIKE '%x%'`,
    )
  })

  it('is a pipeline for an engine without SQL', () => {
    const text = printed({ groups: [{ type: 'entity', table: CUSTOMERS.name }], measures: [count] }, ORDERS.name, null)
    const key = { localField: '_id', foreignField: 'id' }
    expect(JSON.parse(text)).toEqual({
      collection: 'sold_orders',
      pipeline: [
        { $group: { _id: '$customer_id', orders: { $sum: 1 } } },
        { $lookup: { from: 'customers', ...key, as: 'customer' } },
        { $unwind: '$customer' },
        { $sort: { 'customer.name': 1, _id: 1 } },
        { $project: { _id: 0, customer: '$customer.name', orders: '$orders' } },
      ],
    })
  })
})
