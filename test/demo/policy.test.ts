import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDemo } from '../../demo/generate.ts'
import { DEMO } from '../../demo/organization.ts'
import { singleTenantCopy } from '../../demo/single-tenant-copy.ts'
import { columnsOfProduct } from '../../src/ask/rules/formula.ts'
import { tablePolicy } from '../../src/guard/policy-entries.ts'
import { sqliteRows } from '../support/sqlite-rows.ts'

const { policy, glossary } = DEMO.database
const folder = mkdtempSync(join(tmpdir(), 'demo-policy-'))
const file = join(folder, 'demo.sqlite')
const columns = new Map<string, readonly string[]>()

const AS_WRITTEN = { table: (name: string) => name, column: (name: string) => name }
const entryOf = (table: string) => tablePolicy(policy, table, AS_WRITTEN)

beforeAll(() => {
  generateDemo(file, new Date())
  for (const { name } of sqliteRows(file, "SELECT name FROM sqlite_schema WHERE type = 'table'")) {
    const infos = sqliteRows(file, `SELECT name FROM pragma_table_info('${name}')`)
    columns.set(
      String(name),
      infos.map((info) => String(info.name)),
    )
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the demo policy', () => {
  test('denies the unclassified table, and classifies every other table', () => {
    const denied = [...columns.keys()].filter((table) => entryOf(table).mode === 'deny')
    expect(denied).toEqual(['platform_audit'])
    expect(Object.keys(policy.tables).filter((table) => !columns.has(table))).toEqual([])
  })

  test('names only columns that exist', () => {
    for (const [table, entry] of Object.entries(policy.tables)) {
      const known = columns.get(table) ?? []
      const named = [...(entry.hide ?? [])]
      if (entry.mode === 'via') named.push(entry.fk)
      if (entry.mode === 'tenant' || entry.mode === 'tenantRoot' || entry.mode === 'sharedOrOwn')
        named.push(entry.column ?? 'shop_id')
      if (entry.scope_column !== undefined) named.push(entry.scope_column)
      expect([table, named.filter((column) => !known.includes(column))]).toEqual([table, []])
    }
  })

  test('covers a child table without tenant column, a shared table and tables with a scope column', () => {
    expect(columns.get('order_items')).not.toContain('shop_id')
    expect(policy.tables.order_items).toEqual({ mode: 'via', fk: 'order_id', ref: 'orders.id' })
    expect(policy.tables.countries).toEqual({ mode: 'shared' })
    const scoped = [...columns].filter(([, names]) => names.includes('sales_person')).map(([table]) => table)
    expect(scoped).toEqual(['leads', 'quotes', 'visits'])
  })
})

describe('the demo glossary', () => {
  test('names only tables and columns that a caller may see', () => {
    const visible = (table: string, column: string) =>
      entryOf(table).mode !== 'deny' &&
      (columns.get(table) ?? []).includes(column) &&
      !(entryOf(table).hide ?? []).includes(column)
    const named = [
      ...glossary.tables.flatMap(({ table, label, time }) => [label, time].map((column) => [table, column] as const)),
      ...glossary.columns.map(({ table, column }) => [table, column] as const),
      ...glossary.phrases.map(({ table, filter }) => [table, filter?.column] as const),
      ...glossary.phrases.flatMap(({ table, measure }) =>
        columnsOfProduct(measure ?? {}).map((column) => [table, column] as const),
      ),
    ]
    expect(named.filter(([table, column]) => column !== undefined && !visible(table, column))).toEqual([])
  })

  test('filters only by values that occur in the data', () => {
    const filters = glossary.phrases.filter(
      ({ filter }) => filter?.op === '=' && typeof filter.value === 'string' && filter.column !== 'country',
    )
    expect(filters.length).toBeGreaterThan(10)
    for (const { phrase, table, filter } of filters) {
      const found = sqliteRows(file, `SELECT 1 FROM ${table} WHERE ${filter?.column} = '${filter?.value}' LIMIT 1`)
      expect([phrase, table, found.length]).toEqual([phrase, table, 1])
    }
  })
})

describe('singleTenantCopy', () => {
  test('contains only the rows of the tenant and scope, and shared rows', () => {
    const copy = join(folder, 'copy.sqlite')
    singleTenantCopy(file, copy, 2, 'ana')
    const count = (name: string, query: string) => sqliteRows(name, `SELECT COUNT(*) AS n FROM ${query}`)[0]?.n
    for (const kept of ['orders', 'order_items', 'carriers', 'countries', 'visits'])
      expect([kept, count(copy, kept)]).not.toEqual([kept, 0])
    expect(count(copy, 'orders')).toBe(count(file, 'orders WHERE shop_id = 2'))
    expect(count(copy, 'order_items')).toBe(
      count(file, 'order_items WHERE order_id IN (SELECT id FROM orders WHERE shop_id = 2)'),
    )
    expect(count(copy, 'carriers')).toBe(count(file, 'carriers WHERE shop_id = 2 OR shop_id IS NULL'))
    expect(count(copy, 'shops')).toBe(1)
    expect(count(copy, 'countries')).toBe(count(file, 'countries'))
    expect(count(copy, 'visits')).toBe(count(file, "visits WHERE shop_id = 2 AND sales_person = 'ana'"))
    expect(() => count(copy, 'platform_audit')).toThrow('no such table')
  })
})
