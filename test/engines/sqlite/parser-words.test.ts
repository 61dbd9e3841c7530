import { REWRITE_RULES } from '../../../src/engines/sqlite/guard/guard.ts'

const seen = (draft: string): string => REWRITE_RULES.gate.draft(draft).parserText

describe('a word of SQLite that the parser does not know is read as one of the same grammar, at the same place:', () => {
  it.each([
    ['SELECT a ISNULL FROM t', 'SELECT a =0     FROM t'],
    ["SELECT a GLOB 'x' FROM t", "SELECT a LIKE 'x' FROM t"],
    ['SELECT 1 << 2 >> 3', 'SELECT 1 || 2 || 3'],
    ['SELECT a IS 1 FROM t', 'SELECT a =  1 FROM t'],
    ['SELECT a IS NOT 1 FROM t', 'SELECT a =      1 FROM t'],
    ['WITH n AS MATERIALIZED (SELECT 1) SELECT 1 FROM n', 'WITH n AS              (SELECT 1) SELECT 1 FROM n'],
    ['WITH n AS NOT MATERIALIZED (SELECT 1) SELECT 1 FROM n', 'WITH n AS                  (SELECT 1) SELECT 1 FROM n'],
  ])('%s', (draft, expected) => {
    expect(seen(draft)).toBe(expected)
  })
})

describe('a word that the parser knows stays as it is:', () => {
  it.each([
    "SELECT glob('x', a) FROM t",
    ...['NULL', 'TRUE', 'FALSE'].flatMap((word) => [`SELECT a IS ${word} FROM t`, `SELECT a IS NOT ${word} FROM t`]),
    'SELECT a IS DISTINCT FROM b FROM t',
    'SELECT a IS NOT DISTINCT FROM b FROM t',
    'SELECT materialized FROM t WHERE NOT a',
  ])('%s', (draft) => {
    expect(seen(draft)).toBe(draft)
  })
})
