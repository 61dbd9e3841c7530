import type { Column } from '../../src/guard/schema.ts'
import { publishedPaths } from '../../src/knowledge/catalog/published-paths.ts'

const column = (name: string, type: string, more: Partial<Column> = {}): Column => ({
  ...{ name, type, nullable: false },
  ...more,
})

describe('the paths that are published', () => {
  it('are those that three tenants have with the same type', () => {
    const tenants = [
      [column('total', 'int'), column('rare', 'int'), column('mixed', 'int')],
      [column('total', 'int | string'), column('rare', 'int'), column('mixed', 'string')],
      [column('total', 'string | int'), column('mixed', 'date')],
      [column('total', 'double'), column('mixed', 'bool')],
    ]
    expect(publishedPaths(tenants)).toEqual([column('total', 'int')])
    expect(publishedPaths(tenants.slice(0, 2))).toEqual([])
  })

  it('are arrays, and may be null, as three tenants have them', () => {
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

  it('stand in an order that says nothing of how many tenants have them', () => {
    const tenants = [1, 2, 3].map(() => [column('b', 'string | int'), column('a', 'int')])
    const more = [...tenants, [column('b', 'int')], [column('b', 'int')]]
    expect(publishedPaths(more)).toEqual(publishedPaths(tenants))
  })

  it('tell the owner of two tenants nothing about a third by what these two change', () => {
    const before = [column('price', 'double')]
    const own = column('price', 'double | string', { nullable: true, arrays: ['price'] })
    const other = column('price', 'double')
    const tenants = (third: Column) => [own, own, third, other, other, other].map((one) => [one])
    expect(publishedPaths(tenants(own), before)).toEqual(publishedPaths(tenants(other), before))
    const five = [own, own, own, own, own, other].map((one) => [one])
    expect(publishedPaths(five, before)).toEqual([own])
  })

  it('are new only where five tenants have them', () => {
    const four = [1, 2, 3, 4].map(() => [column('total', 'int')])
    expect(publishedPaths(four, [])).toEqual([])
    expect(publishedPaths([...four, [column('total', 'int')]], [])).toEqual([column('total', 'int')])
  })
})
