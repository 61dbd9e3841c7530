import type { NameFolding } from '../../../src/guard/name-folding.ts'
import type { TablePolicy } from '../../../src/guard/policy.ts'
import type { Schema, Table } from '../../../src/guard/schema.ts'
import { tableFilters } from '../../../src/guard/table-filters.ts'

const AS_WRITTEN: NameFolding = { table: (name) => name, column: (name) => name }

const table = (name: string, ...columns: readonly string[]): Table => ({
  schema: 'public',
  name,
  primaryKey: [],
  foreignKeys: [],
  columns: columns.map((column) => ({ name: column, type: 'bigint', nullable: true })),
})

const SCHEMA: Schema = {
  engine: 'any',
  tables: [
    table('orders', 'id', 'tenant_id', 'owner'),
    table('items', 'id', 'order_id'),
    table('notes', 'id', 'item_id'),
    table('countries', 'code'),
    table('price_list', 'id', 'tenant_id'),
  ],
}

const TABLES: Readonly<Record<string, TablePolicy>> = {
  'public.orders': { mode: 'tenant' },
  'public.items': { mode: 'via', fk: 'order_id', ref: 'public.orders.id' },
  'public.notes': { mode: 'via', fk: 'item_id', ref: 'public.items.id' },
  'public.countries': { mode: 'shared' },
  'public.price_list': { mode: 'sharedOrOwn' },
}

const filters = (names: readonly string[], scope?: string) =>
  tableFilters(
    names.map((name) => `public.${name}`),
    {
      schema: SCHEMA,
      policy: {
        version: 1,
        engine: 'any',
        tables: TABLES,
        tenant: { column: 'tenant_id', type: 'integer' },
        scope: { column: 'owner', type: 'string', missing_scope: 'ignore' },
      },
      restriction: {
        tenant: { type: 'integer', value: 7n },
        ...(scope === undefined ? {} : { scope: { type: 'string', value: scope } }),
      },
    },
    AS_WRITTEN,
  )

describe('Table filters of a receipt', () => {
  it('contain the mode and the filter columns of each table', () => {
    expect(filters(['orders', 'countries', 'price_list'])).toEqual([
      { table: 'public.orders', mode: 'tenant', columns: ['tenant_id'] },
      { table: 'public.countries', mode: 'shared', columns: [] },
      { table: 'public.price_list', mode: 'sharedOrOwn', columns: ['tenant_id'] },
    ])
  })

  it('contain the scope column if a scope is bound, and mark it', () => {
    expect(filters(['orders'], 'ann')).toEqual([
      { table: 'public.orders', mode: 'tenant', columns: ['tenant_id', 'owner'], isScoped: true },
    ])
  })

  it('follow a child table to the parent with the tenant column', () => {
    expect(filters(['notes'])).toEqual([
      {
        table: 'public.notes',
        mode: 'via',
        columns: ['item_id', 'public.items.order_id', 'public.orders.tenant_id'],
      },
    ])
  })
})
