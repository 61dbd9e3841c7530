import type { Month } from '../../ask/rules/month.ts'
import type { ModelSpending } from './store/model-usage.ts'

interface TokensData {
  readonly input_tokens: number
  readonly cached_input_tokens: number
  readonly output_tokens: number
  readonly calls: number
  /** Millionths of a US dollar, of calls with a known price. */
  readonly cost_usd_micros: number
  /** Calls without a known price, which are not included in the cost. */
  readonly unpriced_calls: number
}

/** Language model usage of a calendar month (UTC), as the API and the command show it. */
export interface ModelUsageData extends TokensData {
  /** `2026-11` */
  readonly month: Month
  readonly models: readonly ({ readonly model: string } & TokensData)[]
}

/** @param spent one entry per model */
export const modelUsageData = (month: Month, spent: readonly ModelSpending[]): ModelUsageData => {
  const models = spent.map((one) => ({ model: one.model, ...tokensData(one) }))
  const total = (name: keyof TokensData): number => models.reduce((sum, one) => sum + one[name], 0)
  return {
    month,
    input_tokens: total('input_tokens'),
    cached_input_tokens: total('cached_input_tokens'),
    output_tokens: total('output_tokens'),
    calls: total('calls'),
    cost_usd_micros: total('cost_usd_micros'),
    unpriced_calls: total('unpriced_calls'),
    models,
  }
}

const tokensData = (spent: ModelSpending): TokensData => ({
  input_tokens: spent.inputTokens,
  cached_input_tokens: spent.cachedInputTokens,
  output_tokens: spent.outputTokens,
  calls: spent.calls,
  cost_usd_micros: spent.costMicros,
  unpriced_calls: spent.unpricedCalls,
})
