import { REWRITE_RULES } from '../../../src/engines/sqlite/guard/guard.ts'

const parserText = (draft: string): string => REWRITE_RULES.gate.draft(draft).parserText

describe('SQLite syntax unknown to the parser is replaced by equivalent grammar at the same offset:', () => {
  it.each([
    ['SELECT a ISNULL FROM t', 'SELECT a =0     FROM t'],
    ["SELECT a GLOB 'x' FROM t", "SELECT a LIKE 'x' FROM t"],
    ['SELECT 1 << 2 >> 3', 'SELECT 1 || 2 || 3'],
    ['SELECT a IS 1 FROM t', 'SELECT a =  1 FROM t'],
    ['SELECT a IS NOT 1 FROM t', 'SELECT a =      1 FROM t'],
    ['WITH n AS MATERIALIZED (SELECT 1) SELECT 1 FROM n', 'WITH n AS              (SELECT 1) SELECT 1 FROM n'],
    ['WITH n AS NOT MATERIALIZED (SELECT 1) SELECT 1 FROM n', 'WITH n AS                  (SELECT 1) SELECT 1 FROM n'],
  ])('%s', (draft, expected) => {
    expect(parserText(draft)).toBe(expected)
  })
})

describe('SQLite syntax known to the parser is passed unchanged:', () => {
  it.each([
    "SELECT glob('x', a) FROM t",
    ...['NULL', 'TRUE', 'FALSE'].flatMap((word) => [`SELECT a IS ${word} FROM t`, `SELECT a IS NOT ${word} FROM t`]),
    'SELECT a IS DISTINCT FROM b FROM t',
    'SELECT a IS NOT DISTINCT FROM b FROM t',
    'SELECT materialized FROM t WHERE NOT a',
  ])('%s', (draft) => {
    expect(parserText(draft)).toBe(draft)
  })
})
