import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Policy } from '../../../src/domain/guard/policy.ts'
import type { Restriction } from '../../../src/domain/guard/restriction.ts'

/** A platform of shops whose links cross tenants where they must not: only then do wrong filters show. */
type Cell = string | number | null
type Cells = Readonly<Record<string, Cell>>

export const TENANTS = [1, 2, 3] as const
export const SCOPES = ['ann', 'bob'] as const

interface FixtureTable {
  readonly name: string
  readonly ddl: string
  /** Removed from copies: no query may see them. */
  readonly hidden?: string
  readonly rows: readonly Cells[]
  /** Whether a copy for this tenant (and scope) keeps the row; absent where nobody may see the table. */
  readonly keep?: (row: Cells, tenant: number, scope: string | undefined) => boolean
}

export const POLICY: Policy = {
  version: 1,
  engine: 'sqlite',
  tenant: { column: 'tenant_id', type: 'integer' },
  scope: { column: 'owner', type: 'string', missing_scope: 'ignore' },
  tables: {
    tenants: { mode: 'tenantRoot', column: 'id' },
    customers: { mode: 'tenant', hide: ['password_hash'] },
    orders: { mode: 'tenant' },
    order_items: { mode: 'via', fk: 'order_id', ref: 'orders.id' },
    item_notes: { mode: 'via', fk: 'item_id', ref: 'order_items.id' },
    note_marks: { mode: 'via', fk: 'note_id', ref: 'item_notes.id' },
    products: { mode: 'tenant' },
    price_list: { mode: 'sharedOrOwn' },
    countries: { mode: 'shared' },
    accounts: { mode: 'tenant', column: 'org_id', scope_column: 'holder' },
    'Order Notes': { mode: 'tenant', column: 'tenant id' },
    staff: { mode: 'tenant' },
    events: { mode: 'tenant' },
    vault: { mode: 'deny' },
  },
}

/** Every third link of a kind goes to the next tenant's row, every seventh to none. */
const astray = (index: number, own: number, foreign: number): number | null =>
  index % 7 === 6 ? null : index % 3 === 2 ? foreign : own

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
const pick = <Item>(items: readonly [Item, ...Item[]], index: number): Item => items[index % items.length] ?? items[0]
const day = (index: number): string => new Date(Date.UTC(2024, 0, 1 + index * 9)).toISOString().slice(0, 10)
const next = (tenant: number): number => (tenant % 3) + 1

const CITIES = ['Berlin', 'Paris', 'Oslo', 'Lyon', 'São Paulo'] as const
const STATUSES = ['paid', 'open', 'cancelled', 'shipped'] as const
const COUNTRIES = ['DE', 'FR', 'NO'] as const
const OWNERS = ['ann', 'bob', 'cat'] as const

const perTenant = (count: number, make: (tenant: number, index: number, id: number) => Cells): readonly Cells[] =>
  TENANTS.flatMap((tenant) => range(count).map((index) => make(tenant, index, tenant * 1000 + index)))

const customers = perTenant(14, (tenant, index, id) => ({
  ...{
    id,
    tenant_id: tenant,
    name: `Customer ${tenant}-${index % 9}`,
    email: index % 5 === 4 ? null : `c${id}@mail.test`,
  },
  ...{ city: pick(CITIES, index + tenant), country: pick(COUNTRIES, index), owner: pick(OWNERS, index) },
  ...{ credit: tenant * 1000 + index * 12.5, password_hash: `hash-${id}`, created_on: day(index) },
}))

const orders = perTenant(24, (tenant, index, id) => ({
  ...{
    id,
    tenant_id: tenant,
    customer_id: astray(index, tenant * 1000 + (index % 11), next(tenant) * 1000 + (index % 11)),
  },
  ...{ status: pick(STATUSES, index + tenant), total: index % 8 === 7 ? null : tenant * 100 + index * 3.25 },
  ...{ placed_on: day(index), owner: pick(OWNERS, index + 1), order: index },
}))

const products = perTenant(8, (tenant, index, id) => ({
  ...{
    id,
    tenant_id: tenant,
    name: `Product ${index}`,
    price: tenant * 10 + index,
    category: pick(['toys', 'books', 'food'], index),
  },
}))

/** Without a tenant of its own: it belongs to whom its order belongs. */
const items = perTenant(40, (tenant, index, id) => ({
  ...{ id, order_id: astray(index, tenant * 1000 + (index % 24), next(tenant) * 1000 + (index % 24)) },
  ...{ product_id: astray(index + 1, tenant * 1000 + (index % 8), next(tenant) * 1000 + (index % 8)) },
  ...{ quantity: (index % 4) + 1, price: tenant * 10 + (index % 8) },
}))

const notes = perTenant(20, (tenant, index, id) => ({
  ...{
    id,
    item_id: astray(index, tenant * 1000 + index, next(tenant) * 1000 + index),
    note: `note ${tenant}/${index}`,
  },
}))

const marks = perTenant(12, (tenant, index, id) => ({
  ...{ id, note_id: astray(index, tenant * 1000 + index, next(tenant) * 1000 + index), mark: index % 5 },
}))

const tenantOf = (rows: readonly Cells[], id: Cell): Cells | undefined => rows.find((row) => row.id === id)

const ownOrder = (id: Cell, tenant: number, scope: string | undefined): boolean => {
  const order = tenantOf(orders, id)
  return order !== undefined && order.tenant_id === tenant && (scope === undefined || order.owner === scope)
}
const ownItem = (id: Cell, tenant: number, scope: string | undefined): boolean =>
  ownOrder(tenantOf(items, id)?.order_id ?? null, tenant, scope)
const ownNote = (id: Cell, tenant: number, scope: string | undefined): boolean =>
  ownItem(tenantOf(notes, id)?.item_id ?? null, tenant, scope)
const own = (row: Cells, tenant: number): boolean => row.tenant_id === tenant
const ownOwned = (row: Cells, tenant: number, scope: string | undefined): boolean =>
  row.tenant_id === tenant && (scope === undefined || row.owner === scope)

export const TABLES: readonly FixtureTable[] = [
  {
    name: 'tenants',
    ddl: 'CREATE TABLE tenants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, plan TEXT)',
    rows: TENANTS.map((id) => ({ id, name: `Shop ${id}`, plan: pick(['free', 'pro'], id) })),
    keep: (row, tenant) => row.id === tenant,
  },
  {
    name: 'customers',
    ddl: `CREATE TABLE customers (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL REFERENCES tenants, name TEXT NOT NULL,
      email TEXT, city TEXT, country TEXT REFERENCES countries (code), owner TEXT, credit REAL, password_hash TEXT, created_on DATE);
      CREATE INDEX customers_tenant ON customers (tenant_id); CREATE INDEX customers_email ON customers (email)`,
    hidden: 'password_hash',
    rows: customers,
    keep: ownOwned,
  },
  {
    name: 'orders',
    ddl: `CREATE TABLE orders (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, customer_id INTEGER REFERENCES customers (id),
      status TEXT, total REAL, placed_on DATE, owner TEXT, "order" INTEGER); CREATE INDEX orders_customer ON orders (customer_id)`,
    rows: orders,
    keep: ownOwned,
  },
  {
    name: 'order_items',
    ddl: 'CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER, product_id INTEGER, quantity INTEGER, price REAL)',
    rows: items,
    keep: (row, tenant, scope) => ownOrder(row.order_id ?? null, tenant, scope),
  },
  {
    name: 'item_notes',
    ddl: 'CREATE TABLE item_notes (id INTEGER PRIMARY KEY, item_id INTEGER, note TEXT)',
    rows: notes,
    keep: (row, tenant, scope) => ownItem(row.item_id ?? null, tenant, scope),
  },
  {
    name: 'note_marks',
    ddl: 'CREATE TABLE note_marks (id INTEGER PRIMARY KEY, note_id INTEGER, mark INTEGER)',
    rows: marks,
    keep: (row, tenant, scope) => ownNote(row.note_id ?? null, tenant, scope),
  },
  {
    name: 'products',
    ddl: 'CREATE TABLE products (id INTEGER PRIMARY KEY, tenant_id INTEGER, name TEXT, price REAL, category TEXT)',
    rows: products,
    keep: own,
  },
  {
    name: 'price_list',
    ddl: 'CREATE TABLE price_list (id INTEGER PRIMARY KEY, tenant_id INTEGER, sku TEXT, price REAL)',
    rows: range(18).map((id) => ({ id, tenant_id: id % 4 === 0 ? null : id % 4, sku: `S${id % 6}`, price: id * 1.5 })),
    keep: (row, tenant) => row.tenant_id === null || row.tenant_id === tenant,
  },
  {
    name: 'countries',
    ddl: 'CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID',
    rows: [
      { code: 'DE', name: 'Germany' },
      { code: 'FR', name: 'France' },
      { code: 'NO', name: 'Norway' },
      { code: 'BR', name: 'Brazil' },
    ],
    keep: () => true,
  },
  {
    name: 'accounts',
    ddl: 'CREATE TABLE accounts (id INTEGER PRIMARY KEY, org_id INT, holder TEXT, balance NUMERIC)',
    rows: perTenant(6, (tenant, index, id) => ({ id, org_id: tenant, holder: pick(OWNERS, index), balance: id * 2 })),
    keep: (row, tenant, scope) => row.org_id === tenant && (scope === undefined || row.holder === scope),
  },
  {
    name: 'Order Notes',
    ddl: 'CREATE TABLE "Order Notes" ("id" INTEGER PRIMARY KEY, "tenant id" INTEGER, "order" INTEGER, "the ""text""" TEXT)',
    rows: perTenant(7, (tenant, index, id) => ({
      ...{ id, 'tenant id': tenant, order: astray(index, tenant * 1000 + index, next(tenant) * 1000 + index) },
      ...{ 'the "text"': `it's ${index}` },
    })),
    keep: (row, tenant) => row['tenant id'] === tenant,
  },
  {
    name: 'staff',
    ddl: 'CREATE TABLE staff (id INTEGER PRIMARY KEY, tenant_id INTEGER, manager_id INTEGER, name TEXT, salary INTEGER)',
    rows: perTenant(9, (tenant, index, id) => ({
      ...{
        id,
        tenant_id: tenant,
        manager_id: index === 0 ? null : astray(index, tenant * 1000 + ((index - 1) >> 1), next(tenant) * 1000),
      },
      ...{ name: `Person ${index}`, salary: 1000 * tenant + 100 * index },
    })),
    keep: own,
  },
  {
    name: 'events',
    ddl: 'CREATE TABLE events (id INTEGER PRIMARY KEY, tenant_id INTEGER, kind TEXT, happened_at TEXT, payload TEXT)',
    rows: perTenant(15, (tenant, index, id) => ({
      ...{
        id,
        tenant_id: tenant,
        kind: pick(['view', 'buy'], index),
        happened_at: `${day(index)} 1${index % 10}:00:00`,
      },
      payload: JSON.stringify({ page: index % 4, tags: [`t${index % 3}`] }),
    })),
    keep: own,
  },
  {
    name: 'vault',
    ddl: 'CREATE TABLE vault (id INTEGER PRIMARY KEY, tenant_id INTEGER, secret TEXT)',
    rows: TENANTS.map((id) => ({ id, tenant_id: id, secret: `vault-${id}` })),
  },
  {
    name: 'audit_log',
    ddl: 'CREATE TABLE audit_log (id INTEGER PRIMARY KEY, tenant_id INTEGER, line TEXT)',
    rows: TENANTS.map((id) => ({ id, tenant_id: id, line: `audit-${id}` })),
  },
]

export const restrictionOf = (tenant: number, scope?: string): Restriction => ({
  tenant: { type: 'integer', value: BigInt(tenant) },
  ...(scope === undefined ? {} : { scope: { type: 'string', value: scope } }),
})

/** Files of one test, gone with it. */
export class ShopFiles {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tabletalk-sqlite-'))
  #copies = 0
  readonly shared = join(this.#folder, 'shared.sqlite')

  constructor() {
    write(
      this.shared,
      TABLES.map((table) => ({ ...table, keep: () => true })),
    )
    const database = new DatabaseSync(this.shared)
    database.exec('CREATE VIEW all_orders AS SELECT * FROM orders')
    database.close()
  }

  get address(): string {
    return `sqlite:${this.shared}`
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  /** A database that holds one tenant only, made by leaving rows out: it shares nothing with the guard. */
  copyOf(tenant: number, scope?: string): DatabaseSync {
    const file = this.path(`tenant-${tenant}-${scope ?? 'all'}-${++this.#copies}.sqlite`)
    const tables = TABLES.flatMap(({ keep, ...table }) =>
      keep === undefined ? [] : [{ ...table, keep: (row: Cells) => keep(row, tenant, scope) }],
    )
    write(file, tables)
    const database = new DatabaseSync(file)
    for (const { name, hidden } of tables)
      if (hidden !== undefined) database.exec(`ALTER TABLE "${name}" DROP COLUMN ${hidden}`)
    return database
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const write = (file: string, tables: readonly (Omit<FixtureTable, 'keep'> & { keep: (row: Cells) => boolean })[]) => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
  for (const { name, ddl, rows, keep } of tables) {
    database.exec(ddl)
    const [first] = rows
    const insert = database.prepare(
      `INSERT INTO "${name}" VALUES (${Object.keys(first ?? {})
        .map(() => '?')
        .join(', ')})`,
    )
    for (const row of rows) if (keep(row)) insert.run(...Object.values(row))
  }
  database.exec('COMMIT')
  database.close()
}

/** What a plain query finds, in the form of an engine's result: a list of rows, each a list of cells. */
export const plainRows = (database: DatabaseSync, sql: string): readonly (readonly unknown[])[] => {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return statement.all().map((row) => Object.values(row))
}
