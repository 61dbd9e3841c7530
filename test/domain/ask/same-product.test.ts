import { isSameProduct } from '../../../src/ask/rules/formula.ts'

const LINE = { column: 'quantity', times: ['price', { from: 1, minus: 'discount', per: 100 }] }

describe('isSameProduct', () => {
  it('is true for a product parsed from JSON', () => {
    expect(isSameProduct(LINE, JSON.parse(JSON.stringify(LINE)))).toBe(true)
    expect(isSameProduct({ column: 'quantity', times: 'price' }, { column: 'quantity', times: ['price'] })).toBe(true)
    expect(isSameProduct({ column: 'price', times: null }, { column: 'price' })).toBe(true)
  })

  it.each([
    ['first column', { ...LINE, column: 'packs' }],
    ['number of factors', { ...LINE, times: ['price'] }],
    ['factor', { ...LINE, times: ['cost', LINE.times[1] ?? ''] }],
    ['subtracted column', { ...LINE, times: ['price', { from: 1, minus: 'rebate', per: 100 }] }],
    ['divisor', { ...LINE, times: ['price', { from: 1, minus: 'discount' }] }],
    ['kind of factor', { ...LINE, times: ['price', 'discount'] }],
  ])('is false for another %s', (_, other) => expect(isSameProduct(LINE, other)).toBe(false))
})
