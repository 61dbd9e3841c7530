import { useBench } from './contract-bench.ts'
import type { EngineAdapter, EngineFailing, LoadedDatabase } from './engine-adapter.ts'
import { TABLES } from './fixture.ts'
import { ofOneTenant } from './fixture-table.ts'
import { cells, unordered } from './results.ts'

/** The id of a row of tenant 2 in each table that is filtered through its parent. */
const FOREIGN_ID = 2003

type FailsAt = (column: string) => string

/** Drafts on tables that are filtered through their parents, with a failing expression in every clause. */
const draftsWith = (f: FailsAt): readonly string[] => [
  `SELECT i.id FROM order_items i WHERE ${f('i.id')} IS NOT NULL`,
  `SELECT i.id FROM order_items i WHERE i.quantity > 0 AND (i.price < 0 OR ${f('i.id')} IS NOT NULL)`,
  `SELECT i.id FROM order_items i WHERE NOT (${f('i.id')} IS NULL) ORDER BY i.id`,
  `SELECT i.id FROM order_items i WHERE ${f('i.id')} IN (1, 2) OR i.id > 0`,
  `SELECT i.id FROM order_items i WHERE CASE WHEN i.id > 0 THEN ${f('i.id')} ELSE 0 END IS NOT NULL`,
  `SELECT o.id, i.id FROM orders o JOIN order_items i ON i.order_id = o.id AND ${f('i.id')} IS NOT NULL`,
  `SELECT o.id, i.id FROM orders o LEFT JOIN order_items i ON i.order_id = o.id AND ${f('i.id')} IS NOT NULL`,
  `SELECT i.id FROM order_items i ORDER BY ${f('i.id')}, i.id`,
  `SELECT i.id, ${f('i.id')} AS x FROM order_items i ORDER BY x`,
  `SELECT ${f('i.id')} AS x, i.id FROM order_items i ORDER BY 1`,
  `SELECT COUNT(*) FROM order_items i GROUP BY ${f('i.id')}`,
  `SELECT ${f('i.id')} AS x, COUNT(*) FROM order_items i GROUP BY x`,
  `SELECT DISTINCT ${f('i.id')} AS x FROM order_items i`,
  `SELECT i.id, COUNT(*) FROM order_items i GROUP BY i.id HAVING ${f('i.id')} IS NOT NULL`,
  `SELECT i.order_id, MAX(${f('i.id')}) FROM order_items i GROUP BY i.order_id HAVING MAX(${f('i.id')}) IS NOT NULL`,
  `SELECT i.id, ${f('i.id')} FROM order_items i`,
  `SELECT COUNT(${f('i.id')}), MIN(${f('i.id')}) FROM order_items i`,
  `SELECT x.y FROM (SELECT ${f('i.id')} AS y FROM order_items i) x WHERE x.y IS NOT NULL`,
  `SELECT o.id, x.y FROM orders o LEFT JOIN (SELECT i.order_id, ${f('i.id')} AS y FROM order_items i) x ON x.order_id = o.id`,
  `SELECT o.id, x.y FROM orders o JOIN (SELECT order_id, MAX(${f('id')}) AS y FROM order_items GROUP BY order_id) x ON x.order_id = o.id`,
  `WITH x AS (SELECT i.order_id, ${f('i.id')} AS y FROM order_items i) SELECT o.id FROM orders o JOIN x ON x.order_id = o.id WHERE x.y IS NOT NULL`,
  `SELECT o.id FROM orders o WHERE EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND ${f('i.id')} IS NOT NULL)`,
  `SELECT o.id FROM orders o WHERE o.id IN (SELECT i.order_id FROM order_items i WHERE ${f('i.id')} IS NOT NULL)`,
  `SELECT o.id FROM orders o WHERE o.id NOT IN (SELECT ${f('i.id')} FROM order_items i)`,
  `SELECT o.id FROM orders o WHERE o.id > (SELECT MIN(${f('i.id')}) - 1 FROM order_items i)`,
  `SELECT i.id FROM order_items i WHERE (SELECT SUM(${f('i.id')} - LENGTH(c.code)) FROM countries c) IS NOT NULL`,
  `SELECT i.id FROM order_items i WHERE EXISTS (SELECT MAX(${f('i.id')} - LENGTH(c.code)) AS x FROM countries c HAVING MAX(${f('i.id')} - LENGTH(c.code)) <> 7)`,
  `SELECT i.id FROM order_items i WHERE i.id IN (SELECT i.id FROM countries WHERE ${f('i.id')} IS NOT NULL)`,
  `SELECT i.id FROM order_items i WHERE 0 < (SELECT COUNT(*) FROM orders o WHERE o.id = i.order_id AND ${f('i.id')} IS NOT NULL)`,
  `SELECT o.id, (SELECT MAX(${f('i.id')}) FROM order_items i WHERE i.order_id = o.id) FROM orders o`,
  `SELECT i.id, ROW_NUMBER() OVER (ORDER BY ${f('i.id')}, i.id) AS n FROM order_items i`,
  `SELECT i.id, SUM(i.quantity) OVER (PARTITION BY ${f('i.id')}) AS n FROM order_items i`,
  `SELECT x.id FROM (SELECT i.id, ROW_NUMBER() OVER (PARTITION BY ${f('i.id')} ORDER BY i.id) AS n FROM order_items i) x WHERE x.n = 1`,
  `SELECT i.id FROM order_items i UNION SELECT ${f('i.id')} FROM order_items i`,
  `SELECT 1 AS x UNION ALL SELECT ${f('i.id')} FROM order_items i ORDER BY x`,
  `SELECT i.id FROM order_items i, countries c WHERE ${f('i.id')} IS NOT NULL AND c.code = 'DE'`,
  `SELECT n.id FROM item_notes n JOIN order_items i ON i.id = n.item_id WHERE ${f('n.id')} IS NOT NULL`,
  `SELECT n.id FROM order_items i LEFT JOIN item_notes n ON i.id = n.item_id AND ${f('n.id')} IS NOT NULL`,
  `SELECT m.id, m.mark FROM note_marks m WHERE ${f('m.id')} IS NOT NULL AND m.mark >= 0`,
  `SELECT ${f('i.id')} AS x FROM order_items i WHERE i.id = ${FOREIGN_ID}`,
  `SELECT SUM(${f('i.id')}) AS x FROM order_items i WHERE i.id = ${FOREIGN_ID}`,
  `SELECT o.id FROM orders o WHERE (SELECT SUM(${f('o.id')} - LENGTH(c.code)) FROM countries c) IS NOT NULL`,
  `SELECT o.id FROM orders o WHERE EXISTS (SELECT MAX(${f('o.id')} - LENGTH(c.code)) AS x FROM countries c HAVING MAX(${f('o.id')} - LENGTH(c.code)) <> 7)`,
  `SELECT COUNT(*) FROM note_marks m JOIN item_notes n ON n.id = m.note_id WHERE ${f('m.id')} IS NOT NULL`,
]

/** Drafts that fail on one row of tenant 2, with the failing expression in every clause. */
export const tellingDrafts = ({ at, more }: EngineFailing): readonly string[] => [
  ...draftsWith((column) => at(column, FOREIGN_ID)),
  ...more,
]

/**
 * A filter through a parent table is a join, and a server may evaluate conditions in any order: an error on a row of
 * another tenant would reveal that row (error oracle). So a draft must not fail, and must return what it returns in a
 * database without those rows.
 */
export const telling = (adapter: EngineAdapter & { readonly failing: EngineFailing }): void => {
  const bench = useBench(adapter)
  const { fence, spying } = adapter.failing
  const drafts = tellingDrafts(adapter.failing)

  describe.each([
    { tenant: 1, scope: undefined },
    { tenant: 1, scope: 'ann' },
  ])('S52 no error reveals a row of another tenant to tenant $tenant, scope $scope:', ({ tenant, scope }) => {
    let copy: LoadedDatabase
    beforeAll(async () => {
      copy = await adapter.load(ofOneTenant(TABLES, tenant, scope))
    })
    afterAll(() => copy.remove())

    it.each(drafts)('%s', async (draft) => {
      const asked = await bench().ask(draft, bench().rules(tenant, scope))
      expect(asked.refusal).toBeUndefined()
      expect(unordered(asked.result === undefined ? [] : cells(asked.result))).toEqual(
        unordered(await copy.find(draft)),
      )
    })
  })

  it.each(spying)('S52 the guard refuses drafts that read plans or statistics or measure time: %s', async (draft) => {
    expect(await bench().engine.guard(draft, bench().rules(1))).toMatchObject({ ok: false })
  })

  it('every error oracle draft fails without a restriction, and many fail without a fence', async () => {
    const fails = async (statement: string) =>
      (await bench()
        .database.find(statement)
        .catch(() => 'failed')) === 'failed'
    let unfenced = 0
    const succeeded: string[] = []
    for (const draft of drafts) {
      if (!(await fails(draft))) succeeded.push(draft)
      if (fence === null) continue
      const { statement } = await bench().guard(draft)
      const open = statement.replaceAll(/\$1|\?/g, '1').replaceAll(fence, '')
      if (open.length < statement.length - 1 && (await fails(open))) unfenced++
    }
    expect(succeeded).toEqual([])
    if (fence !== null) expect(unfenced).toBeGreaterThan(drafts.length / 3)
  })

  it('the guard writes no fence if no expression of a query can fail', async () => {
    if (fence === null) return
    for (const draft of QUIET)
      expect({ draft, fenced: (await bench().guard(draft)).statement.includes(fence) }).toEqual({
        draft,
        fenced: false,
      })
  })
}

const QUIET: readonly string[] = [
  'SELECT id, quantity FROM order_items WHERE order_id = 1003',
  'SELECT i.id, i.quantity * i.price AS line FROM order_items i WHERE i.order_id IN (1001, 1002) ORDER BY i.id',
  "SELECT SUM(i.quantity * i.price) AS total FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.status = 'paid'",
  "SELECT n.note FROM item_notes n WHERE n.note LIKE 'note 1%' AND n.id BETWEEN 1 AND 2000",
  'SELECT mark, COUNT(*) AS n FROM note_marks GROUP BY mark HAVING COUNT(*) > 1 ORDER BY n DESC, mark LIMIT 5',
  'SELECT o.id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id)',
]
