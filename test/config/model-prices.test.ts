import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config.ts'

const pricesOf = (text: string) => readConfig({ TABLETALK_MODEL_PRICES: text }).modelPrices

describe('Model prices', () => {
  it('are USD per million tokens of input, cached input and output, for several models', () => {
    const prices = pricesOf('openai:gpt-5-mini=0.25/0.03/2.00, anthropic:claude=3/15,accounts/fireworks/m=0/0/0')
    expect(Object.fromEntries(prices)).toEqual({
      'openai:gpt-5-mini': { input: 0.25, cachedInput: 0.03, output: 2 },
      'anthropic:claude': { input: 3, cachedInput: 3, output: 15 },
      'accounts/fireworks/m': { input: 0, cachedInput: 0, output: 0 },
    })
    expect(readConfig({}).modelPrices.size).toBe(0)
  })

  it.each([
    ['openai:a', /it is invalid: use model=input\/cached input\/output/],
    ['openai:a=1', /it is invalid/],
    ['openai:a=1/2/3/4', /it is invalid/],
    ['openai:a=1/-2/3', /it is invalid/],
    ['openai:a=1/2e9/3', /it is invalid/],
    ['openai:a=10001/1/1', /it is invalid/],
    ['=1/2/3', /it is invalid/],
    ['openai:a=1/2,', /price 2 of 2 is invalid/],
    ['openai:a=1/2,openai:a=1/2', /price 2 of 2 is a second price for the same model/],
    [Array.from({ length: 101 }, (_, n) => `m${n}=1/2`).join(), /more than 100 prices/],
  ])('report which price is invalid and the expected form: %s', (text, expected) => {
    expect(() => pricesOf(text)).toThrow(expected)
  })
})
