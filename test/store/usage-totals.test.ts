import type { Connection } from 'mongoose'
import { connectStore } from '../../src/store/connection.ts'
import type { Store } from '../../src/store/store.ts'
import type { Fault } from '../support/replica-set/faults.ts'
import { type ReplicaSetProxy, replicaSetProxy } from '../support/replica-set-proxy.ts'
import { testServers } from '../support/test-servers.ts'
import { openTestStore, storeOn } from './store-fixture.ts'

const DAY = '2026-11-26'
const YEAR = { from: '2025-12-01', to: '2026-12-01' }

let direct: Connection
let proxy: ReplicaSetProxy
let store: Store
/** As of another process, without the proxy. */
let otherStore: Store
/** Of the clock of the store. */
let now: number
const setDay = (day: string): void => {
  now = Date.parse(`${day}T12:00:00Z`)
}
beforeAll(async () => {
  direct = await openTestStore()
  proxy = await replicaSetProxy(Number(new URL(testServers().mongoUri).port), { haste: 0.001 })
  const connection = await connectStore(proxy.uri(direct.name), 5_000, { minHeartbeatFrequencyMS: 5 })
  const clock = { now: async () => now }
  store = storeOn(connection, { clock })
  otherStore = storeOn(direct, { clock })
  await store.untilReady()
})
afterAll(async () => {
  await store.close()
  await otherStore.close()
  await proxy.close()
})
beforeEach(() => setDay(DAY))

interface Stored {
  readonly _id: string
  readonly shards?: Readonly<Record<string, unknown>>
}
const shards = () => direct.collection<Stored>('usage_days')
const totals = () => direct.collection<Stored>('usage_totals')

const count = (organizationId: number, id: string, keyId = 'k', process = store): Promise<void> =>
  process.usageDays.count({ organizationId }, { id, day: DAY, keyId, counts: { questions: 1 }, spending: [] })

const questionsOf = async (organizationId: number): Promise<number> => {
  let sum = 0
  for await (const { sums } of store.usageDays.byDay({ organizationId }, YEAR)) sum += sums.questions ?? 0
  return sum
}

/** Questions by key. */
const cellsOf = async (organizationId: number): Promise<Record<string, number>> => {
  const cells: Record<string, number> = {}
  for await (const { keyId = '', questions = 0 } of store.usageDays.cells({ organizationId }, YEAR))
    cells[keyId] = (cells[keyId] ?? 0) + questions
  return cells
}

/** The commands of some work, such as `update usage_days`. */
const commandsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  proxy.rule()
  await work()
  return proxy.seen.map(({ name }) => name)
}

const KEYS = Array.from({ length: 8 }, (_, n) => `k${n}`)

describe('concurrent entries of daily usage', () => {
  const entries = (name: string) =>
    Array.from({ length: 200 }, (_, n) => ({ id: `${name}-${n}`, keyId: `k${n % KEYS.length}` }))
  const countAll = (all: readonly { readonly id: string; readonly keyId: string }[]) =>
    Promise.all(all.map(({ id, keyId }) => count(1, id, keyId)))

  it('of new and known callers are counted exactly, also if they are repeated', async () => {
    const first = entries('first')
    await countAll([...first, ...first])
    await countAll(first.slice(0, 20))
    const perKey = Object.fromEntries(KEYS.map((key) => [key, 25]))
    expect([await questionsOf(1), await cellsOf(1)]).toEqual([200, perKey])
    const later = entries('later')
    await countAll([...first.slice(0, 50), ...later])
    expect([await questionsOf(1), await cellsOf(1)]).toEqual([400, Object.fromEntries(KEYS.map((key) => [key, 50]))])
  })

  it('of several processes are counted exactly', async () => {
    const all = entries('several').flatMap((entry) => [entry, entry])
    await Promise.all(all.map(({ id, keyId }, n) => count(9, id, keyId, n % 2 === 0 ? store : otherStore)))
    expect([await questionsOf(9), await cellsOf(9)]).toEqual([200, Object.fromEntries(KEYS.map((key) => [key, 25]))])
  })

  it('of known callers share writes of their shard, and a single one costs one command', async () => {
    expect(await commandsOf(() => count(1, 'single', 'k0'))).toEqual(['update usage_days'])
    const commands = await commandsOf(() => countAll(entries('shared')))
    expect([...new Set(commands)]).toEqual(['update usage_days'])
    const shardsOfDay = await shards().countDocuments({ _id: { $regex: '^1/' } })
    expect(shardsOfDay).toBeGreaterThan(1)
    expect(commands).toHaveLength(2 * shardsOfDay)
    expect(await questionsOf(1)).toBe(601)
  })

  it('keep their cells or the overflow cell if their shard becomes full within a batch', async () => {
    await count(2, 'known')
    const [shard] = await shards()
      .find({ _id: { $regex: '^2/' } })
      .toArray()
    await shards().updateOne({ _id: String(shard?._id) }, { $set: { cellCount: 249 } })
    const others = Array.from({ length: 40 }, (_, n) => ({ id: `other-${n}`, keyId: `o${n}` }))
    const known = Array.from({ length: 10 }, (_, n) => ({ id: `known-${n}`, keyId: 'k' }))
    const all = [...others, ...known]
    await Promise.all([...all, ...all].map(({ id, keyId }) => count(2, id, keyId)))
    expect(await questionsOf(2)).toBe(51)
    const cells = await cellsOf(2)
    expect(cells.k).toBe(11)
    expect(cells['']).toBeGreaterThan(0)
    expect(Object.values(cells).reduce((sum, one) => sum + one, 0)).toBe(51)
    expect(await shards().countDocuments({ _id: String(shard?._id), cellCount: 250 })).toBe(1)
  })
})

describe('an entry of daily usage', () => {
  const STEPS = ['update usage_days', 'update usage_totals', 'update usage_days']
  const LATE_STEPS = [...STEPS, 'find usage_days', 'update usage_totals']
  const FAULTS: readonly (readonly [string, Fault])[] = [
    ['is refused', { kind: 'refused', code: 50 }],
    ['is done without a reply', { kind: 'cut after' }],
  ]
  const cases = FAULTS.flatMap(([name, fault], kind) => [
    ...STEPS.map((step, at) => ({ step, at, name, fault, today: DAY, organizationId: 100 + 10 * kind + at })),
    ...LATE_STEPS.map((step, at) => ({
      step,
      at,
      name,
      fault,
      today: '2026-12-10',
      organizationId: 200 + 10 * kind + at,
    })),
  ])

  it('takes the writes at which these tests fail', async () => {
    expect(await commandsOf(() => count(120, 'new'))).toEqual(STEPS)
    setDay('2026-12-10')
    expect(await commandsOf(() => count(220, 'new'))).toEqual(LATE_STEPS)
  })

  it.each(cases)('on $today is counted once if $step ($at) $name, and never in a shard without a mark', async (one) => {
    const { at, fault, organizationId, today } = one
    setDay(today)
    proxy.rule({ from: at, times: 2, fault })
    await expect(count(organizationId, 'first')).rejects.toThrow()
    proxy.rule()
    for (const { _id } of await shards()
      .find({ _id: { $regex: `^${organizationId}/` } })
      .toArray()) {
      const [organization, day, shard = ''] = _id.split('/')
      const marked = await totals().findOne({ _id: `${organization}/${day}` })
      expect(Object.keys(marked?.shards ?? {})).toContain(shard)
    }
    await count(organizationId, 'first')
    await count(organizationId, 'first')
    expect([await questionsOf(organizationId), await cellsOf(organizationId)]).toEqual([1, { k: 1 }])
    await count(organizationId, 'second')
    expect([await questionsOf(organizationId), await cellsOf(organizationId)]).toEqual([2, { k: 2 }])
  })
})

describe('totals of a day', () => {
  const READ = ['find usage_totals']
  const READ_SHARDS = [...READ, 'find usage_days']
  const reads = (organizationId: number) => commandsOf(() => questionsOf(organizationId))

  it('are read from its shards while it may change, and settled once afterwards', async () => {
    for (const key of KEYS) await count(3, key, key)
    for (const today of [DAY, '2026-11-27', '2026-11-29']) {
      setDay(today)
      expect(await reads(3)).toEqual(READ_SHARDS)
    }
    setDay('2026-11-30')
    expect(await reads(3)).toEqual([...READ_SHARDS, 'update usage_totals'])
    expect(await reads(3)).toEqual(READ)
    await shards().deleteMany({ _id: { $regex: '^3/' } })
    expect(await questionsOf(3)).toBe(8)
  })

  it('include late entries, of known and new callers, after they were settled', async () => {
    await count(4, 'in time', 'k0')
    setDay('2026-11-30')
    expect(await questionsOf(4)).toBe(1)
    for (const key of KEYS) await count(4, `late ${key}`, key)
    await count(4, 'late k0', 'k0')
    expect(await reads(4)).toEqual(READ)
    expect([await questionsOf(4), (await cellsOf(4)).k0]).toEqual([9, 2])
  })

  it('include entries of the last day on which writers do not copy them', async () => {
    await count(5, 'first')
    setDay('2026-11-28')
    expect(await commandsOf(() => count(5, 'last'))).toEqual(['update usage_days'])
    setDay('2026-11-30')
    expect(await questionsOf(5)).toBe(2)
    expect(await reads(5)).toEqual(READ)
  })

  it('are settled by the next reader if the write of the first one fails', async () => {
    await count(6, 'one')
    setDay('2026-12-10')
    proxy.rule({ from: 2, times: 2, fault: { kind: 'cut before' } })
    await expect(questionsOf(6)).rejects.toThrow()
    expect(await reads(6)).toEqual([...READ_SHARDS, 'update usage_totals'])
    expect(await reads(6)).toEqual(READ)
    expect(await questionsOf(6)).toBe(1)
  })

  it('that an earlier release has copied are completed from the shards and settled by the next reader', async () => {
    await count(7, 'one')
    await count(7, 'two')
    const [shard] = await shards()
      .find({ _id: { $regex: '^7/' } })
      .toArray()
    await totals().replaceOne({ _id: `7/${DAY}` }, { shards: { [String(shard?._id.at(-1))]: { questions: 1 } } })
    setDay('2026-12-10')
    expect(await questionsOf(7)).toBe(2)
    expect(await reads(7)).toEqual(READ)
    expect(await questionsOf(7)).toBe(2)
  })

  it('of a year are settled by few commands, and then read without shards', async () => {
    const days = Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(2025, 11, 1 + n)).toISOString().slice(0, 10))
    await shards().insertMany(days.map((day) => ({ _id: `8/${day}/0`, total: { questions: 2 }, applied: [] })))
    await totals().insertMany(days.map((day) => ({ _id: `8/${day}`, shards: { 0: { questions: 1 } } })))
    setDay('2027-01-01')
    const first = await reads(8)
    expect(first.filter((name) => name === 'find usage_days')).toHaveLength(12)
    expect(first.filter((name) => name === 'update usage_totals')).toHaveLength(12)
    expect((await reads(8)).filter((name) => /usage_days|update/.test(name))).toEqual([])
    expect(await questionsOf(8)).toBe(732)
  })
})
