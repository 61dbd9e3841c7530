import type { Connection } from 'mongoose'
import { billingPeriod } from '../../src/access/rules/billing-period.ts'
import { WAITING } from '../../src/manage/jobs/rules/job.ts'
import type { Store } from '../../src/store/store.ts'
import { CALLERS, openTestStore, storeOn, things } from './store-fixture.ts'

let connection: Connection
let store: Store
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection)
})
afterAll(() => store.close())

const caller = (organizationId: number) => ({ organizationId, kind: 'organization', userId: 1 }) as const
const FIVE = { max: 5, period: billingPeriod(Date.now()) }
/** A billing day with a different current period than the first day of the month. */
const otherDay = (): number => {
  const today = new Date().getUTCDate()
  return today === 1 ? 28 : Math.min(today, 28)
}
const STEP = { step: 'reading', done: 1, total: 3 }

describe('jobs', () => {
  it('are started exactly as often as allowed under concurrency', async () => {
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, n) => store.jobs.addIndexJob(caller(1), { id: `q${n}`, databaseId: 'd' }, FIVE)),
    )
    expect(added.filter((one) => one === 'added').length).toBe(5)
    const { total } = await store.jobs.listIndexJobs(caller(1), { page: 1, pageSize: 20 })
    expect(total).toBe(added.filter((one) => one === 'added').length)
    expect(await store.jobs.addIndexJob(caller(2), { id: 'other', databaseId: 'd' }, FIVE)).toBe('added')
  })

  it('that failed to start, or whose requests died before the write, leave their quota to others', async () => {
    const one = { ...FIVE, max: 1 }
    await store.jobs.addIndexJob(caller(6), { id: 'unbegun', databaseId: 'd' }, one)
    expect(await store.jobs.addIndexJob(caller(6), { id: 'too many', databaseId: 'd' }, one)).toEqual(
      expect.any(Number),
    )
    await store.jobs.remove(caller(6), 'unbegun')
    expect(await store.jobs.addIndexJob(caller(6), { id: 'lost', databaseId: 'd' }, one)).toBe('added')
    const of6 = { _id: `6/${FIVE.period.startsOn}` }
    const quotas = connection.collection<{ _id: string; runs: { at: Date }[] }>('quotas')
    await connection.collection<{ _id: string }>('jobs').deleteOne({ _id: 'lost' })
    expect(await store.jobs.addIndexJob(caller(6), { id: 'early', databaseId: 'd' }, one)).toEqual(expect.any(Number))
    await quotas.updateOne(of6, { $set: { 'runs.0.at': new Date(Date.now() - 120_000) } })
    const added = await Promise.all(
      ['x', 'y', 'z'].map((id) => store.jobs.addIndexJob(caller(6), { id, databaseId: 'd' }, one)),
    )
    expect(added.filter((result) => result === 'added')).toHaveLength(1)
    expect((await store.jobs.indexRuns(caller(6), FIVE.period)).used).toBe(1)
  })

  it('are counted once per repeated request, and include those from before the counter existed', async () => {
    for (const id of ['a', 'b']) await store.jobs.addIndexJob(caller(7), { id, databaseId: 'd' }, FIVE)
    await connection.collection<{ _id: string }>('quotas').deleteOne({ _id: `7/${FIVE.period.startsOn}` })
    expect((await store.jobs.indexRuns(caller(7), FIVE.period)).used).toBe(2)
    for (let times = 0; times < 3; times++)
      expect(await store.jobs.addIndexJob(caller(7), { id: 'c', databaseId: 'd' }, { ...FIVE, max: 3 })).toBe('added')
    expect(await store.jobs.addIndexJob(caller(7), { id: 'd', databaseId: 'd' }, { ...FIVE, max: 3 })).toBeGreaterThan(
      0,
    )
    const next = billingPeriod(FIVE.period.endsAt)
    expect((await store.jobs.indexRuns(caller(7), next)).used).toBe(0)
  })

  it('remain in the period that counted them if the billing day changes', async () => {
    // Today lies in both of these periods.
    const [before, after] = [billingPeriod(Date.now(), 1), billingPeriod(Date.now(), otherDay())]
    for (const id of ['first', 'second'])
      await store.jobs.addIndexJob(caller(8), { id, databaseId: 'd' }, { max: 2, period: before })
    expect(after.startsOn).not.toBe(before.startsOn)
    expect((await store.jobs.indexRuns(caller(8), after)).used).toBe(0)
    const two = { max: 2, period: after }
    const added = []
    for (const id of ['third', 'fourth', 'fifth'])
      added.push(await store.jobs.addIndexJob(caller(8), { id, databaseId: 'd' }, two))
    expect(added.map((one) => one === 'added')).toEqual([true, true, false])
    expect((await store.jobs.indexRuns(caller(8), before)).used).toBe(2)
  })

  it('end once and in their own organization only, and take no step afterwards', async () => {
    await store.jobs.addIndexJob(caller(3), { id: 'once', databaseId: 'd' }, FIVE)
    expect(await store.jobs.find(caller(3), 'once')).toMatchObject({ status: 'queued', progress: WAITING })
    expect(await store.jobs.step(caller(4), 'once', STEP)).toBe(false)
    expect(await store.jobs.end(caller(4), 'once', { status: 'cancelled' })).toBe(false)
    expect(await store.jobs.step(caller(3), 'once', STEP)).toBe(true)
    expect(await store.jobs.findRunningIndexJob(caller(3), 'd')).toMatchObject({ id: 'once', progress: STEP })
    const endings = await Promise.all([
      store.jobs.end(caller(3), 'once', { status: 'succeeded', result: { 'a.b': 1, $c: [2] } }),
      store.jobs.end(caller(3), 'once', { status: 'cancelled' }),
    ])
    expect(endings.filter(Boolean)).toHaveLength(1)
    expect(await store.jobs.step(caller(3), 'once', STEP)).toBe(false)
    expect(await store.jobs.findRunningIndexJob(caller(3), 'd')).toBeUndefined()
    expect(await store.jobs.find(caller(4), 'once')).toBeUndefined()
  })

  it('of policy attacks are kept for the latest runs, in order of insertion despite clock skew', async () => {
    const attackOf = (id: string, after?: { readonly createdAt: string }) =>
      store.jobs.addAttackJob(caller(9), { id, databaseId: 'd', after })
    for (let n = 0; n < 22; n++) await attackOf(`run ${n}`, await store.jobs.lastAttackJob(caller(9), 'd'))
    const page = await store.jobs.listAttackJobs(caller(9), 'd', { page: 1, pageSize: 50 })
    expect(page.items.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => `run ${21 - at}`))
    expect(await store.jobs.countRunning(caller(9), 'attack', new Date(0))).toBe(20)
    await attackOf('by a later clock', { createdAt: new Date(Date.now() + 60_000).toISOString() })
    await attackOf('next', await store.jobs.lastAttackJob(caller(9), 'd'))
    expect((await store.jobs.lastAttackJob(caller(9), 'd'))?.id).toBe('next')
    await attackOf('next')
    await store.jobs.removeAttacksOfDatabase(caller(10), 'd')
    expect((await store.jobs.listAttackJobs(caller(9), 'd', { page: 1, pageSize: 5 })).total).toBe(20)
    await store.jobs.removeAttacksOfDatabase(caller(9), 'd')
    expect(await store.jobs.lastAttackJob(caller(9), 'd')).toBeUndefined()
  })

  it('of questions are visible to callers who see their conversations', async () => {
    const all = things()
    const asked = { conversationId: 'c', askedAt: '2026-01-02T03:04:05.678Z' }
    for (const { id, maker, owner } of all)
      await store.jobs.addTurnJob(maker, { id, databaseId: owner.databaseId, ...asked })
    for (const who of Object.values(CALLERS))
      for (const { id, owner } of all) {
        const { scopeId = 'default', tenantId, databaseId, organizationId } = who
        const isPublic = who.kind === 'database'
        const sees =
          organizationId === owner.organizationId &&
          scopeId === owner.scopeId &&
          (isPublic ? tenantId === owner.tenantId : tenantId === undefined || tenantId === owner.tenantId) &&
          (!isPublic || databaseId === owner.databaseId)
        expect((await store.jobs.find(who, id)) !== undefined).toBe(sees)
      }
  })

  it('are deleted after their expiry', async () => {
    await store.jobs.addIndexJob(caller(5), { id: 'old', databaseId: 'd' }, FIVE)
    await store.jobs.sweep(new Date(Date.now() + 89 * 24 * 60 * 60_000))
    expect(await store.jobs.find(caller(5), 'old')).toBeDefined()
    await store.jobs.sweep(new Date(Date.now() + 91 * 24 * 60 * 60_000))
    expect(await store.jobs.find(caller(5), 'old')).toBeUndefined()
  })
})
