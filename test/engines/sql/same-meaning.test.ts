import { hasSameMeaning } from '../../../src/engines/sql/guard/tree/same-meaning.ts'

const drafted = { Select: { from: [{ Table: 't' }], limit: null } }
const other = { Derived: [1, 2] }

describe('SQL parse tree', () => {
  it('has the same meaning if it is equal, or equal but for the intended replacements', () => {
    expect(hasSameMeaning(structuredClone(drafted), drafted, new Map())).toBe(true)
    const [table = {}] = drafted.Select.from
    const found = { Select: { from: [structuredClone(other)], limit: null } }
    expect(hasSameMeaning(found, drafted, new Map([[table, other]]))).toBe(true)
  })

  it.each<readonly [string, unknown]>([
    ['an item is missing', { Select: { from: [], limit: null } }],
    ['an item is added', { Select: { from: [{ Table: 't' }, { Table: 't' }], limit: null } }],
    ['an item differs', { Select: { from: [{ Table: 'u' }], limit: null } }],
    ['a field is missing', { Select: { from: [{ Table: 't' }] } }],
    ['a field is added', { Select: { from: [{ Table: 't' }], limit: null, top: null } }],
    ['a field has another name', { Select: { from: [{ Table: 't' }], top: null } }],
    ['a node is in place of a list', { Select: { from: { Table: 't' }, limit: null } }],
    ['a list is in place of a node', { Select: [{ Table: 't' }] }],
    ['an intended replacement is missing', drafted],
  ])('has a different meaning if %s', (_, found) => {
    const [table = {}] = drafted.Select.from
    const replacements = found === drafted ? new Map([[table, other]]) : new Map()
    expect(hasSameMeaning(found, drafted, replacements)).toBe(false)
  })
})
