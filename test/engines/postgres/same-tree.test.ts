import { sameTree } from '../../../src/engines/postgres/guard/same-tree.ts'

const at = { location: 7, stmt_len: 9 }

describe('two trees', () => {
  it.each([
    ['are equal', { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
    ['differ in positions only', { a: [{ b: 1, location: 3 }] }, { a: [{ b: 1, ...at }] }],
    ['differ in positions that one of them lacks', { a: { b: 1, location: 3 } }, { a: { b: 1 } }],
  ])('mean the same where they %s', (_, one, other) => {
    expect([sameTree(one, other), sameTree(other, one)]).toEqual([true, true])
  })

  it.each<readonly [string, object, object]>([
    ['has a field more', { a: 1 }, { a: 1, b: 2 }],
    ['has a field more, and fewer positions', { a: 1, location: 3 }, { a: 1, b: 2 }],
    ['has another field', { a: 1, b: 2 }, { a: 1, c: 2 }],
    ['has another value', { a: { b: 1 } }, { a: { b: 2 } }],
    ['has one item more', { a: [1] }, { a: [1, 2] }],
    ['has items in another order', { a: [1, 2] }, { a: [2, 1] }],
    ['has a list for a node', { a: [] }, { a: {} }],
    ['has nothing', { a: { b: 1 } }, { a: null }],
  ])('mean another thing where one of them %s', (_, one, other) => {
    expect([sameTree(one, other), sameTree(other, one)]).toEqual([false, false])
  })
})
