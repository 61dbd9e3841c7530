import { isOrdered, isOrderedCommand, rankedQuery } from '../../../src/manage/evaluation/rules/gold-query.ts'
import { isSameAnswer } from '../../../src/manage/evaluation/rules/same-answer.ts'

describe('isSameAnswer', () => {
  const answer = (...rows: readonly (readonly (string | number | null)[])[]) => ({ width: rows[0]?.length ?? 0, rows })
  const rules = { extraColumns: false, isOrdered: false }

  it('ignores the order of columns, and of rows unless the question orders them', () => {
    const gold = answer(['a', 1], ['b', 2])
    const reordered = answer([2, 'b'], [1, 'a'])
    expect(isSameAnswer(reordered, gold, rules)).toBe(true)
    expect(isSameAnswer(reordered, gold, { ...rules, isOrdered: true })).toBe(false)
  })

  it('compares whole rows, not single columns', () => {
    expect(isSameAnswer(answer(['a', 2], ['b', 1]), answer(['a', 1], ['b', 2]), rules)).toBe(false)
  })

  it('rounds numbers to cents', () => {
    expect(isSameAnswer(answer([16.67]), answer([16.666666]), rules)).toBe(true)
    expect(isSameAnswer(answer([16.6]), answer([16.67]), rules)).toBe(false)
  })

  it('accepts extra columns only if they are allowed', () => {
    const wide = answer(['a', 'x'], ['b', 'y'])
    expect(isSameAnswer(wide, answer(['a'], ['b']), rules)).toBe(false)
    expect(isSameAnswer(wide, answer(['a'], ['b']), { ...rules, extraColumns: true })).toBe(true)
  })

  it('compares tied rows at the limit of a "top n" by rank', () => {
    const ranked = {
      keys: [-1],
      rows: [
        ['a', 9],
        ['b', 5],
        ['c', 5],
        ['d', 1],
      ],
    } as const
    const gold = answer(['a'], ['b'])
    expect(isSameAnswer(answer(['a'], ['c']), gold, rules, ranked)).toBe(true)
    expect(isSameAnswer(answer(['a'], ['d']), gold, rules, ranked)).toBe(false)
    expect(isSameAnswer(answer(['a'], ['a']), gold, rules, ranked)).toBe(false)
  })

  it('compares ranks by all digits if values differ by less than a cent', () => {
    const rows = [
      ['a', 0.124],
      ['b', 0.123],
    ] as const
    expect(isSameAnswer(answer(['b']), answer(['a']), rules, { rows, keys: [1] })).toBe(false)
    expect(
      isSameAnswer(answer(['b']), answer(['a']), rules, { rows: rows.map(([name]) => [name, '0.1230']), keys: [1] }),
    ).toBe(true)
  })

  it('compares many equal columns without exponential search', () => {
    const wide = (last: string) =>
      answer([...Array(60).fill(null), last, last, 'x'], [...Array(60).fill(null), 'b', 'b', 'y'])
    const twins = (one: string, other: string) =>
      answer([...Array(60).fill(null), one, other, 'x'], [...Array(60).fill(null), 'b', 'b', 'y'])
    expect(isSameAnswer(twins('a', 'c'), wide('a'), rules)).toBe(false)
    expect(isSameAnswer(wide('a'), wide('a'), rules)).toBe(true)
  })
})

describe('Gold query', () => {
  it('is ordered only with an outer ORDER BY', () => {
    expect(isOrdered('SELECT a FROM b ORDER BY lower(a) DESC LIMIT 3')).toBe(true)
    expect(isOrdered('SELECT a FROM (SELECT a FROM b ORDER BY a LIMIT 3) c')).toBe(false)
  })

  it('as a command is ordered if a sort is not followed by a group', () => {
    expect(isOrderedCommand('{"find":"b","sort":{"a":1}}')).toBe(true)
    expect(isOrderedCommand('{"aggregate":"b","pipeline":[{"$group":{"_id":"$a"}},{"$sort":{"_id":1}}]}')).toBe(true)
    expect(isOrderedCommand('{"aggregate":"b","pipeline":[{"$sort":{"_id":1}},{"$group":{"_id":"$a"}}]}')).toBe(false)
    expect(isOrderedCommand('{"find":"b"}')).toBe(false)
  })

  it.each([
    [
      'SELECT name FROM b WHERE x = 1 ORDER BY sum(y) DESC, name LIMIT 5;',
      'SELECT name, sum(y) FROM b WHERE x = 1 ORDER BY sum(y) DESC, name',
      [-1, 0],
    ],
    [
      'SELECT a, sum(b) FROM c GROUP BY a order by 2 desc limit 5',
      'SELECT a, sum(b) FROM c GROUP BY a ORDER BY 2 desc',
      [1],
    ],
    [
      'SELECT * FROM c ORDER BY (2) DESC NULLS LAST, d LIMIT 1',
      'SELECT *, d FROM c ORDER BY (2) DESC NULLS LAST, d',
      [1, -1],
    ],
    ['SELECT a, sum(b) AS n FROM c ORDER BY n DESC LIMIT 5', 'SELECT a, sum(b) AS n FROM c ORDER BY n DESC', [1]],
    ['SELECT a, sum(b) "N" FROM c ORDER BY n', 'SELECT a, sum(b) "N" FROM c ORDER BY n', [1]],
    ['SELECT -b AS b, c.d FROM c ORDER BY b, D LIMIT 1', 'SELECT -b AS b, c.d FROM c ORDER BY b, D', [0, 1]],
    ['SELECT a FROM c ORDER BY c.b, a LIMIT 1', 'SELECT a, c.b FROM c ORDER BY c.b, a', [-1, 0]],
    [
      "SELECT a, count(*) AS count FROM c GROUP BY 1 ORDER BY count(*) DESC, coalesce(a, ' from ', (1)) LIMIT 2",
      "SELECT a, count(*) AS count, count(*), coalesce(a, ' from ', (1)) FROM c GROUP BY 1 ORDER BY count(*) DESC, coalesce(a, ' from ', (1))",
      [-2, -1],
    ],
    [
      'SELECT extract(year FROM d) AS y, (SELECT max(x) FROM e ORDER BY 1 LIMIT 1) FROM c ORDER BY 2 LIMIT 3',
      'SELECT extract(year FROM d) AS y, (SELECT max(x) FROM e ORDER BY 1 LIMIT 1) FROM c ORDER BY 2',
      [1],
    ],
  ])('has ranking keys: %s', (query, wider, keys) => {
    expect(rankedQuery(query)).toEqual({ query: wider, keys })
  })

  it.each([
    'SELECT DISTINCT name FROM b ORDER BY name',
    'SELECT a FROM b UNION SELECT c FROM d ORDER BY 1',
    `SELECT a FROM b WHERE ${' '.repeat(1_000_000)}`,
    'SELECT a FROM b ORDER BY 1+0 LIMIT 5',
    'SELECT a FROM b ORDER BY abs(1) LIMIT 5',
    "SELECT a FROM b ORDER BY 'a' LIMIT 5",
    'SELECT a FROM b ORDER BY -1, NULL LIMIT 5',
    'SELECT a FROM b ORDER BY a LIMIT 5 OFFSET 2',
    'SELECT a * 2 AS a FROM b ORDER BY a + 1 LIMIT 5',
    'SELECT d::date FROM b ORDER BY d LIMIT 5',
    'SELECT a, b AS a FROM c ORDER BY a LIMIT 5',
    'SELECT *, -a AS a FROM c ORDER BY a LIMIT 5',
    'SELECT a FROM b -- ORDER BY c',
    'SELECT a FROM (SELECT a FROM b ORDER BY a LIMIT 3) c',
  ])('has no ranking keys if its form is not simple or is ambiguous: %s', (query) => {
    expect(rankedQuery(query)).toBeUndefined()
  })
})
