import { sameTree } from '../../../src/engines/postgres/guard/same-tree.ts'

const at = { location: 7, stmt_len: 9 }

describe('two PostgreSQL parse trees', () => {
  it.each([
    ['are equal', { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
    ['differ in positions only', { a: [{ b: 1, location: 3 }] }, { a: [{ b: 1, ...at }] }],
    ['differ in positions that one of them lacks', { a: { b: 1, location: 3 } }, { a: { b: 1 } }],
  ])('have the same meaning if they %s', (_, one, other) => {
    expect([sameTree(one, other), sameTree(other, one)]).toEqual([true, true])
  })

  it.each<readonly [string, object, object]>([
    ['has an additional field', { a: 1 }, { a: 1, b: 2 }],
    ['has an additional field and fewer positions', { a: 1, location: 3 }, { a: 1, b: 2 }],
    ['has a different field', { a: 1, b: 2 }, { a: 1, c: 2 }],
    ['has a different value', { a: { b: 1 } }, { a: { b: 2 } }],
    ['has an additional item', { a: [1] }, { a: [1, 2] }],
    ['has items in another order', { a: [1, 2] }, { a: [2, 1] }],
    ['has a list in place of a node', { a: [] }, { a: {} }],
    ['has null in place of a node', { a: { b: 1 } }, { a: null }],
  ])('have a different meaning if one of them %s', (_, one, other) => {
    expect([sameTree(one, other), sameTree(other, one)]).toEqual([false, false])
  })
})
