import { lexicalGate } from '../../../src/engines/sqlite/guard/lexical-gate.ts'
import { parseStatements } from '../../../src/engines/sqlite/guard/parse.ts'
import { listOf, nodeWith } from '../../../src/engines/sqlite/guard/raw-tree.ts'
import { readQuery } from '../../../src/engines/sqlite/guard/read-query.ts'
import { Refused } from '../../../src/engines/sqlite/guard/refuse.ts'
import { resolve } from '../../../src/engines/sqlite/guard/resolve.ts'
import { restrictReads } from '../../../src/engines/sqlite/guard/restrict.ts'
import { tableAccess } from '../../../src/engines/table-access.ts'
import { type Bench, openBench } from './with-engine.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

/** Reads one text and writes into another, as if the parser had told wrong places or a wrong tree. */
const restrictOther = (read: string, written: string) => {
  const tree = parseStatements(lexicalGate(read).parserText)
  const visible = new Map(
    bench.schema.tables.flatMap((table) => {
      const access = tableAccess(table, bench.rules(1))
      return access === undefined ? [] : [[table.name, access] as const]
    }),
  )
  const query = readQuery(nodeWith(listOf(tree)[0], 'Query').Query)
  return restrictReads(lexicalGate(written), tree, resolve(query, visible).reads)
}

it('restricts a text that parses to the tree it was read as', () => {
  const { statement } = restrictOther('SELECT 1 FROM orders', 'SELECT 1 FROM orders')
  expect(statement).toMatch(/^SELECT 1 FROM \(SELECT .* WHERE "tenant_id" = \?1\) AS "orders"$/)
})

it.each([
  ['another column', 'SELECT id FROM orders', 'SELECT ip FROM orders'],
  ['another table at its place', 'SELECT id FROM orders', 'SELECT id FROM stolen'],
  ['another table beside it', 'SELECT id FROM orders', 'SELECT id FROM orders, vault'],
  ['another place', 'SELECT id FROM orders', 'SELECT  id FROM orders'],
  ['a sub-select more', 'SELECT id FROM orders WHERE 1', 'SELECT id FROM orders WHERE (SELECT 1 FROM vault)'],
  ['a second statement', 'SELECT id FROM orders', 'SELECT id FROM orders UNION SELECT secret FROM vault'],
])('refuses a text that has %s', (_, read, written) => {
  expect(() => restrictOther(read, written)).toThrow(Refused)
})
