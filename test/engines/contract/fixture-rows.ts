import type { Cell, Cells } from './fixture-table.ts'

/** Rows of a shop platform with foreign keys to rows of other tenants, so that wrong filters change results. */
export const TENANTS = [1, 2, 3] as const
export const SCOPES = ['ann', 'bob'] as const

/** Every third foreign key refers to a row of the next tenant, every seventh is null. */
const sometimesForeign = (index: number, own: number, foreign: number): number | null =>
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

export const tenants = TENANTS.map((id) => ({ id, name: `Shop ${id}`, plan: pick(['free', 'pro'], id) }))

export const customers = perTenant(14, (tenant, index, id) => ({
  id,
  tenant_id: tenant,
  name: `Customer ${tenant}-${index % 9}`,
  email: index % 5 === 4 ? null : `c${id}@mail.test`,
  city: pick(CITIES, index + tenant),
  country: pick(COUNTRIES, index),
  owner: pick(OWNERS, index),
  credit: tenant * 1000 + index * 12.5,
  password_hash: `hash-${id}`,
  created_on: day(index),
}))

export const orders = perTenant(24, (tenant, index, id) => ({
  id,
  tenant_id: tenant,
  customer_id: sometimesForeign(index, tenant * 1000 + (index % 11), next(tenant) * 1000 + (index % 11)),
  status: pick(STATUSES, index + tenant),
  total: index % 8 === 7 ? null : tenant * 100 + index * 3.25,
  placed_on: day(index),
  owner: pick(OWNERS, index + 1),
  order: index,
}))

export const products = perTenant(8, (tenant, index, id) => ({
  id,
  tenant_id: tenant,
  name: `Product ${index}`,
  price: tenant * 10 + index,
  category: pick(['toys', 'books', 'food'], index),
}))

/** Has no tenant column: an item belongs to the tenant of its order. */
export const items = perTenant(40, (tenant, index, id) => ({
  id,
  order_id: sometimesForeign(index, tenant * 1000 + (index % 24), next(tenant) * 1000 + (index % 24)),
  product_id: sometimesForeign(index + 1, tenant * 1000 + (index % 8), next(tenant) * 1000 + (index % 8)),
  quantity: (index % 4) + 1,
  price: tenant * 10 + (index % 8),
}))

export const notes = perTenant(20, (tenant, index, id) => ({
  id,
  item_id: sometimesForeign(index, tenant * 1000 + index, next(tenant) * 1000 + index),
  note: `note ${tenant}/${index}`,
}))

export const marks = perTenant(12, (tenant, index, id) => ({
  id,
  note_id: sometimesForeign(index, tenant * 1000 + index, next(tenant) * 1000 + index),
  mark: index % 5,
}))

export const prices = range(18).map((id) => ({
  id,
  tenant_id: id % 4 === 0 ? null : id % 4,
  sku: `S${id % 6}`,
  price: id * 1.5,
}))

export const countries = Object.entries({ DE: 'Germany', FR: 'France', NO: 'Norway', BR: 'Brazil' }).map(
  ([code, name]) => ({ code, name }),
)

export const accounts = perTenant(6, (tenant, index, id) => ({
  id,
  org_id: tenant,
  holder: pick(OWNERS, index),
  balance: id * 2,
}))

export const orderNotes = perTenant(7, (tenant, index, id) => ({
  id,
  'tenant id': tenant,
  order: sometimesForeign(index, tenant * 1000 + index, next(tenant) * 1000 + index),
  'the "text"': `it's ${index}`,
}))

export const staff = perTenant(9, (tenant, index, id) => ({
  id,
  tenant_id: tenant,
  manager_id: index === 0 ? null : sometimesForeign(index, tenant * 1000 + ((index - 1) >> 1), next(tenant) * 1000),
  name: `Person ${index}`,
  salary: 1000 * tenant + 100 * index,
}))

export const events = perTenant(15, (tenant, index, id) => ({
  id,
  tenant_id: tenant,
  kind: pick(['view', 'buy'], index),
  happened_at: `${day(index)} 1${index % 10}:00:00`,
  payload: JSON.stringify({ page: index % 4, tags: [`t${index % 3}`] }),
}))

export const secrets = TENANTS.map((id) => ({ id, tenant_id: id, secret: `vault-${id}` }))
export const auditLines = TENANTS.map((id) => ({ id, tenant_id: id, line: `audit-${id}` }))

const byId = (rows: readonly Cells[]): ReadonlyMap<Cell | undefined, Cells> => new Map(rows.map((row) => [row.id, row]))
const orderById = byId(orders)
const itemById = byId(items)
const noteById = byId(notes)

/** Whether an order, and with it its child rows, belongs to a tenant (and scope). */
export const ownOrder = (id: Cell | undefined, tenant: number, scope: string | undefined): boolean => {
  const order = orderById.get(id)
  return order !== undefined && order.tenant_id === tenant && (scope === undefined || order.owner === scope)
}
export const ownItem = (id: Cell | undefined, tenant: number, scope: string | undefined): boolean =>
  ownOrder(itemById.get(id)?.order_id, tenant, scope)
export const ownNote = (id: Cell | undefined, tenant: number, scope: string | undefined): boolean =>
  ownItem(noteById.get(id)?.item_id, tenant, scope)
