import type { Connection } from 'mongoose'
import { DEFAULT_PERSONALITY } from '../../src/manage/personalities/rules/personality.ts'
import { personalityStore } from '../../src/manage/personalities/store/personalities.ts'
import { createMissingIndexes } from '../../src/store/readiness/make-indexes.ts'
import { openTestStore } from './store-fixture.ts'

let connection: Connection
let store: ReturnType<typeof personalityStore>
beforeAll(async () => {
  connection = await openTestStore()
  store = personalityStore(connection)
  await createMissingIndexes(connection)
})
afterAll(() => connection.close())

const OURS = { organizationId: 1 }
const THEIRS = { organizationId: 2 }
const named = (name: string) => ({ name, ...DEFAULT_PERSONALITY })

describe('personalities in the store', () => {
  it('are read, listed, changed and removed in their own organization only', async () => {
    const made = await store.add(OURS, named('Ann'))
    const id = made?.id ?? ''
    expect(await store.find(OURS, id)).toEqual(made)
    expect(await store.find(THEIRS, id)).toBeUndefined()
    expect((await store.list(THEIRS, { page: 1, pageSize: 10 })).total).toBe(0)
    expect(await store.change(THEIRS, id, { greeting: 'Hi' })).toBe('not-found')
    expect(await store.remove(THEIRS, id)).toBe(false)
    expect(await store.change(OURS, id, { greeting: 'Hi' })).toBe('changed')
    expect(await store.find(OURS, id)).toMatchObject({ name: 'Ann', greeting: 'Hi', qa: true })
    expect(await store.remove(OURS, id)).toBe(true)
    expect(await store.find(OURS, id)).toBeUndefined()
  })

  it('have names unique in their organization, in any case, even under concurrent inserts', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.add(OURS, named(index % 2 === 0 ? 'Bob' : 'BOB'))),
    )
    expect(made.filter((one) => one !== undefined)).toHaveLength(1)
    expect(await store.add(THEIRS, named('Bob'))).toBeDefined()
    const other = await store.add(OURS, named('Cid'))
    expect(await store.change(OURS, other?.id ?? '', { name: 'bob' })).toBe('name-taken')
    expect(await store.change(OURS, other?.id ?? '', { name: 'CID' })).toBe('changed')
  })

  it('are listed in pages by name', async () => {
    const caller = { organizationId: 3 }
    for (const name of ['c', 'A', 'b']) await store.add(caller, named(name))
    const first = await store.list(caller, { page: 1, pageSize: 2 })
    expect([first.items.map(({ name }) => name), first.total]).toEqual([['A', 'b'], 3])
    const second = await store.list(caller, { page: 2, pageSize: 2 })
    expect(second.items.map(({ name }) => name)).toEqual(['c'])
  })
})
