import { describe, expect, it } from '@jest/globals'
import { addUsage, type Usage } from '../../../src/ask/rules/draft.ts'
import { monthEnd, monthOf } from '../../../src/ask/rules/month.ts'
import { spendingOf, totalCost } from '../../../src/ask/rules/spending.ts'

const PRICES = new Map([
  ['a', { input: 0.25, cachedInput: 0.03, output: 2 }],
  ['b', { input: 3, cachedInput: 3, output: 15 }],
])

const usageOf = (
  model: string,
  [inputTokens, cachedInputTokens, outputTokens]: readonly [number, number, number],
): Usage => {
  const tokens = { inputTokens, cachedInputTokens, outputTokens, calls: 1 }
  return { ...tokens, estimated: false, models: [{ model, ...tokens }] }
}

describe('Cost of model calls', () => {
  it('is in whole millionths of a dollar, with prices for fresh input, cached input and output', () => {
    const [spent] = spendingOf(usageOf('a', [10_000, 4_000, 500]), PRICES)
    expect(spent?.costMicros).toBe(1_500 + 120 + 1_000)
    expect(spendingOf(usageOf('a', [3, 0, 0]), PRICES)[0]?.costMicros).toBe(1)
  })

  it('is summed over models, and null unless every model has a price', () => {
    const both = addUsage(usageOf('a', [1_000, 0, 0]), usageOf('b', [1_000, 0, 0]))
    const all = addUsage(both, usageOf('free', [1, 0, 0]))
    if (both === undefined || all === undefined) throw new Error('no usage')
    expect(totalCost(spendingOf(both, PRICES))).toBe(250 + 3_000)
    expect(totalCost(spendingOf(all, PRICES))).toBeNull()
  })
})

it('monthOf and monthEnd use calendar months in UTC', () => {
  expect(monthOf('2026-12-31T23:59:59.999Z')).toBe('2026-12')
  expect(new Date(monthEnd('2026-12')).toISOString()).toBe('2027-01-01T00:00:00.000Z')
})
