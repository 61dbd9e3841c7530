import type { Glossary } from '../domain/ask/glossary.ts'
import type { Restriction } from '../domain/guard/restriction.ts'
import { type Column, tableName } from '../domain/guard/schema.ts'
import type { RowRule, TableAccess } from '../domain/guard/table-access.ts'
import type { Sliced } from '../domain/sliced.ts'

/** A text column whose values planners may know, and which of the caller's bounds decide on its rows. */
export interface ReadableColumn {
  readonly table: string
  readonly column: string
  /** Its place in the schema. */
  readonly at: number
  readonly byTenant: boolean
  readonly byScope: boolean
}

/** However large the schema, no caller has more columns read than this. */
const COLUMNS_MAX = 200

const TEXT = /char|text|clob|string|enum/i
/** States, kinds and places are named in questions, and have few values. */
const CATEGORY =
  /status|state|type|kind|category|role|segment|channel|priority|reason|method|city|country|region|plan$/i
const NAME = /(^|[._])(name|title|label|code)$/i
/** Prose and addresses of machines: nobody quotes them. */
const DULL = /url|website|hash|token|uuid|notes?$|comment|description|body|payload|password/i

/**
 * The columns to read, the likeliest to be named in a question first: those of tables that the customer's glossary
 * speaks of, then short categories, then names, prose last.
 */
export function* readableColumns(
  visible: readonly TableAccess[],
  glossary: Glossary,
  restriction: Restriction,
): Sliced<readonly ReadableColumn[]> {
  const named = new Set([
    ...glossary.tables.map(({ table }) => table),
    ...glossary.columns.map(({ table }) => table),
    ...glossary.phrases.map(({ table }) => table),
  ])
  const byRank: ReadableColumn[][] = Array.from({ length: RANKS }, () => [])
  let at = 0
  for (const { table, columns, rules } of visible) {
    const name = tableName(table)
    const shown = new Set(columns)
    const byTenant = uses(rules, restriction.tenant)
    const byScope = uses(rules, restriction.scope)
    for (const column of table.columns) {
      if (!shown.has(column.name) || !TEXT.test(column.type)) continue
      const some = byRank[(named.has(name) ? 0 : UNNAMED) + rankOf(column)] ?? []
      if (some.length < COLUMNS_MAX) some.push({ table: name, column: column.name, at, byTenant, byScope })
      at++
    }
    yield
  }
  return byRank.flat().slice(0, COLUMNS_MAX)
}

/** Ranks of columns whose tables nobody speaks of come after all others. */
const UNNAMED = 4
const RANKS = 2 * UNNAMED

const rankOf = ({ name }: Column): number => (DULL.test(name) ? 3 : CATEGORY.test(name) ? 0 : NAME.test(name) ? 1 : 2)

/** True when rows are seen or not by this bound: rules carry the restriction's own object. */
const uses = (rules: readonly RowRule[], bound: Restriction['tenant']): boolean =>
  bound !== undefined && rules.some((rule) => (rule.kind === 'own' ? rule.bound === bound : uses(rule.rules, bound)))
