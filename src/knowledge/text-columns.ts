import { isTextType } from '../ask/rules/column-type.ts'
import type { Glossary } from '../ask/rules/glossary.ts'
import { columnKey } from '../ask/rules/knowledge.ts'
import type { Restriction } from '../guard/restriction.ts'
import { tableName } from '../guard/schema.ts'
import type { RowRule, TableAccess } from '../guard/table-access.ts'
import type { Sliced } from '../platform/values/sliced.ts'

/** A text column whose values planners may know. */
export interface TextColumn extends Bounds {
  readonly table: string
  readonly column: string
}

/** Whether the tenant, or the scope, decides which rows of a table are seen. */
export interface Bounds {
  readonly byTenant: boolean
  readonly byScope: boolean
}

/** Which of its bounds a restriction has put on a table. */
export const boundsOf = ({ rules }: Pick<TableAccess, 'rules'>, { tenant, scope }: Restriction): Bounds => ({
  byTenant: uses(rules, tenant),
  byScope: uses(rules, scope),
})

/** The text columns that a caller may see, in the order of the schema, without those whose values go nowhere. */
export function* textColumns(
  visible: readonly TableAccess[],
  glossary: Glossary,
  restriction: Restriction,
): Sliced<readonly TextColumn[]> {
  const silent = new Set(glossary.columns.filter(({ values }) => values === 'none').map(columnKey))
  const found: TextColumn[] = []
  for (const access of visible) {
    const { table, columns } = access
    const name = tableName(table)
    const shown = new Set(columns)
    const bounds = boundsOf(access, restriction)
    for (const column of table.columns)
      if (
        shown.has(column.name) &&
        isTextType(column.type) &&
        !silent.has(columnKey({ table: name, column: column.name }))
      )
        found.push({ table: name, column: column.name, ...bounds })
    yield
  }
  return found
}

/** True when rows are seen or not by this bound: rules carry the restriction's own object. */
const uses = (rules: readonly RowRule[], bound: Restriction['tenant']): boolean =>
  bound !== undefined && rules.some((rule) => (rule.kind === 'own' ? rule.bound === bound : uses(rule.rules, bound)))
