import { describe, expect, it } from '@jest/globals'
import { columnUnits } from '../../../src/ask/rules/column-units.ts'

const glossary = {
  columns: [
    { table: 'orders', column: 'total', synonyms: [], unit: 'EUR' },
    { table: 'orders', column: 'cost', synonyms: [], unit: 'EUR' },
    { table: 'deliveries', column: 'lead_time', synonyms: [], unit: 'days' },
    { table: 'payments', column: 'total', synonyms: [], unit: 'USD' },
  ],
}
const unitsOf = (query: string, ...columns: string[]) =>
  Object.fromEntries(columnUnits({ query, columns, tables: ['orders', 'deliveries'], glossary }))

describe('Unit of a result column', () => {
  it.each<[string, string, string | undefined]>([
    ['an alias', 'SELECT o.total AS revenue FROM orders o', 'EUR'],
    ['a sum', 'SELECT name, SUM(o.total) AS revenue FROM orders o GROUP BY name', 'EUR'],
    ['a rounded average', 'SELECT ROUND(AVG(total), 2) AS revenue FROM orders', 'EUR'],
    ['a difference of like amounts', 'SELECT SUM(total) - SUM(cost) AS revenue FROM orders', 'EUR'],
    ['a subquery', 'SELECT MAX(t) AS revenue FROM (SELECT SUM(total) AS t FROM orders GROUP BY day) x', 'EUR'],
    ['a WITH table', 'WITH m AS (SELECT SUM(total) AS t FROM orders) SELECT t AS revenue FROM m', 'EUR'],
    ['an amount per row', 'SELECT SUM(total) / COUNT(*) AS revenue FROM orders', 'EUR'],
    ['another unit', 'SELECT AVG(lead_time) AS revenue FROM deliveries', 'days'],
    ['a count', 'SELECT COUNT(*) AS revenue FROM orders', undefined],
    ['a count of a column', 'SELECT COUNT(total) AS revenue FROM orders', undefined],
    ['a count by a condition', 'SELECT SUM(CASE WHEN total > 5 THEN 1 ELSE 0 END) AS revenue FROM orders', undefined],
    ['a share of 100', 'SELECT 100.0 * SUM(cost) / SUM(total) AS revenue FROM orders', '%'],
    ['a share of 100 of counts', 'SELECT 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS revenue FROM orders', '%'],
    ['a quotient of like amounts', 'SELECT SUM(cost) / SUM(total) AS revenue FROM orders', undefined],
    ['mixed units', 'SELECT total * lead_time AS revenue FROM orders', undefined],
    ['a word in a text', "SELECT MAX(CONCAT('total', name)) AS revenue FROM orders", undefined],
    [
      'a command of MongoDB',
      '{"aggregate":"orders","pipeline":[{"$group":{"_id":null,"revenue":{"$sum":"$total"}}}]}',
      'EUR',
    ],
    [
      'a count in a command of MongoDB',
      '{"aggregate":"orders","pipeline":[{"$group":{"_id":"$total","revenue":{"$sum":1}}}]}',
      undefined,
    ],
  ])('is derived from %s', (_, query, unit) => {
    expect(unitsOf(query, 'revenue').revenue).toBe(unit)
  })

  it('is the unit of the source column without an alias', () => {
    expect(unitsOf('SELECT total FROM orders', 'total')).toEqual({ total: 'EUR' })
  })

  it('is undefined for a column of a table without units', () => {
    expect(
      columnUnits({ query: 'SELECT total FROM refunds', columns: ['total'], tables: ['refunds'], glossary }).size,
    ).toBe(0)
  })

  it('is undefined for aliases that refer to each other', () => {
    expect(unitsOf(`SELECT ${'('.repeat(9_000)} b AS a, a AS b FROM orders`, 'a', 'b')).toEqual({})
  })
})
