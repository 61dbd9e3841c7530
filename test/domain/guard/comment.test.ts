import { commentLength, commentProperty } from '../../../src/guard/comment.ts'
import { COLUMNS_MAX } from '../../../src/guard/included-tables.ts'

describe('a comment', () => {
  it('is asked for as far as all of a database together are borne, and long enough to be one', () => {
    expect(commentLength(0)).toBe(1_000)
    expect(commentLength(10_000)).toBe(1_000)
    for (const columns of [20_000, COLUMNS_MAX])
      expect(columns * commentLength(columns)).toBeLessThanOrEqual(10_000_000)
    expect(commentLength(COLUMNS_MAX)).toBeGreaterThan(80)
  })

  it('is none where it says nothing', () => {
    for (const text of [null, undefined, '', ' \n\u200b\u0000']) expect(commentProperty(text)).toEqual({})
    expect(commentProperty(' in\n cents ')).toEqual({ comment: 'in cents' })
  })

  it('is cut between characters, however long it is', () => {
    for (const odd of ['', 'a']) {
      const { comment = '' } = commentProperty(odd + '🙂'.repeat(500_000))
      expect([...comment]).toHaveLength(300)
      expect(comment.isWellFormed()).toBe(true)
    }
    const { comment = '' } = commentProperty(`${'\n'.repeat(450)}${'🙂'.repeat(500)}`)
    expect(comment.isWellFormed()).toBe(true)
  })
})
