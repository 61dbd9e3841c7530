import type { QuotaUse } from '../../src/access/rules/quota.ts'
import { quotaWatch } from '../../src/manage/usage/quota-watch.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from '../store/store-fixture.ts'

let store: Store
beforeAll(async () => {
  store = storeOn(await openTestStore())
})
afterAll(() => store.close())

const NO_LISTENER = () => undefined
const PERIOD = '2026-11-01'
const use = (used: number, more: Partial<QuotaUse> = {}): QuotaUse => ({
  limit: 'questions',
  used,
  allowed: 100,
  period: PERIOD,
  ...more,
})

describe('a nearly used up quota', () => {
  it('is reported once per limit and period across processes', async () => {
    const reported: unknown[] = []
    const onQuotaNear = (organizationId: number, { limit, period }: QuotaUse) => {
      reported.push([organizationId, limit, period])
    }
    const processes = Array.from({ length: 3 }, () => quotaWatch({ store, emitQuotaNear: NO_LISTENER, onQuotaNear }))
    for (const { noteQuota } of processes) {
      for (const used of [79, 80, 81, 100]) noteQuota(1, use(used))
      noteQuota(1, use(90, { limit: 'indexing' }))
      noteQuota(1, use(90, { period: '2026-12-01' }))
      noteQuota(2, use(79))
      noteQuota(3, { ...use(1_000), allowed: null })
    }
    await Promise.all(processes.map((one) => one.close()))
    expect(reported.toSorted()).toEqual([
      [1, 'indexing', PERIOD],
      [1, 'questions', PERIOD],
      [1, 'questions', '2026-12-01'],
    ])
  })

  it('is reported by the next question if the report failed', async () => {
    let reported = 0
    const failing = quotaWatch({
      store,
      onQuotaNear: NO_LISTENER,
      async emitQuotaNear() {
        reported += 1
        if (reported === 1) throw new Error('nobody listens')
      },
    })
    for (let times = 0; times < 3; times++) {
      failing.noteQuota(4, use(85))
      await failing.close()
    }
    expect(reported).toBe(2)
  })

  it('is reported again if the process dies or the store fails before the mark', async () => {
    const reported: string[] = []
    let failures = 1
    const markReported: Store['quotas']['markReported'] = async (...mark) => {
      if (failures-- > 0) throw new Error('the store is away')
      return await store.quotas.markReported(...mark)
    }
    const counted: number[] = []
    const watchOf = () =>
      quotaWatch({
        store: { ...store, quotas: { ...store.quotas, markReported } },
        emitQuotaNear: (_, { limit, period }) => void reported.push(`${limit} ${period}`),
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
    expect([reported, counted]).toEqual([Array(2).fill(`questions ${PERIOD}`), [86]])
  })

  it('of tokens is reported per month if the organization has a token limit', async () => {
    const { id: organizationId } = await store.organizations.add({ name: 'Thrifty', plan: 'professional' })
    const own = { organizationId }
    const reported: QuotaUse[] = []
    const watch = quotaWatch({ store, emitQuotaNear: (_, near) => void reported.push(near), onQuotaNear: NO_LISTENER })
    const spent = { model: 'm', inputTokens: 850, cachedInputTokens: 0, outputTokens: 50, calls: 1, costMicros: null }
    await store.modelUsage.count(own, { turnId: 't', month: '2026-11' }, [spent])
    watch.noteTokens(own, '2026-11')
    await watch.close()
    await store.organizations.change(own, {}, { tokens_per_month: 1_000 })
    for (let times = 0; times < 2; times++) {
      watch.noteTokens(own, '2026-11')
      await watch.close()
    }
    expect(reported).toEqual([{ limit: 'tokens', used: 900, allowed: 1_000, period: PERIOD }])
  })
})
