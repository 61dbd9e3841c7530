import { cutPage, PAGE_LIMITS, type PagePosition, pageSize } from '../../../src/platform/values/page.ts'

const bounds = { fallback: 20, max: 100 }

describe('Page size', () => {
  it.each([
    [undefined, 20],
    ['1', 1],
    ['007', 7],
    ['100', 100],
    ['101', 100],
    ['9'.repeat(400), 100],
  ])('of limit=%s is %i', (limit, size) => expect(pageSize(limit, bounds)).toBe(size))

  it.each(['0', '000', '-1', '+1', '1.5', '1e2', '', ' 1', '0x10', 'ten', '٣', 'Infinity'])(
    'is rejected for limit=%j',
    (limit) => {
      expect(() => pageSize(limit, bounds)).toThrow(
        expect.objectContaining({ problem: 'input_invalid', details: [expect.objectContaining({ field: 'limit' })] }),
      )
    },
  )

  it('has the defaults and maximums of the specification', () => {
    expect(PAGE_LIMITS).toEqual({ conversations: { fallback: 20, max: 100 }, messages: { fallback: 50, max: 200 } })
  })
})

describe('Page', () => {
  const position = (item: number): PagePosition => ({ at: '2026-11-21T10:00:00.000Z', id: String(item) })

  it('has its last item as the next position if it is not the last page', () => {
    expect(cutPage([1, 2, 3], 2, position)).toEqual({ items: [1, 2], next: position(2) })
  })

  it.each([[[1, 2]], [[1]], [[]]])('has no next position if it is the last page: %j', (fetched) => {
    expect(cutPage(fetched, 2, position)).toEqual({ items: fetched })
  })
})
