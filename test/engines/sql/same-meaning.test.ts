import { hasSameMeaning } from '../../../src/engines/sql/guard/tree/same-meaning.ts'

const drafted = { Select: { from: [{ Table: 't' }], limit: null } }
const other = { Derived: [1, 2] }

describe('a tree means another one', () => {
  it('where it is the same, and where what is exchanged stands in its place', () => {
    expect(hasSameMeaning(structuredClone(drafted), drafted, new Map())).toBe(true)
    const [table = {}] = drafted.Select.from
    const found = { Select: { from: [structuredClone(other)], limit: null } }
    expect(hasSameMeaning(found, drafted, new Map([[table, other]]))).toBe(true)
  })

  it.each<readonly [string, unknown]>([
    ['an item is missing', { Select: { from: [], limit: null } }],
    ['an item is more', { Select: { from: [{ Table: 't' }, { Table: 't' }], limit: null } }],
    ['an item is another', { Select: { from: [{ Table: 'u' }], limit: null } }],
    ['a field is missing', { Select: { from: [{ Table: 't' }] } }],
    ['a field is more', { Select: { from: [{ Table: 't' }], limit: null, top: null } }],
    ['a field is called otherwise', { Select: { from: [{ Table: 't' }], top: null } }],
    ['a node stands for a list', { Select: { from: { Table: 't' }, limit: null } }],
    ['a list stands for a node', { Select: [{ Table: 't' }] }],
    ['what should be exchanged is not', drafted],
  ])('but not where %s', (_, found) => {
    const [table = {}] = drafted.Select.from
    const exchanged = found === drafted ? new Map([[table, other]]) : new Map()
    expect(hasSameMeaning(found, drafted, exchanged)).toBe(false)
  })
})
