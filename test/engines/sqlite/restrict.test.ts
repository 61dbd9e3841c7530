import { lexicalGate } from '../../../src/engines/sqlite/guard/lexical-gate.ts'
import { ParsedTexts } from '../../../src/engines/sqlite/guard/parsed-texts.ts'
import { listOf, nodeWith } from '../../../src/engines/sqlite/guard/raw-tree.ts'
import { readQuery } from '../../../src/engines/sqlite/guard/read-query.ts'
import { Refused } from '../../../src/engines/sqlite/guard/refuse.ts'
import { resolve } from '../../../src/engines/sqlite/guard/resolve.ts'
import { restrictReads } from '../../../src/engines/sqlite/guard/restrict.ts'
import { VisibleTables } from '../../../src/engines/sqlite/guard/visible-tables.ts'
import { ParserPool } from '../../../src/engines/sqlite/parse/parser-pool.ts'
import { type Bench, openBench } from './with-engine.ts'

const parser = new ParserPool()
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => Promise.all([bench.close(), parser.close()]))

/** Reads one text and writes into another, as if the parser had told wrong places or a wrong tree. */
const restrictOther = async (read: string, written: string) => {
  const texts = new ParsedTexts((all) => parser.parse(all, { organizationId: 1 }))
  const [tree] = await texts.trees(lexicalGate(read).parserText)
  const query = readQuery(nodeWith(listOf(tree)[0], 'Query').Query)
  return await restrictReads(lexicalGate(written), tree, resolve(query, new VisibleTables(bench.rules(1))).reads, texts)
}

it('restricts a text that parses to the tree it was read as', async () => {
  const { statement } = await restrictOther('SELECT 1 FROM orders', 'SELECT 1 FROM orders')
  expect(statement).toMatch(/^SELECT 1 FROM \(SELECT .* WHERE "tenant_id" = \?1\) AS "orders"$/)
})

it.each([
  ['another column', 'SELECT id FROM orders', 'SELECT ip FROM orders'],
  ['another table at its place', 'SELECT id FROM orders', 'SELECT id FROM stolen'],
  ['another table beside it', 'SELECT id FROM orders', 'SELECT id FROM orders, vault'],
  ['another place', 'SELECT id FROM orders', 'SELECT  id FROM orders'],
  ['a sub-select more', 'SELECT id FROM orders WHERE 1', 'SELECT id FROM orders WHERE (SELECT 1 FROM vault)'],
  ['a second statement', 'SELECT id FROM orders', 'SELECT id FROM orders UNION SELECT secret FROM vault'],
])('refuses a text that has %s', async (_, read, written) => {
  await expect(restrictOther(read, written)).rejects.toThrow(Refused)
})
