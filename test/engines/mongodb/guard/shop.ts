import type { GuardRules } from '../../../../src/guard/guard-rules.ts'
import type { Policy } from '../../../../src/guard/policy.ts'
import type { Column, Schema, Table } from '../../../../src/guard/schema.ts'
import { restrictionOf } from '../../contract/fixture.ts'

/** A document with integers, texts and dates only. */
export type Doc = { readonly [key: string]: unknown }

export interface ShopCollection {
  readonly name: string
  readonly columns: readonly Column[]
  readonly documents: readonly Doc[]
  /** Whether a database of only this tenant (and end user) has a document; absent if the collection is denied. */
  readonly keep?: (document: Doc, tenant: number, scope: string | undefined) => boolean
  /** Removes the hidden fields of a document. */
  readonly bare?: (document: Doc) => Doc
}

export const TENANTS = [1, 2, 3] as const

const column = (name: string, type: string, arrays?: readonly string[]): Column => ({
  name,
  type,
  nullable: true,
  ...(arrays === undefined ? {} : { arrays }),
})

const columns = (text: string): readonly Column[] =>
  text.split(' ').map((one) => {
    const [path = '', type = '', array] = one.split(':')
    return column(path, type.replaceAll(',', ' | '), array === undefined ? undefined : [array])
  })

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
const pick = <Item>(items: readonly [Item, ...Item[]], index: number): Item => items[index % items.length] ?? items[0]
const next = (tenant: number): number => (tenant % 3) + 1
const day = (index: number): Date => new Date(Date.UTC(2024, 0, 1 + index * 9))
/** Every third reference is to a document of another tenant, every seventh to none. */
const sometimesForeign = (index: number, own: number, foreign: number): number | null =>
  index % 7 === 6 ? null : index % 3 === 2 ? foreign : own

const perTenant = (count: number, make: (tenant: number, index: number, id: number) => Doc): readonly Doc[] =>
  TENANTS.flatMap((tenant) => range(count).map((index) => make(tenant, index, tenant * 1000 + index)))

const OWNERS = ['ann', 'bob', 'cat'] as const

const customers = perTenant(12, (tenant, index, id) => ({
  _id: id,
  tenant_id: tenant,
  name: `Customer ${tenant}-${index % 7}`,
  owner: pick(OWNERS, index),
  ...(index % 5 === 4 ? {} : { email: `c${id}@mail.test` }),
  address: {
    city: pick(['Berlin', 'Oslo', 'Lyon'], index + tenant),
    country: pick(['DE', 'NO'], index),
    door: `door-${id}`,
  },
  credit: tenant * 100 + index * 12.5,
  password_hash: `hash-${id}`,
  since: day(index),
  tags: range(index % 4).map((tag) => `t${tag}`),
}))

const orders = perTenant(18, (tenant, index, id) => ({
  _id: id,
  tenant_id: tenant,
  owner: pick(OWNERS, index + 1),
  customer_id: sometimesForeign(index, tenant * 1000 + (index % 9), next(tenant) * 1000 + (index % 9)),
  status: pick(['paid', 'open', 'cancelled'], index + tenant),
  placed_on: day(index),
  ...(index % 6 === 5 ? {} : { total: tenant * 100 + index * 3.5 }),
  items: range(index % 4).map((place) => ({
    product_id: sometimesForeign(index + place, tenant * 1000 + (place % 6), next(tenant) * 1000 + (place % 6)),
    quantity: place + 1,
    price: tenant * 10 + place,
    cost: tenant * 5 + place,
  })),
}))

const events = perTenant(20, (tenant, index, id) => ({
  _id: id,
  kind: pick(['packed', 'sent', 'seen'], index),
  order_id: sometimesForeign(index, tenant * 1000 + (index % 18), next(tenant) * 1000 + (index % 18)),
}))

const notes = perTenant(10, (tenant, index, id) => ({
  _id: id,
  note: `note ${tenant}/${index}`,
  event_id: sometimesForeign(index, id, next(tenant) * 1000 + index),
}))

const products = perTenant(6, (tenant, index, id) => ({
  _id: id,
  tenant_id: tenant,
  name: `Product ${index}`,
  price: tenant * 10 + index,
  category: pick(['toys', 'books'], index),
}))

const prices = range(16).map((id) => ({
  _id: id,
  sku: `S${id % 5}`,
  price: id * 1.5,
  ...(id % 8 === 4 ? {} : { tenant_id: id % 4 === 0 ? null : id % 4 }),
}))

const accounts = perTenant(5, (tenant, index, id) => ({
  _id: id,
  org: { id: tenant, seat: index },
  holder: pick(OWNERS, index),
  balance: id * 2,
}))

const staff = perTenant(8, (tenant, index, id) => ({
  _id: id,
  tenant_id: tenant,
  name: `Person ${index}`,
  salary: tenant * 1000 + index,
  boss: index === 0 ? null : sometimesForeign(index, tenant * 1000 + ((index - 1) >> 1), next(tenant) * 1000),
}))

const surveys = perTenant(6, (tenant, index, id) => ({
  _id: id,
  tenant_id: tenant,
  answers: Object.fromEntries(range(3).map((key) => [`q${id}_${key}`, { score: tenant * 10 + index + key }])),
}))

/** Some documents have the tenant as a text; they belong to no tenant, because tenants are integers. */
const devices = perTenant(8, (tenant, index, id) => ({
  _id: id,
  tenant_id: index % 2 === 0 ? tenant : String(tenant),
  label: `Device ${tenant}-${index}`,
  level: index,
}))

/** Documents of no tenant: lists of tenants, no tenant, and other values with unusual comparison. */
const odd = (collection: string): readonly Doc[] =>
  [[1, 2, 3], [[1]], { 0: 1 }, true, 'one', '1 ', 1.5, null, undefined].map((tenant, index) => ({
    _id: 90_000 + index,
    label: `nobody ${collection}`,
    name: `nobody ${collection}`,
    level: 1,
    status: 'open',
    ...(tenant === undefined ? {} : { tenant_id: tenant }),
  }))

const isOfTenant = ({ tenant_id }: Doc, tenant: number): boolean => tenant_id === tenant
const ownOwned = (document: Doc, tenant: number, scope: string | undefined): boolean =>
  isOfTenant(document, tenant) && (scope === undefined || document.owner === scope)

const byId = (documents: readonly Doc[]) => new Map(documents.map((one) => [one._id, one]))
const [orderById, eventById] = [byId(orders), byId(events)]

const ownEvent = (event: Doc | undefined, tenant: number, scope: string | undefined): boolean => {
  const order = orderById.get(event?.order_id)
  return order !== undefined && ownOwned(order, tenant, scope)
}

/** Documents of a shop platform with references to documents of other tenants, so that wrong filters change results. */
export const SHOP: readonly ShopCollection[] = [
  {
    name: 'tenants',
    columns: columns('_id:int name:string'),
    documents: TENANTS.map((_id) => ({ _id, name: `Shop ${_id}` })),
    keep: ({ _id }, tenant) => _id === tenant,
  },
  {
    name: 'countries',
    columns: columns('_id:string name:string'),
    documents: [
      { _id: 'DE', name: 'Germany' },
      { _id: 'NO', name: 'Norway' },
    ],
    keep: () => true,
  },
  {
    name: 'customers',
    columns: columns(
      '_id:int tenant_id:int name:string owner:string email:string address:object address.city:string address.country:string address.door:string credit:double password_hash:string since:date tags:string:tags',
    ),
    documents: [...customers, ...odd('customers')],
    keep: ownOwned,
    bare: ({ password_hash: _, address, ...rest }) => {
      const { door: __, ...seen } = Object(address)
      return address === undefined ? rest : { ...rest, address: seen }
    },
  },
  {
    name: 'orders',
    columns: columns(
      '_id:int tenant_id:int owner:string customer_id:int status:string placed_on:date total:double items:object:items items.product_id:int:items items.quantity:int:items items.price:int:items items.cost:int:items',
    ),
    documents: [...orders, ...odd('orders')],
    keep: ownOwned,
    bare: ({ items, ...rest }) =>
      Array.isArray(items) ? { ...rest, items: items.map(({ cost: _, ...item }) => item) } : rest,
  },
  {
    name: 'events',
    columns: columns('_id:int kind:string order_id:int'),
    documents: [...events, { _id: 91_000, kind: 'seen', order_id: [1000, 2000] }, { _id: 91_001, kind: 'seen' }],
    keep: ownEvent,
  },
  {
    name: 'notes',
    columns: columns('_id:int note:string event_id:int'),
    documents: notes,
    keep: ({ event_id }, tenant, scope) => ownEvent(eventById.get(event_id), tenant, scope),
  },
  {
    name: 'products',
    columns: columns('_id:int tenant_id:int name:string price:int category:string'),
    documents: products,
    keep: isOfTenant,
  },
  {
    name: 'price_list',
    columns: columns('_id:int sku:string price:double tenant_id:int'),
    documents: [...prices, { _id: 92_000, sku: 'S1', price: 1, tenant_id: [null, 2] }],
    keep: ({ tenant_id }, tenant) => (tenant_id ?? tenant) === tenant,
  },
  {
    name: 'accounts',
    columns: columns('_id:int org:object org.id:int org.seat:int holder:string balance:int'),
    documents: [...accounts, { _id: 93_000, org: [{ id: 1 }, { id: 2 }], holder: 'ann', balance: 5 }],
    keep: ({ org, holder }, tenant, scope) => Object(org).id === tenant && (scope === undefined || holder === scope),
  },
  {
    name: 'staff',
    columns: columns('_id:int tenant_id:int name:string salary:int boss:int'),
    documents: staff,
    keep: isOfTenant,
  },
  {
    name: 'surveys',
    columns: columns('_id:int tenant_id:int answers:object answers.<*>:object answers.<*>.score:int'),
    documents: surveys,
    keep: isOfTenant,
  },
  {
    name: 'devices',
    columns: columns('_id:int tenant_id:int,string label:string level:int'),
    documents: [...devices, ...odd('devices')],
    keep: ({ tenant_id }, tenant) => tenant_id === tenant,
  },
  {
    name: 'vault',
    columns: columns('_id:int tenant_id:int secret:string'),
    documents: [{ _id: 1, tenant_id: 1, secret: 'vault-1' }],
  },
]

const table = ({ name, columns: of }: ShopCollection): Table => ({
  name,
  columns: of,
  primaryKey: ['_id'],
  foreignKeys: [],
})

export const SHOP_SCHEMA: Schema = { engine: 'mongodb', tables: SHOP.map(table) }

export const SHOP_POLICY: Policy = {
  version: 1,
  engine: 'mongodb',
  tenant: { column: 'tenant_id', type: 'integer' },
  scope: { column: 'owner', type: 'string', missing_scope: 'ignore' },
  tables: {
    tenants: { mode: 'tenantRoot', column: '_id' },
    countries: { mode: 'shared' },
    customers: { mode: 'tenant', hide: ['password_hash', 'address.door'] },
    orders: { mode: 'tenant', hide: ['items.cost'] },
    events: { mode: 'via', fk: 'order_id', ref: 'orders._id' },
    notes: { mode: 'via', fk: 'event_id', ref: 'events._id' },
    products: { mode: 'tenant' },
    price_list: { mode: 'sharedOrOwn' },
    accounts: { mode: 'tenant', column: 'org.id', scope_column: 'holder' },
    staff: { mode: 'tenant' },
    surveys: { mode: 'tenant' },
    devices: { mode: 'tenant' },
  },
}

export const shopRules = (tenant: number, scope?: string): GuardRules => ({
  schema: SHOP_SCHEMA,
  policy: SHOP_POLICY,
  restriction: restrictionOf(tenant, scope),
})

/** The documents of a single-tenant database, made by removing documents and hidden fields without code of the guard. */
export const shopOf = (tenant: number, scope?: string): ReadonlyMap<string, readonly Doc[]> =>
  new Map(
    SHOP.flatMap(({ name, documents, keep, bare = (one) => one }) =>
      keep === undefined ? [] : [[name, documents.filter((one) => keep(one, tenant, scope)).map(bare)] as const],
    ),
  )

export const wholeShop: ReadonlyMap<string, readonly Doc[]> = new Map(
  SHOP.map(({ name, documents }) => [name, documents]),
)
