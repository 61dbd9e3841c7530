import { RefusalError } from '../../../src/engines/shared/refuse.ts'
import { ParsedTexts } from '../../../src/engines/sql/guard/parsed-texts.ts'
import { restrictReads } from '../../../src/engines/sql/guard/restrict.ts'
import { listOf, nodeWith } from '../../../src/engines/sql/guard/tree/raw-tree.ts'
import { readQuery } from '../../../src/engines/sql/guard/tree/read-query.ts'
import { resolve } from '../../../src/engines/sql/guard/tree/resolve.ts'
import { VisibleTables } from '../../../src/engines/sql/guard/visible-tables.ts'
import { ParserPool } from '../../../src/engines/sql/parse/parser-pool.ts'
import { REWRITE_RULES } from '../../../src/engines/sqlite/guard/guard.ts'
import { FOLDING } from '../../../src/engines/sqlite/language/names.ts'
import { type Bench, openBench } from './with-engine.ts'

const parser = new ParserPool('sqlite')
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => Promise.all([bench.close(), parser.close()]))

/** Resolves one text and rewrites another one, like a parser that gave wrong offsets or a wrong tree. */
const restrictOther = async (resolved: string, rewritten: string) => {
  const texts = new ParsedTexts((all) => parser.parse(all, { organizationId: 1 }), REWRITE_RULES)
  const [tree] = await texts.trees(REWRITE_RULES.gate.draft(resolved))
  const query = readQuery(nodeWith(listOf(tree)[0], 'Query').Query, { grammar: REWRITE_RULES.grammar, depth: 0 })
  const names = { ...REWRITE_RULES, folding: FOLDING, ownName: 'main' }
  const { reads, withOccurrences } = resolve(query, new VisibleTables(bench.rules(1), FOLDING), names)
  const drafted = { gated: REWRITE_RULES.gate.draft(rewritten), tree, reads, withOccurrences: withOccurrences }
  return await restrictReads(drafted, texts, REWRITE_RULES, bench.rules(1).schema)
}

it('restrictReads rewrites a text whose result parses to the intended tree', async () => {
  const { statement } = await restrictOther('SELECT 1 FROM orders', 'SELECT 1 FROM orders')
  expect(statement).toMatch(/^SELECT 1 FROM \(SELECT .* WHERE "tenant_id" = \?1\) AS "orders"$/)
})

it.each([
  ['another column', 'SELECT id FROM orders', 'SELECT ip FROM orders'],
  ['another table at the same offset', 'SELECT id FROM orders', 'SELECT id FROM stolen'],
  ['an additional table', 'SELECT id FROM orders', 'SELECT id FROM orders, vault'],
  ['another offset', 'SELECT id FROM orders', 'SELECT  id FROM orders'],
  ['an additional subquery', 'SELECT id FROM orders WHERE 1', 'SELECT id FROM orders WHERE (SELECT 1 FROM vault)'],
  ['another name of a WITH table', 'WITH x AS (SELECT 1) SELECT 1 FROM x', 'WITH y AS (SELECT 1) SELECT 1 FROM x'],
  ['a missing WITH table', 'WITH x AS (SELECT 1) SELECT 1 FROM x', 'WITH x AS (SELECT 1) SELECT 1 FROM y'],
  ['an additional UNION', 'SELECT id FROM orders', 'SELECT id FROM orders UNION SELECT secret FROM vault'],
])('restrictReads refuses a text with %s', async (_, resolved, rewritten) => {
  await expect(restrictOther(resolved, rewritten)).rejects.toThrow(RefusalError)
})
