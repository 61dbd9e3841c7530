import { tableName } from '../../guard/schema.ts'
import { publishesSharedValues } from '../../manage/databases/rules/database-settings.ts'
import { inSlices } from '../../platform/values/sliced.ts'
import { textColumns } from '../text-columns.ts'
import { visibleTables } from '../visible-schema.ts'
import type { CatalogSource } from './catalog-source.ts'
import { anyoneOf } from './learn-paths.ts'
import { formerColumns, learningOrder } from './learning-order.ts'
import { ruleDigest } from './rule-digest.ts'

/**
 * The text columns that some caller may see, in the order in which they are learnt, with what is known of them and what
 * decides about the rows of their tables.
 *
 * @param origin of the address and the scoping: what a catalog of another one knows is not kept
 */
export const learnableColumns = async (source: CatalogSource, origin: string) => {
  const { database, engine, schema, former, verifiedQueries = [] } = source
  const { policy, glossary } = database
  const anyone = anyoneOf(source)
  const folding = engine.dialect.folding(schema)
  const visible = await inSlices(visibleTables({ schema, policy, restriction: anyone }, folding))
  const all = await inSlices(textColumns(visible, glossary, anyone))
  const columns = publishesSharedValues(database) ? all : all.filter(({ byTenant, byScope }) => !byTenant && !byScope)
  const rules = new Map(visible.map((access) => [tableName(access.table), ruleDigest(access.rules)]))
  const ruleOf = (table: string) => rules.get(table) ?? ''
  const known = formerColumns(former, origin, columns, ruleOf)
  const chunks = learningOrder(columns, { schema, glossary, verifiedQueries, former: known })
  const tables = new Map(visible.map(({ table }) => [tableName(table), table]))
  return { columns, chunks, known, ruleOf, tables }
}
