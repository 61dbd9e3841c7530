import type { QuotaUse } from '../../src/access/rules/quota.ts'
import { quotaWatch } from '../../src/manage/usage/quota-watch.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from '../store/store-fixture.ts'

let store: Store
beforeAll(async () => {
  store = storeOn(await openTestStore())
})
afterAll(() => store.close())

const NOBODY = () => undefined
const PERIOD = '2026-11-01'
const use = (used: number, more: Partial<QuotaUse> = {}): QuotaUse => ({
  ...{ limit: 'questions', used, allowed: 100, period: PERIOD, ...more },
})

describe('a quota that is nearly used up', () => {
  it('is told once for each limit and period, by whichever process crosses the line first', async () => {
    const told: unknown[] = []
    const onQuotaNear = (organizationId: number, { limit, period }: QuotaUse) => {
      told.push([organizationId, limit, period])
    }
    const processes = Array.from({ length: 3 }, () => quotaWatch({ store, emitQuotaNear: NOBODY, onQuotaNear }))
    for (const { noteQuota } of processes) {
      for (const used of [79, 80, 81, 100]) noteQuota(1, use(used))
      noteQuota(1, use(90, { limit: 'indexing' }))
      noteQuota(1, use(90, { period: '2026-12-01' }))
      noteQuota(2, use(79))
      noteQuota(3, { ...use(1_000), allowed: null })
    }
    await Promise.all(processes.map((one) => one.close()))
    expect(told.toSorted()).toEqual([
      [1, 'indexing', PERIOD],
      [1, 'questions', PERIOD],
      [1, 'questions', '2026-12-01'],
    ])
  })

  it('is told by the next one where telling has failed', async () => {
    let told = 0
    const failing = quotaWatch({
      store,
      onQuotaNear: NOBODY,
      async emitQuotaNear() {
        told += 1
        if (told === 1) throw new Error('nobody listens')
      },
    })
    for (let times = 0; times < 3; times++) {
      failing.noteQuota(4, use(85))
      await failing.close()
    }
    expect(told).toBe(2)
  })

  it('is told again where the process dies, or the store fails, between telling and marking', async () => {
    const told: string[] = []
    let failures = 1
    const markReported: Store['quotas']['markReported'] = async (...mark) => {
      if (failures-- > 0) throw new Error('the store is away')
      return await store.quotas.markReported(...mark)
    }
    const counted: number[] = []
    const watchOf = () =>
      quotaWatch({
        store: { ...store, quotas: { ...store.quotas, markReported } },
        emitQuotaNear: (_, { limit, period }) => void told.push(`${limit} ${period}`),
        onQuotaNear: (_, { used }) => void counted.push(used),
      })
    const before = watchOf()
    before.noteQuota(5, use(85))
    await before.close()
    for (const used of [86, 87]) {
      const after = watchOf()
      after.noteQuota(5, use(used))
      await after.close()
    }
    expect([told, counted]).toEqual([Array(2).fill(`questions ${PERIOD}`), [86]])
  })

  it('is told of tokens by the month, where the organization has a limit of them', async () => {
    const { id: organizationId } = await store.organizations.add({ name: 'Thrifty', plan: 'professional' })
    const own = { organizationId }
    const told: QuotaUse[] = []
    const watch = quotaWatch({ store, emitQuotaNear: (_, near) => void told.push(near), onQuotaNear: NOBODY })
    const spent = { model: 'm', inputTokens: 850, cachedInputTokens: 0, outputTokens: 50, calls: 1, costMicros: null }
    await store.modelUsage.count(own, { turnId: 't', month: '2026-11' }, [spent])
    watch.noteTokens(own, '2026-11')
    await watch.close()
    await store.organizations.change(own, {}, { tokens_per_month: 1_000 })
    for (let times = 0; times < 2; times++) {
      watch.noteTokens(own, '2026-11')
      await watch.close()
    }
    expect(told).toEqual([{ limit: 'tokens', used: 900, allowed: 1_000, period: PERIOD }])
  })
})
