import type { Engine } from '../../engines/engine.ts'
import { findIndexAdvice } from '../../guard/index-advice.ts'
import type { Policy } from '../../guard/policy.ts'
import { type Schema, tableName } from '../../guard/schema.ts'
import { runInSlices } from '../../platform/values/sliced.ts'

/** An index that would speed up tenants' questions. */
export interface IndexSuggestion {
  readonly table: string
  readonly column: string
  readonly rows: number | null
  readonly reason: string
  /** Null if the engine has no such statement. */
  readonly statement: string | null
}

const NAME_MAX = 60

/** Missing indexes for the filters of a policy. */
export const indexSuggestions = async (
  { dialect }: Engine,
  schema: Schema,
  policy: Policy,
): Promise<readonly IndexSuggestion[]> =>
  (await runInSlices(findIndexAdvice(schema, policy, dialect.folding(schema)))).map(({ table, column, reason }) => {
    const { sql } = dialect
    const name = `${table.name}_${column}`.slice(0, NAME_MAX)
    const statement =
      sql === null
        ? (dialect.indexStatement?.(table.name, column) ?? null)
        : `CREATE INDEX ${sql.identifier(name)} ON ${sql.table(table)} (${sql.identifier(column)})`
    return { table: tableName(table), column, rows: table.rowCount ?? null, reason, statement }
  })
