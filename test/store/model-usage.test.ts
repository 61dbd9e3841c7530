import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Spending } from '../../src/ask/rules/spending.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from './store-fixture.ts'

let store: Store
beforeAll(async () => {
  store = storeOn(await openTestStore())
})
afterAll(() => store.close())

const MONTH = '2026-11'
const caller = (organizationId: number) => ({ organizationId })

const spent = (model: string, more: Partial<Spending> = {}): Spending => ({
  model,
  inputTokens: 100,
  cachedInputTokens: 40,
  outputTokens: 20,
  calls: 2,
  costMicros: 7,
  ...more,
})

describe('model usage', () => {
  it('is summed exactly for concurrent turns and repeated counts', async () => {
    const turns = Array.from({ length: 60 }, (_, n) => `turn-${n}`)
    await Promise.all(
      [...turns, ...turns].map((turnId) =>
        store.modelUsage.count(caller(1), { turnId, month: MONTH }, [
          spent('openai:gpt-4.1'),
          spent('b', { costMicros: null }),
        ]),
      ),
    )
    await store.modelUsage.count(caller(1), { turnId: 'turn-0', month: MONTH }, [spent('openai:gpt-4.1')])
    const tokens = { inputTokens: 6_000, cachedInputTokens: 2_400, outputTokens: 1_200, calls: 120 }
    expect(await store.modelUsage.spending(caller(1), MONTH)).toEqual([
      { model: 'b', ...tokens, costMicros: 0, unpricedCalls: 120 },
      { model: 'openai:gpt-4.1', ...tokens, costMicros: 420, unpricedCalls: 0 },
    ])
  })

  it('is separate per organization and month', async () => {
    await store.modelUsage.count(caller(2), { turnId: 'a', month: MONTH }, [spent('m')])
    await store.modelUsage.count(caller(22), { turnId: 'a', month: MONTH }, [spent('m')])
    expect(await store.modelUsage.spending(caller(2), '2026-12')).toEqual([])
    expect(await store.modelUsage.spending(caller(2), MONTH)).toMatchObject([{ calls: 2 }])
  })

  it('is removed with its organization only', async () => {
    await store.modelUsage.count(caller(3), { turnId: 'a', month: MONTH }, [spent('m')])
    await store.modelUsage.count(caller(30), { turnId: 'a', month: MONTH }, [spent('m')])
    await store.modelUsage.remove(caller(3))
    expect(await store.modelUsage.spending(caller(3), MONTH)).toEqual([])
    expect(await store.modelUsage.spending(caller(30), MONTH)).toHaveLength(1)
  })
})
