import { findIndexAdvice } from '../domain/guard/index-advice.ts'
import type { Policy } from '../domain/guard/policy.ts'
import { type Schema, tableName } from '../domain/guard/schema.ts'
import { inSlices } from '../domain/sliced.ts'
import type { Engine } from '../engines/engine.ts'

/** An index that would make the questions of tenants faster. */
export interface IndexSuggestion {
  readonly table: string
  readonly column: string
  readonly rows: number | null
  readonly reason: string
  /** Null on engines that have no such statement. */
  readonly statement: string | null
}

const NAME_MAX = 60

/** The indexes that the filters of a policy miss in a database. */
export const indexSuggestions = async (
  engine: Engine,
  schema: Schema,
  policy: Policy,
): Promise<readonly IndexSuggestion[]> =>
  (await inSlices(findIndexAdvice(schema, policy, engine.folding(schema)))).map(({ table, column, reason }) => {
    const { dialect } = engine
    const name = `${table.name}_${column}`.slice(0, NAME_MAX)
    const statement =
      dialect === null
        ? (engine.indexStatement?.(table.name, column) ?? null)
        : `CREATE INDEX ${dialect.identifier(name)} ON ${dialect.table(table)} (${dialect.identifier(column)})`
    return { table: tableName(table), column, rows: table.rowCount ?? null, reason, statement }
  })
