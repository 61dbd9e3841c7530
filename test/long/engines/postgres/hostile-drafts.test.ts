import { guardDraft } from '../../../../src/engines/postgres/guard/guard.ts'
import { guarded, rulesFor } from '../../../engines/postgres/guard-rules.ts'
import { HOLD_MS_MAX, HOSTILE_SIZES, threadCostMs } from '../../../support/cost.ts'

const VALID = 'SELECT c.name, SUM(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.name'

const around = (open: string, close: string) => (count: number) => `SELECT ${open.repeat(count)}1${close.repeat(count)}`
const chain =
  (start: string, link: string, end = '') =>
  (count: number) =>
    `${start}${link.repeat(count)}${end}`

/** Drafts with a construct repeated `count` times. */
const SHAPES: Readonly<Record<string, (count: number) => string>> = {
  parentheses: around('(', ')'),
  'open parentheses': chain('SELECT ', '('),
  'sub-selects': around('(SELECT ', ')'),
  arrays: around('ARRAY[', ']'),
  functions: around('abs(', ')'),
  cases: around('CASE WHEN true THEN ', ' END'),
  'case branches': chain('SELECT CASE', ' WHEN true THEN 1', ' END'),
  plus: chain('SELECT 1', ' + 1'),
  and: chain('SELECT 1 FROM orders WHERE true', ' AND id = 1'),
  or: chain('SELECT 1 FROM orders WHERE true', ' OR id = 1'),
  texts: chain("SELECT ''", " || ''"),
  not: chain('SELECT ', 'NOT ', 'true'),
  minus: chain('SELECT ', '- ', '1'),
  casts: chain('SELECT 1', '::int'),
  indices: chain('SELECT (ARRAY[1])', '[1]'),
  collations: chain("SELECT 'a'", ' COLLATE "C"'),
  union: chain('SELECT 1', ' UNION SELECT 1'),
  'nested unions': (count) => `${'('.repeat(count)}SELECT 1${' UNION SELECT 1)'.repeat(count)}`,
  joins: chain('SELECT 1 FROM orders', ' JOIN orders ON true'),
  'cross joins': chain('SELECT 1 FROM orders o', ', LATERAL (SELECT 1) x'),
  'list of numbers': chain('SELECT 1 IN (1', ', 1', ')'),
  'list of columns': chain('SELECT id', ', id', ' FROM orders'),
  'list of stars': chain('SELECT *', ', *', ' FROM orders'),
  'list of unknown names': chain('SELECT id', ', nothing', ' FROM orders'),
  'list of sub-selects': chain('SELECT 1', ', (SELECT 1)'),
  'list of rows': chain('VALUES (1)', ', (1)'),
  'groups by': chain('SELECT 1 FROM orders GROUP BY id', ', id'),
  'sort keys': chain('SELECT id FROM orders ORDER BY id', ', id'),
  'with tables': (count) =>
    `WITH ${Array.from({ length: count }, (_, n) => `w${n} AS (SELECT 1)`).join(', ')} SELECT 1`,
  windows: chain('SELECT 1', ', sum(1) OVER ()'),
  strings: chain("SELECT '", "''", "'"),
  'escaped strings': chain("SELECT E'", '\\\\', "'"),
  comments: chain('SELECT 1 ', '/*'),
  'dollar quotes': chain('SELECT ', '$a$'),
  dollars: chain('SELECT ', '$'),
  quotes: chain('SELECT ', '"'),
  spaces: chain('SELECT', ' ', '1'),
  operators: chain('SELECT 1 ', '~'),
  commas: chain('SELECT 1', ','),
  semicolons: chain('SELECT 1', ';'),
  digits: chain('SELECT ', '9'),
  names: chain('SELECT ', 'a'),
  dots: chain('SELECT a', '.a'),
  'multi-byte letters': chain("SELECT '", '€', "'"),
}

const shapes = Object.entries(SHAPES)
const filling = (shape: (count: number) => string, size: number): string => {
  const step = shape(11).length - shape(10).length
  return shape(Math.max(1, Math.floor((size - shape(0).length) / step)))
}

describe('PostgreSQL guard accepts a valid draft after hostile ones:', () => {
  it.each(shapes)('%s', async (_, shape) => {
    for (const draft of [...[10, 50, 100, 390, 1_000].map(shape), filling(shape, 5_000), filling(shape, 19_900)]) {
      await guardDraft(draft, rulesFor(1))
      await guarded(VALID)
    }
  })
})

describe(`PostgreSQL guard blocks the event loop for less than ${HOLD_MS_MAX} ms:`, () => {
  it.each(shapes)('%s', async (_, shape) => {
    const counts = [50, 190, 390].map(shape)
    for (const draft of [
      ...counts,
      ...[...HOSTILE_SIZES, 2_500, 4_000, 6_000, 19_900].map((size) => filling(shape, size)),
    ])
      expect(await threadCostMs(() => guardDraft(draft, rulesFor(1, 'ann')), 4)).toBeLessThan(HOLD_MS_MAX)
  })
})

it('PostgreSQL guard refuses an oversized draft with a hint', async () => {
  for (const draft of [SHAPES.plus?.(1_000), SHAPES.parentheses?.(100), SHAPES['list of numbers']?.(9_000)]) {
    const result = await guardDraft(draft ?? '', rulesFor(1))
    expect(result).toMatchObject({
      ok: false,
      refusal: { repairable: true, hint: expect.stringMatching(/instead|WITH|at most/) },
    })
  }
})
