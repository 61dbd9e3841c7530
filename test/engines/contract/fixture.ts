import type { Policy } from '../../../src/guard/policy.ts'
import type { Restriction } from '../../../src/guard/restriction.ts'
import * as rows from './fixture-rows.ts'
import { type Cells, date, decimal, type FixtureTable, id, integer, real, text } from './fixture-table.ts'

const isOfTenant = (row: Cells, tenant: number): boolean => row.tenant_id === tenant
const ownOwned = (row: Cells, tenant: number, scope: string | undefined): boolean =>
  row.tenant_id === tenant && (scope === undefined || row.owner === scope)

const to = (table: string, column: string) => ({ references: { table, column } })

/** The shared fixture. A table comes after the tables that it references. */
export const TABLES: readonly FixtureTable[] = [
  {
    name: 'tenants',
    columns: [id(), text('name', { required: true }), text('plan')],
    rows: rows.tenants,
    keep: (row, tenant) => row.id === tenant,
  },
  {
    name: 'countries',
    columns: [text('code', { key: true, required: true }), text('name', { required: true })],
    rows: rows.countries,
    keep: () => true,
  },
  {
    name: 'customers',
    columns: [
      ...[id(), integer('tenant_id', { required: true, indexed: true, ...to('tenants', 'id') })],
      ...[text('name', { required: true }), text('email', { indexed: true }), text('city')],
      ...[text('country', to('countries', 'code')), text('owner'), real('credit')],
      ...[text('password_hash', { hidden: true }), date('created_on')],
    ],
    rows: rows.customers,
    keep: ownOwned,
  },
  {
    name: 'orders',
    columns: [
      ...[id(), integer('tenant_id', { required: true })],
      integer('customer_id', { indexed: true, ...to('customers', 'id') }),
      ...[text('status'), real('total'), date('placed_on'), text('owner'), integer('order')],
    ],
    rows: rows.orders,
    keep: ownOwned,
  },
  {
    name: 'order_items',
    columns: [id(), integer('order_id'), integer('product_id'), integer('quantity'), real('price')],
    rows: rows.items,
    keep: (row, tenant, scope) => rows.ownOrder(row.order_id, tenant, scope),
  },
  {
    name: 'item_notes',
    columns: [id(), integer('item_id'), text('note')],
    rows: rows.notes,
    keep: (row, tenant, scope) => rows.ownItem(row.item_id, tenant, scope),
  },
  {
    name: 'note_marks',
    columns: [id(), integer('note_id'), integer('mark')],
    rows: rows.marks,
    keep: (row, tenant, scope) => rows.ownNote(row.note_id, tenant, scope),
  },
  {
    name: 'products',
    columns: [id(), integer('tenant_id'), text('name'), real('price'), text('category')],
    rows: rows.products,
    keep: isOfTenant,
  },
  {
    name: 'price_list',
    columns: [id(), integer('tenant_id'), text('sku'), real('price')],
    rows: rows.prices,
    keep: (row, tenant) => row.tenant_id === null || row.tenant_id === tenant,
  },
  {
    name: 'accounts',
    columns: [id(), integer('org_id'), text('holder'), decimal('balance')],
    rows: rows.accounts,
    keep: (row, tenant, scope) => row.org_id === tenant && (scope === undefined || row.holder === scope),
  },
  {
    name: 'Order Notes',
    columns: [id(), integer('tenant id'), integer('order'), text('the "text"')],
    rows: rows.orderNotes,
    keep: (row, tenant) => row['tenant id'] === tenant,
  },
  {
    name: 'staff',
    columns: [id(), integer('tenant_id'), integer('manager_id'), text('name'), integer('salary')],
    rows: rows.staff,
    keep: isOfTenant,
  },
  {
    name: 'events',
    columns: [id(), integer('tenant_id'), text('kind'), text('happened_at'), text('payload')],
    rows: rows.events,
    keep: isOfTenant,
  },
  { name: 'vault', columns: [id(), integer('tenant_id'), text('secret')], rows: rows.secrets },
  { name: 'audit_log', columns: [id(), integer('tenant_id'), text('line')], rows: rows.auditLines },
]

/** Names of denied tables and hidden columns. */
export const FOREIGN = /Customer [23]-|hash-|vault-|audit-|Shop [23]|c[23]\d{3}@/
export const SECRET_NAMES = ['vault', 'audit_log', 'password_hash'] as const

/**
 * The policy of the fixture: it has every mode, and no entry for `audit_log`.
 *
 * @param tableName the engine's name of a table
 * @param key the engine's name of the column `id`
 */
export const fixturePolicy = (engine: string, tableName = (name: string): string => name, key = 'id'): Policy => ({
  version: 1,
  engine,
  tenant: { column: 'tenant_id', type: 'integer' },
  scope: { column: 'owner', type: 'string', missing_scope: 'ignore' },
  tables: {
    [tableName('tenants')]: { mode: 'tenantRoot', column: key },
    [tableName('customers')]: { mode: 'tenant', hide: ['password_hash'] },
    [tableName('orders')]: { mode: 'tenant' },
    [tableName('order_items')]: { mode: 'via', fk: 'order_id', ref: `${tableName('orders')}.${key}` },
    [tableName('item_notes')]: { mode: 'via', fk: 'item_id', ref: `${tableName('order_items')}.${key}` },
    [tableName('note_marks')]: { mode: 'via', fk: 'note_id', ref: `${tableName('item_notes')}.${key}` },
    [tableName('products')]: { mode: 'tenant' },
    [tableName('price_list')]: { mode: 'sharedOrOwn' },
    [tableName('countries')]: { mode: 'shared' },
    [tableName('accounts')]: { mode: 'tenant', column: 'org_id', scope_column: 'holder' },
    [tableName('Order Notes')]: { mode: 'tenant', column: 'tenant id' },
    [tableName('staff')]: { mode: 'tenant' },
    [tableName('events')]: { mode: 'tenant' },
    [tableName('vault')]: { mode: 'deny' },
  },
})

export const restrictionOf = (tenant: number, scope?: string): Restriction => ({
  tenant: { type: 'integer', value: BigInt(tenant) },
  ...(scope === undefined ? {} : { scope: { type: 'string', value: scope } }),
})
