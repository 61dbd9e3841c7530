import type { ModelUsage, Usage } from './draft.ts'

/** Price of a model per million tokens, in US dollars. */
export interface ModelPrice {
  readonly input: number
  /** Price of cached input. */
  readonly cachedInput: number
  /** Price of output, including reasoning. */
  readonly output: number
}

/** Keyed by the name of the model in the settings. */
export type ModelPrices = ReadonlyMap<string, ModelPrice>

/** What a turn has spent on one model. */
export interface Spending extends ModelUsage {
  /** Millionths of a US dollar, a whole number; null if the model has no price. */
  readonly costMicros: number | null
}

/** The cost of a turn's model calls, by model, at current prices; stored with the turn. */
export const spendingOf = ({ models }: Usage, prices: ModelPrices): readonly Spending[] =>
  models.map((usage) => ({ ...usage, costMicros: costOf(usage, prices.get(usage.model)) }))

/** The total cost; null unless every model has a price. */
export const totalCost = (spending: readonly Spending[]): number | null => {
  let sum = 0
  for (const { costMicros } of spending) {
    if (costMicros === null) return null
    sum += costMicros
  }
  return spending.length === 0 ? null : sum
}

/** A price of one dollar for a million tokens is one millionth of a dollar for each. */
const costOf = ({ inputTokens, cachedInputTokens, outputTokens }: ModelUsage, price: ModelPrice | undefined) =>
  price === undefined
    ? null
    : Math.round(
        (inputTokens - cachedInputTokens) * price.input +
          cachedInputTokens * price.cachedInput +
          outputTokens * price.output,
      )
