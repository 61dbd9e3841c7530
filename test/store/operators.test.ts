import type { Connection } from 'mongoose'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { Policy } from '../../src/guard/policy.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from './store-fixture.ts'

let connection: Connection
let store: Store
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection)
})
afterAll(() => store.close())

const POLICY: Policy = {
  version: 1,
  engine: 'any',
  tenant: { column: 'tenant_id', type: 'integer' },
  tables: {
    'public.orders': { mode: 'tenant', hide: ['a.b'] },
    'Order Items': { mode: 'via', fk: 'order_id', ref: 'public.orders.id' },
    '*': { mode: 'deny' },
  },
}

describe('changes by operators', () => {
  it('keep a policy as written, with any table names, in its own organization only', async () => {
    const settings = { name: 'shop', engine: 'any', requiresOrganizationScoping: true, glossary: EMPTY_GLOSSARY }
    const none: Policy = { version: 1, engine: 'any', tables: {} }
    await store.databases.put({ id: 'shop', organizationId: 1, ...settings, policy: none }, 'any:shop')
    const change = (organizationId: number, revision?: number) =>
      store.databases.change({ organizationId }, 'shop', { policy: POLICY }, revision)
    expect(await change(2)).toBe('gone')
    expect((await store.databases.find({ organizationId: 1 }, 'shop'))?.policy).toEqual(none)
    expect(await Promise.all([change(1, 0), change(1, 0)])).toEqual(
      expect.arrayContaining(['changed', 'changed meanwhile']),
    )
    expect(await change(1, 1)).toBe('changed')
    expect((await store.databases.find({ organizationId: 1 }, 'shop'))?.policy).toEqual(POLICY)
    expect(await store.databases.findAddress({ organizationId: 1 }, 'shop')).toBe('any:shop')
  })

  it('add no two databases of one name and no more than allowed under concurrency', async () => {
    const settings = { engine: 'any', requiresOrganizationScoping: false, policy: POLICY, glossary: EMPTY_GLOSSARY }
    const add = (id: string, name: string, max?: number) =>
      store.databases.add({ id, organizationId: 5, name, ...settings }, 'any:', max)
    const same = await Promise.all(['a', 'b', 'c', 'd'].map((id) => add(id, 'one')))
    expect(same.toSorted()).toEqual(['added', 'name taken', 'name taken', 'name taken'])
    expect(await add('e', 'two')).toBe('added')
    const [, second] = await store.databases.all({ organizationId: 5 })
    expect(await store.databases.change({ organizationId: 5 }, second?.id ?? '', { name: 'one' })).toBe('name taken')
    const many = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`m${n}`, `m${n}`, 4)))
    expect(many.filter((one) => one === 'added')).toHaveLength(2)
    expect(await store.databases.all({ organizationId: 5 })).toHaveLength(4)
    const listed = await store.databases.list({ organizationId: 5 }, { page: 2, pageSize: 1 })
    expect([listed.items.map(({ name }) => name), listed.total]).toEqual([[second?.name], expect.any(Number)])
    expect(await store.databases.add({ id: 'f', organizationId: 6, name: 'one', ...settings }, 'any:')).toBe('added')
  })

  it('give concurrently created organizations different ids', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => store.organizations.add({ name: `${n}`, plan: 'free' })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(8)
    expect(new Set((await store.organizations.all()).map(({ name }) => name)).size).toBe(8)
  })
})
