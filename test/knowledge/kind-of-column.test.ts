import { kindOfColumn } from '../../src/knowledge/catalog/kind-of-column.ts'

const kindOf = (column: string) => {
  const times = new Map([
    ['Ada', 40],
    ['Bo', 60],
  ])
  const part = { times, isWhole: true, hasAllTexts: true }
  return kindOfColumn({ table: 'people', column, byTenant: false, parts: [part] }).kind
}

it.each(['first_name', 'lastName', 'given name', 'FAMILY_NAME', 'nickname'])(
  'the column kind of names of people is never category, even with few values: %s',
  (column) => {
    expect(kindOf(column)).toBe('name')
  },
)

it('the column kind of repeated texts is category', () => {
  expect(kindOf('status')).toBe('category')
})
