import { tableName } from '../../guard/schema.ts'
import { publishesSharedValues } from '../../manage/databases/rules/database-settings.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import { textColumns } from '../text-columns.ts'
import { visibleTables } from '../visible-schema.ts'
import type { CatalogSource } from './catalog-source.ts'
import { placeholderRestriction } from './learn-paths.ts'
import { formerColumns, learningOrder } from './learning-order.ts'
import { ruleDigest } from './rule-digest.ts'

/**
 * The text columns visible to at least one kind of caller, in learning order, with their previous entries and the
 * digest of their table's row rules.
 *
 * @param origin digest of the address and the scoping: entries of another origin are not kept
 */
export const learnableColumns = async (source: CatalogSource, origin: string) => {
  const { database, engine, schema, former, verifiedQueries = [] } = source
  const { policy, glossary } = database
  const placeholder = placeholderRestriction(source)
  const folding = engine.dialect.folding(schema)
  const visible = await runInSlices(visibleTables({ schema, policy, restriction: placeholder }, folding))
  const all = await runInSlices(textColumns(visible, glossary, placeholder))
  const columns = publishesSharedValues(database) ? all : all.filter(({ byTenant, byScope }) => !byTenant && !byScope)
  const rules = new Map(visible.map((access) => [tableName(access.table), ruleDigest(access.rules)]))
  const ruleOf = (table: string) => rules.get(table) ?? ''
  const known = formerColumns(former, origin, columns, ruleOf)
  const chunks = learningOrder(columns, { schema, glossary, verifiedQueries, former: known })
  const tables = new Map(visible.map(({ table }) => [tableName(table), table]))
  return { columns, chunks, known, ruleOf, tables }
}
