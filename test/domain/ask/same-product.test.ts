import { isSameProduct } from '../../../src/ask/rules/formula.ts'

const LINE = { column: 'quantity', times: ['price', { from: 1, minus: 'discount', per: 100 }] }

describe('products of columns', () => {
  it('are the same after a query was read from JSON', () => {
    expect(isSameProduct(LINE, JSON.parse(JSON.stringify(LINE)))).toBe(true)
    expect(isSameProduct({ column: 'quantity', times: 'price' }, { column: 'quantity', times: ['price'] })).toBe(true)
    expect(isSameProduct({ column: 'price', times: null }, { column: 'price' })).toBe(true)
  })

  it.each([
    ['first column', { ...LINE, column: 'packs' }],
    ['number of factors', { ...LINE, times: ['price'] }],
    ['factor', { ...LINE, times: ['cost', LINE.times[1] ?? ''] }],
    ['column that is taken off', { ...LINE, times: ['price', { from: 1, minus: 'rebate', per: 100 }] }],
    ['divisor', { ...LINE, times: ['price', { from: 1, minus: 'discount' }] }],
    ['kind of factor', { ...LINE, times: ['price', 'discount'] }],
  ])('differ by their %s', (_, other) => expect(isSameProduct(LINE, other)).toBe(false))
})
