import type { Column } from '../../src/guard/schema.ts'
import { publishedPaths } from '../../src/knowledge/catalog/published-paths.ts'

const column = (name: string, type: string, more: Partial<Column> = {}): Column => ({
  name,
  type,
  nullable: false,
  ...more,
})

describe('published document paths', () => {
  it('include the paths that three tenants have with the same type', () => {
    const tenants = [
      [column('total', 'int'), column('rare', 'int'), column('mixed', 'int')],
      [column('total', 'int | string'), column('rare', 'int'), column('mixed', 'string')],
      [column('total', 'string | int'), column('mixed', 'date')],
      [column('total', 'double'), column('mixed', 'bool')],
    ]
    expect(publishedPaths(tenants)).toEqual([column('total', 'int')])
    expect(publishedPaths(tenants.slice(0, 2))).toEqual([])
  })

  it('are arrays or nullable only if three tenants have them so', () => {
    const arrays = { arrays: ['tags'] }
    const tenants = [
      [column('tags', 'string', arrays), column('note', 'string', { nullable: true })],
      [column('tags', 'string', arrays), column('note', 'string')],
      [column('tags', 'string'), column('note', 'string')],
      [column('tags', 'string'), column('note', 'null', { nullable: true })],
    ]
    expect(publishedPaths(tenants)).toEqual([column('note', 'string', { nullable: true }), column('tags', 'string')])
    const three = [tenants[0] ?? [], tenants[0] ?? [], tenants[0] ?? []]
    expect(publishedPaths(three)[1]).toEqual(column('tags', 'string', arrays))
  })

  it('have an order that is independent of how many tenants have them', () => {
    const tenants = [1, 2, 3].map(() => [column('b', 'string | int'), column('a', 'int')])
    const more = [...tenants, [column('b', 'int')], [column('b', 'int')]]
    expect(publishedPaths(more)).toEqual(publishedPaths(tenants))
  })

  it('do not reveal a third tenant to the owner of two tenants who changes their documents', () => {
    const before = [column('price', 'double')]
    const own = column('price', 'double | string', { nullable: true, arrays: ['price'] })
    const other = column('price', 'double')
    const tenants = (third: Column) => [own, own, third, other, other, other].map((one) => [one])
    expect(publishedPaths(tenants(own), before)).toEqual(publishedPaths(tenants(other), before))
    const five = [own, own, own, own, own, other].map((one) => [one])
    expect(publishedPaths(five, before)).toEqual([own])
  })

  it('include a new path only once five tenants have it', () => {
    const four = [1, 2, 3, 4].map(() => [column('total', 'int')])
    expect(publishedPaths(four, [])).toEqual([])
    expect(publishedPaths([...four, [column('total', 'int')]], [])).toEqual([column('total', 'int')])
  })
})
