import type { ModelUsage, Usage } from './draft.ts'

/** What the provider of a model asks for a million tokens, in US dollars. */
export interface ModelPrice {
  readonly input: number
  /** Of input that it has in its cache. */
  readonly cachedInput: number
  /** Reasoning is output. */
  readonly output: number
}

/** By the name of the model, as the settings name it. */
export type ModelPrices = ReadonlyMap<string, ModelPrice>

/** What a turn has spent on one model. */
export interface Spending extends ModelUsage {
  /** Millionths of a US dollar, a whole number; null where nobody has said a price. */
  readonly costMicros: number | null
}

/** What the calls of a turn cost, by model: at the prices of the moment, to be kept as they are. */
export const spendingOf = ({ models }: Usage, prices: ModelPrices): readonly Spending[] =>
  models.map((usage) => ({ ...usage, costMicros: costOf(usage, prices.get(usage.model)) }))

/** What all of it cost; null unless all of it has a price. */
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
