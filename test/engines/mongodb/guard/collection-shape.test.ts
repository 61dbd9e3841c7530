import { collectionShape } from '../../../../src/engines/mongodb/guard/shape/collection-shape.ts'
import { fieldAt } from '../../../../src/engines/mongodb/guard/shape/shape.ts'

const table = {
  name: 'answers',
  primaryKey: ['_id'],
  foreignKeys: [],
  columns: ['_id', 'a', 'a.<*>', 'a.<*>.score', 'a.secret'].map((name) => ({ name, type: 'any', nullable: true })),
}

it('collectionShape does not match a hidden name as a key that is data', () => {
  const below = fieldAt(collectionShape(table, ['a.secret']), 'a')
  if (below === undefined) throw new Error('a is not there')
  expect(fieldAt(below, 'secret')).toBeUndefined()
  expect(fieldAt(below, 'anything')).toBeDefined()
})
