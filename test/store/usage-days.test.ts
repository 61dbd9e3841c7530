import type { Connection } from 'mongoose'
import type { Spending } from '../../src/ask/rules/spending.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from './store-fixture.ts'

let connection: Connection
let store: Store
/** Of the clock of the store. */
let now = Date.parse('2026-11-26T12:00:00Z')
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection, { clock: { now: async () => now } })
})
afterAll(() => store.close())

const caller = (organizationId: number) => ({ organizationId })
const DAY = '2026-11-26'
const spent = (model: string, costMicros: number | null): Spending => ({
  model,
  inputTokens: 100,
  cachedInputTokens: 40,
  outputTokens: 20,
  calls: 2,
  costMicros,
})

const sumBy = async (organizationId: number, from = DAY, to = DAY) => {
  const sums: Record<string, Record<string, number>> = {}
  for await (const { day, sums: part } of store.usageDays.byDay(caller(organizationId), { from, to })) {
    const all = sums[day] ?? {}
    for (const [name, amount] of Object.entries(part)) all[name] = (all[name] ?? 0) + amount
    sums[day] = all
  }
  return sums
}
const cellsOf = async (organizationId: number) => {
  const cells = []
  for await (const cell of store.usageDays.cells(caller(organizationId), { from: DAY, to: DAY })) cells.push(cell)
  return cells
}

describe('daily usage', () => {
  it('is summed exactly for concurrent turns and repeated counts', async () => {
    const turns = Array.from({ length: 60 }, (_, n) => ({ id: `turn-${n}`, keyId: `k${n % 3}` }))
    const count = ({ id, keyId }: { readonly id: string; readonly keyId: string }) =>
      store.usageDays.count(caller(1), {
        id,
        keyId,
        day: DAY,
        databaseId: 'shop',
        userId: 7,
        counts: { questions: 1, failed: keyId === 'k1' ? 1 : 0 },
        spending: [spent('openai:gpt-4.1', 7), spent('b', null)],
      })
    await Promise.all([...turns, ...turns].map(count))
    await count({ id: 'turn-0', keyId: 'k0' })
    expect(await sumBy(1)).toEqual({
      [DAY]: {
        questions: 60,
        failed: 20,
        inputTokens: 12_000,
        cachedInputTokens: 4_800,
        outputTokens: 2_400,
        calls: 240,
        costMicros: 420,
        unpricedCalls: 120,
      },
    })
    const cells = await cellsOf(1)
    const questions = (keyId: string) =>
      cells.filter((cell) => cell.keyId === keyId).reduce((sum, cell) => sum + (cell.questions ?? 0), 0)
    expect(['k0', 'k1', 'k2'].map(questions)).toEqual([20, 20, 20])
    const models = cells.flatMap((cell) => Object.values(cell.models ?? {}))
    expect(models.reduce((sum, { calls = 0 }) => sum + calls, 0)).toBe(240)
  })

  it('is separate per organization and day range, both ends included', async () => {
    const days = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-12-01']
    for (const organization of [2, 22])
      for (const day of days)
        await store.usageDays.count(caller(organization), { id: day, day, counts: { questions: 1 }, spending: [] })
    expect(await sumBy(2, '2026-11-26', '2026-11-27')).toEqual({
      '2026-11-26': { questions: 1 },
      '2026-11-27': { questions: 1 },
    })
    await store.usageDays.remove(caller(2))
    expect([
      await sumBy(2, '2026-01-01', '2026-12-31'),
      Object.keys(await sumBy(22, '2026-01-01', '2026-12-31')),
    ]).toEqual([{}, days])
  })

  it('names a limited number of callers per day and loses no counts of the others', async () => {
    const shards = ['0', '1', '2', '3'].map((shard) => ({ _id: `3/${DAY}/${shard}`, cellCount: 250, applied: [] }))
    await connection.collection<{ _id: string }>('usage_days').insertMany(shards)
    const entries = Array.from({ length: 20 }, (_, n) => ({ id: `t${n}`, keyId: `k${n}` }))
    for (const entry of [...entries, ...entries])
      await store.usageDays.count(caller(3), { ...entry, day: DAY, counts: { questions: 1 }, spending: [] })
    expect(await sumBy(3)).toEqual({ [DAY]: { questions: 20 } })
    const cells = await cellsOf(3)
    expect(cells.every(({ keyId }) => keyId === undefined)).toBe(true)
    expect(cells.reduce((sum, { questions = 0 }) => sum + questions, 0)).toBe(20)
  })
})

describe('daily usage totals', () => {
  const count = (id: string) =>
    store.usageDays.count(caller(5), { id, day: DAY, keyId: 'k', counts: { questions: 1 }, spending: [spent('m', 7)] })
  const once = { [DAY]: { questions: 1, costMicros: 7 } }

  it('count an entry once if a process dies between counting and summing it', async () => {
    await count('first')
    await connection.collection<{ _id: string }>('usage_totals').deleteOne({ _id: `5/${DAY}` })
    await count('first')
    expect(await sumBy(5)).toMatchObject(once)
  })

  it('of a settled day are read from one small document however many callers the day has', async () => {
    now = Date.parse('2026-12-01T12:00:00Z')
    expect(await sumBy(5)).toMatchObject(once)
    await connection.collection<{ _id: string }>('usage_days').deleteMany({ _id: { $regex: '^5/' } })
    expect(await sumBy(5)).toMatchObject(once)
    expect(
      await connection.collection<{ _id: string }>('usage_totals').countDocuments({ _id: { $regex: '^5/' } }),
    ).toBe(1)
  })
})

describe('usage per caller', () => {
  it('is stored in one shard per caller and day', async () => {
    const days = ['2026-11-25', DAY, '2026-11-27']
    for (const day of days)
      for (const id of ['a', 'b', 'c', 'd'])
        await store.usageDays.count(caller(6), { id, day, keyId: 'one', counts: { questions: 1 }, spending: [] })
    expect(await connection.collection<{ _id: string }>('usage_days').countDocuments({ _id: { $regex: '^6/' } })).toBe(
      3,
    )
    expect(await cellsOf(6)).toMatchObject([{ keyId: 'one', questions: 4 }])
  })
})

describe('a nearly used up quota', () => {
  it('is marked by exactly one of concurrent reports, per limit and period', async () => {
    const marks = (limit: 'questions' | 'tokens', period = '2026-11-01') =>
      Promise.all(Array.from({ length: 20 }, () => store.quotas.markReported(caller(4), { limit, period })))
    const first = async (...args: Parameters<typeof marks>) => (await marks(...args)).filter(Boolean).length
    expect([await first('questions'), await first('tokens'), await first('questions', '2026-12-01')]).toEqual([1, 1, 1])
    expect(await first('questions')).toBe(0)
    const isMarked = (period: string) => store.quotas.isReported(caller(4), { limit: 'tokens', period })
    expect([await isMarked('2026-11-01'), await isMarked('2026-12-01')]).toEqual([true, false])
  })
})
