import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { subDays } from 'date-fns/subDays'
import { generateDemo } from '../../demo/generate.ts'
import { sqliteRows } from '../support/sqlite-rows.ts'

const TODAY = new Date()
const folder = mkdtempSync(join(tmpdir(), 'demo-generate-'))
const file = join(folder, 'demo.sqlite')

beforeAll(() => generateDemo(file, TODAY))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string, query: string): unknown[][] => sqliteRows(name, query).map((row) => Object.values(row))

const tablesOf = (name: string): string[] =>
  read(name, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(([table]) => String(table))

const contentHash = (name: string): string => {
  const hash = createHash('sha256')
  for (const table of tablesOf(name))
    hash.update(JSON.stringify([table, read(name, `SELECT * FROM ${table} ORDER BY 1`)]))
  return hash.digest('hex')
}

describe('the demo database', () => {
  test('is reproducible for a day and a seed, and differs for another day or seed', () => {
    const hashOf = (name: string, today: Date, seed?: string) => {
      generateDemo(join(folder, name), today, seed)
      return contentHash(join(folder, name))
    }
    const first = contentHash(file)
    expect(hashOf('again.sqlite', TODAY)).toBe(first)
    expect(hashOf('seed.sqlite', TODAY, 'other')).not.toBe(first)
    expect(hashOf('day.sqlite', subDays(TODAY, 1))).not.toBe(first)
  })

  test('has about 50,000 rows in at least ten tables', () => {
    const tables = tablesOf(file)
    const rows = tables.reduce((sum, table) => sum + Number(read(file, `SELECT COUNT(*) FROM ${table}`)[0]?.[0]), 0)
    expect(tables.length).toBeGreaterThanOrEqual(10)
    expect(rows).toBeGreaterThan(45_000)
    expect(rows).toBeLessThan(60_000)
  })

  test('declares foreign keys that all rows satisfy', () => {
    expect(read(file, 'PRAGMA foreign_key_check')).toEqual([])
    const related = tablesOf(file).filter((table) => read(file, `PRAGMA foreign_key_list(${table})`).length > 0)
    expect(related.length).toBeGreaterThanOrEqual(10)
  })

  test('is generated without leaving temporary files', () => {
    expect(readdirSync(folder).filter((name) => !name.endsWith('.sqlite'))).toEqual([])
  })

  test.each([new Date(), new Date('2027-01-01T00:30:00Z'), new Date('2028-02-29T23:59:00Z')])(
    'has orders on its day (%p), and no later date except due and expiry dates',
    (today) => {
      const name = join(folder, `on-${today.toISOString().slice(0, 10)}.sqlite`)
      generateDemo(name, today)
      const day = today.toISOString().slice(0, 10)
      const todays = `SELECT shop_id FROM orders WHERE ordered_on = '${day}' GROUP BY shop_id ORDER BY shop_id`
      expect(read(name, todays)).toEqual([[1], [2], [3]])
      let checked = 0
      for (const table of tablesOf(name)) {
        const dates = read(name, `SELECT name FROM pragma_table_info('${table}') WHERE type = 'DATE'`).map(
          ([column]) => column,
        )
        for (const column of dates.filter((date) => date !== 'due_on' && date !== 'valid_until')) {
          expect([
            table,
            column,
            read(name, `SELECT COUNT(*) FROM ${table} WHERE ${column} > '${day}'`)[0]?.[0],
          ]).toEqual([table, column, 0])
          checked++
        }
      }
      expect(checked).toBeGreaterThan(10)
    },
  )

  test('has order totals that equal the sum of the items, and no total for cancelled orders', () => {
    const mismatches = `SELECT COUNT(*) FROM orders o WHERE status <> 'cancelled' AND abs(total -
      (SELECT SUM(quantity * unit_price) FROM order_items WHERE order_id = o.id)) > 0.005`
    expect(read(file, mismatches)).toEqual([[0]])
    expect(read(file, "SELECT COUNT(*) FROM orders WHERE (status = 'cancelled') <> (total IS NULL)")).toEqual([[0]])
  })

  test.each([
    ['customers without an order', 'SELECT shop_id FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)'],
    [
      'products that were never ordered',
      'SELECT shop_id FROM products WHERE id NOT IN (SELECT product_id FROM order_items)',
    ],
    ['products that are sold out', 'SELECT shop_id FROM products WHERE stock = 0'],
    ['products without a supplier', 'SELECT shop_id FROM products WHERE supplier_id IS NULL'],
    ['overdue invoices', "SELECT shop_id FROM invoices WHERE status = 'overdue'"],
    ['cancelled orders', "SELECT shop_id FROM orders WHERE status = 'cancelled'"],
    ['a carrier of its own', 'SELECT shop_id FROM carriers WHERE shop_id IS NOT NULL'],
  ])('has %s for every shop', (_, query) => {
    expect(read(file, `SELECT DISTINCT shop_id FROM (${query}) ORDER BY shop_id`)).toEqual([[1], [2], [3]])
  })
})
