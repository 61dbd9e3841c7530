import { affinityOf } from '../../../src/engines/sqlite/guard/bound-value.ts'

describe('affinityOf', () => {
  it.each([
    ...(['INT', 'integer', 'CHARINT', 'FLOATING POINT', 'NUMERIC', 'DECIMAL(10,2)', 'REAL', 'BOOLEAN'] as const).map(
      (declared) => [declared, 'number'] as const,
    ),
    ...(['TEXT', 'varchar(20)', 'NCHAR', 'CLOB'] as const).map((declared) => [declared, 'text'] as const),
    ...(['', 'BLOB', 'blob'] as const).map((declared) => [declared, 'none'] as const),
  ])('gives a column declared as %j the affinity %s', (declared, affinity) => {
    expect(affinityOf(declared)).toBe(affinity)
  })
})
