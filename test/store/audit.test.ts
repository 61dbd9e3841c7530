import type { Connection } from 'mongoose'
import { type Actor, type AuditEntry, type AuditFilter, changesOf } from '../../src/manage/audit/rules/audit.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from './store-fixture.ts'

let connection: Connection
let store: Store
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection)
})
afterAll(() => store.close())

const nothing = async () => undefined
const entry = (subject: string, changes = changesOf({ name: subject })) => ({
  ...({ actor: { kind: 'key', id: 'k1' }, action: 'database.changed', subject, changes, traceId: 'trace-1' } as const),
})
const page = (number: number, pageSize: number) => ({ page: number, pageSize })

describe('the audit log', () => {
  it('is kept per organization and listed latest first in consistent pages', async () => {
    for (const subject of ['a', 'b', 'c', 'd', 'e'])
      await store.audit.record({ organizationId: 1 }, entry(subject), { write: nothing })
    await store.audit.record({ organizationId: 2 }, entry('foreign'), { write: nothing })
    const pages = await Promise.all([1, 2, 3, 4].map((n) => store.audit.list({ organizationId: 1 }, page(n, 2))))
    expect(pages.map(({ items }) => items.map(({ subject }) => subject))).toEqual([['e', 'd'], ['c', 'b'], ['a'], []])
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
    const [first] = pages[0]?.items ?? []
    expect(first).toMatchObject({ ...entry('e'), outcome: 'done' })
    expect(Math.abs(Date.now() - Date.parse(first?.at ?? ''))).toBeLessThan(60_000)
  })

  it('can be filtered by action, actor, subject and time, combined and page by page, within the organization', async () => {
    const caller = { organizationId: 31 }
    const user: Actor = { kind: 'user', id: 7 }
    const by = (actor: Actor, action: AuditEntry['action'], subject: string) =>
      store.audit.record(caller, { ...entry(subject), actor, action }, { write: nothing })
    await by({ kind: 'key', id: 'k1' }, 'database.created', 'd1')
    await by({ kind: 'key', id: '7' }, 'database.created', 'd2')
    await by(user, 'database.removed', 'd1')
    await by({ kind: 'command' }, 'api_key.created', 'd3')
    await store.audit.record({ organizationId: 32 }, entry('d1'), { write: nothing })
    const all = (await store.audit.list(caller, page(1, 9))).items
    const found = async (filter: AuditFilter) => {
      const { items, total } = await store.audit.list(caller, page(1, 9), filter)
      expect(total).toBe(items.length)
      return items.map(({ action, subject }) => `${action} ${subject}`)
    }
    expect(await found({ action: 'database.created' })).toEqual(['database.created d2', 'database.created d1'])
    expect(await found({ action: 'database.imagined' })).toEqual([])
    expect(await found({ subject: 'd1' })).toEqual(['database.removed d1', 'database.created d1'])
    expect(await found({ actor: 'k1' })).toEqual(['database.created d1'])
    expect(await found({ actor: '7' })).toEqual(['database.removed d1', 'database.created d2'])
    expect(await found({ actor: 'user' })).toEqual(['database.removed d1'])
    expect(await found({ actor: 'command' })).toEqual(['api_key.created d3'])
    expect(await found({ actor: 'key', subject: 'd1', action: 'database.created' })).toEqual(['database.created d1'])
    const [last, , , first] = all.map(({ at }) => at)
    const after = new Date(Date.parse(last ?? '') + 1).toISOString()
    expect(await found({ since: first, until: after })).toHaveLength(4)
    expect(await found({ since: after })).toEqual([])
    expect(await found({ until: first })).toEqual([])
    const second = await store.audit.list(caller, page(2, 1), { action: 'database.created' })
    expect([second.total, second.items.map(({ subject }) => subject)]).toEqual([2, ['d1']])
  })

  it('accepts field names of any kind', async () => {
    const changes = changesOf({ 'public.orders': 1, $where: 'x', __proto__x: null })
    await store.audit.record({ organizationId: 3 }, entry('p', changes), { write: nothing })
    expect((await store.audit.list({ organizationId: 3 }, page(1, 1))).items[0]?.changes).toEqual(changes)
  })

  it('has an entry before the change, which becomes done with the results only after it', async () => {
    const caller = { organizationId: 4 }
    const write = async () => (await store.audit.list(caller, page(1, 9))).items
    const found = (items: readonly AuditEntry[]) => changesOf({ entries_before: items.length })
    const meanwhile = await store.audit.record(caller, entry('c'), { write, found })
    expect(meanwhile.map(({ outcome, changes }) => [outcome, changes])).toEqual([
      ['begun', [{ field: 'name', value: 'c' }]],
    ])
    expect((await store.audit.list(caller, page(1, 9))).items).toEqual([
      {
        ...meanwhile[0],
        outcome: 'done',
        changes: [
          { field: 'name', value: 'c' },
          { field: 'entries_before', value: 1 },
        ],
      },
    ])
  })

  it('distinguishes refused changes from changes that may have taken place', async () => {
    const caller = { organizationId: 5 }
    const thrown = [new Problem('duplicate_entry'), new Error('the store was cut off')]
    for (const error of thrown) {
      const write = () => Promise.reject(error)
      await expect(store.audit.record(caller, entry(error.message), { write })).rejects.toBe(error)
    }
    const { items } = await store.audit.list(caller, page(1, 9))
    expect(items.map(({ outcome }) => outcome)).toEqual(['begun', 'refused'])
  })

  it('has no function that writes an entry without its change or removes one', () => {
    expect(Object.keys(store.audit)).toEqual(['begin', 'end', 'last', 'record', 'list'])
  })
})

describe('the changes of an audit entry', () => {
  it('contain every given field, with its value unless it is secret or long', () => {
    const given = { name: 'shop', url: 'postgres://u:p@h/d', policy: 'x'.repeat(400), limit: null, other: undefined }
    expect(changesOf(given, ['url'])).toEqual([
      { field: 'name', value: 'shop' },
      { field: 'url' },
      { field: 'policy' },
      { field: 'limit', value: null },
    ])
  })
})
