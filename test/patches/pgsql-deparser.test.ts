import { Deparser } from 'pgsql-deparser'
import { Printer } from '../../src/engines/postgres/guard/printer.ts'
import { loadParser } from '../../src/engines/postgres/language/parser.ts'
import { outermostContext } from '../../src/platform/patches/pgsql-deparser.ts'

const QUERIES = [
  "SELECT a.id, count(*) AS n FROM orders a JOIN items b ON b.order_id = a.id WHERE a.note LIKE 'x%' GROUP BY a.id HAVING count(*) > 2 ORDER BY n DESC LIMIT 5",
  'WITH t AS (SELECT id FROM (SELECT * FROM orders) o) SELECT CASE WHEN id > 1 THEN (SELECT max(id) FROM t) ELSE -id END FROM t UNION ALL SELECT 1',
  'SELECT id, rank() OVER w FROM orders WINDOW w AS (PARTITION BY customer ORDER BY placed) OFFSET 2',
]

const treeOf = async (text: string) => {
  const parsed = (await loadParser()).parse(text)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.tree
}

describe('Contexts of pgsql-deparser', () => {
  it.each(QUERIES)(
    'print the same text as unpatched contexts, and are created once per kind of node: %s',
    async (text) => {
      const tree = await treeOf(text)
      const printed = (context: ReturnType<typeof outermostContext>) =>
        new Deparser(tree, { pretty: false }).deparse({ ParseResult: tree }, context)
      const context = outermostContext()
      expect(context?.spawn('SelectStmt', { select: true })).toBe(context?.spawn('SelectStmt', { select: true }))
      expect(printed(context)).toBe(printed(undefined))
    },
  )

  it('are not patched in another version, which prints the same text', async () => {
    expect(outermostContext('18.3.9')).toBeUndefined()
    for (const text of QUERIES) {
      const tree = await treeOf(text)
      const filters = filtersOf(tree)
      expect(Printer.print(tree, filters, '18.3.9')).toBe(Printer.print(structuredClone(tree), filters))
    }
  })
})

/** Sub-selects in FROM. */
const filtersOf = (value: unknown, found = new Set<object>()): ReadonlySet<object> => {
  if (typeof value !== 'object' || value === null) return found
  if ('subquery' in value && typeof value.subquery === 'object' && value.subquery !== null) found.add(value.subquery)
  for (const part of Object.values(value)) filtersOf(part, found)
  return found
}
