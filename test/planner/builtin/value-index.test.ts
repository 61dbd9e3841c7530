import { tokenise, ValueIndex } from '../../../src/knowledge/words/index.ts'

const index = new ValueIndex([
  { table: 'customers', column: 'country', values: ['Germany', 'São Tomé', 'United Kingdom'], complete: true },
  { table: 'products', column: 'name', values: ['Gravel Explorer 500', 'Gravel Explorer 700'], complete: true },
  { table: 'categories', column: 'name', values: ['E-Bikes'], complete: true },
])

const found = (hits: readonly { value: string }[]) => hits.map(({ value }) => value)

describe('ValueIndex', () => {
  it('finds values in full-width or decomposed letters, in the data and in the question', () => {
    const wide = new ValueIndex([
      { table: 'customers', column: 'name', values: ['ＡＣＭＥ　１２', 'Mu\u0308ller'], complete: true },
    ])
    expect(found(wide.lookup(['acme', '12']))).toEqual(['ＡＣＭＥ　１２'])
    expect(found(wide.lookup(['muller']))).toEqual(['Mu\u0308ller'])
    expect(tokenise('ＡＣＭＥ').map(({ lower }) => lower)).toEqual(['acme'])
  })

  it('finds values regardless of case, accents and hyphens', () => {
    expect(found(index.lookup(['germany']))).toEqual(['Germany'])
    expect(found(index.lookup(['sao', 'tome']))).toEqual(['São Tomé'])
    expect(found(index.lookup(['e', 'bikes']))).toEqual(['E-Bikes'])
  })

  it('finds a value by its singular', () => {
    expect(found(index.lookup(['e', 'bike']))).toEqual(['E-Bikes'])
  })

  it('finds every value that contains a name', () => {
    expect(found(index.containing(['gravel', 'explorer']))).toEqual(['Gravel Explorer 500', 'Gravel Explorer 700'])
  })

  it('tolerates a typing error in a long value and none in a short word', () => {
    expect(found(index.similar('germny'))).toEqual(['Germany'])
    expect(found(index.similar('united kingdon'))).toEqual(['United Kingdom'])
    expect(index.similar('gold')).toEqual([])
  })

  it('finds nothing if two values are equally similar', () => {
    expect(index.similar('gravel explorer 600')).toEqual([])
  })
})
