import { z } from 'zod'
import type { ModelPrice, ModelPrices } from '../../ask/rules/spending.ts'

const FORMAT = 'use model=input/cached input/output, in US dollars per million tokens: openai:gpt-5-mini=0.25/0.03/2.00'
const PRICES_MAX = 100
/** Maximum price in dollars per million tokens, which keeps sums within safe integers. */
const PRICE_MAX = 10_000

/** `openai:gpt-5-mini=0.25/0.03/2.00`, separated by commas; `input/output` if cached input costs the same. */
export const modelPrices = z.string().transform((text, context): ModelPrices => {
  const prices = new Map<string, ModelPrice>()
  const add = (message: string) => context.addIssue({ code: 'custom', message })
  const entries = text.split(',')
  if (entries.length > PRICES_MAX) add(`has more than ${PRICES_MAX} prices`)
  for (const [index, entry] of entries.slice(0, PRICES_MAX).entries()) {
    const end = entry.lastIndexOf('=')
    const model = entry.slice(0, Math.max(0, end)).trim()
    const price = priceIn(entry.slice(end + 1))
    const which = entries.length === 1 ? 'it' : `price ${index + 1} of ${entries.length}`
    if (model === '' || price === undefined) add(`${which} is invalid: ${FORMAT}`)
    else if (prices.has(model)) add(`${which} is a second price for the same model`)
    else prices.set(model, price)
  }
  return prices
})

const priceIn = (text: string): ModelPrice | undefined => {
  const parts = text.split('/').map((part) => part.trim())
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => /^\d{1,5}(?:\.\d{1,9})?$/.test(part)))
    return undefined
  const [input = 0, ...rest] = parts.map(Number)
  const output = rest.at(-1) ?? 0
  const cachedInput = rest.length === 2 ? (rest[0] ?? 0) : input
  return Math.max(input, cachedInput, output) > PRICE_MAX ? undefined : { input, cachedInput, output }
}
