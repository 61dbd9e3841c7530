import { commentLength, commentProperty } from '../../../src/guard/comment.ts'
import { COLUMNS_MAX } from '../../../src/guard/included-tables.ts'

describe('Comment of a table or column', () => {
  it('is read with a length that limits the total of all comments and keeps each readable', () => {
    expect(commentLength(0)).toBe(1_000)
    expect(commentLength(10_000)).toBe(1_000)
    for (const columns of [20_000, COLUMNS_MAX])
      expect(columns * commentLength(columns)).toBeLessThanOrEqual(10_000_000)
    expect(commentLength(COLUMNS_MAX)).toBeGreaterThan(80)
  })

  it('is omitted if it is blank', () => {
    for (const text of [null, undefined, '', ' \n\u200b\u0000']) expect(commentProperty(text)).toEqual({})
    expect(commentProperty(' in\n cents ')).toEqual({ comment: 'in cents' })
  })

  it('is truncated between characters', () => {
    for (const odd of ['', 'a']) {
      const { comment = '' } = commentProperty(odd + '🙂'.repeat(500_000))
      expect([...comment]).toHaveLength(300)
      expect(comment.isWellFormed()).toBe(true)
    }
    const { comment = '' } = commentProperty(`${'\n'.repeat(450)}${'🙂'.repeat(500)}`)
    expect(comment.isWellFormed()).toBe(true)
  })
})
