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

/** Whether the tenant, or the scope, restricts which rows of a table are seen. */
export interface Bounds {
  readonly byTenant: boolean
  readonly byScope: boolean
}

/** The bounds that a restriction applies to a table. */
export const boundsOf = ({ rules }: Pick<TableAccess, 'rules'>, { tenant, scope }: Restriction): Bounds => ({
  byTenant: uses(rules, tenant),
  byScope: uses(rules, scope),
})

/** The text columns visible to a caller, in schema order, without those whose values are hidden. */
export function* textColumns(
  visible: readonly TableAccess[],
  glossary: Glossary,
  restriction: Restriction,
): Sliced<readonly TextColumn[]> {
  const hiddenValues = new Set(glossary.columns.filter(({ values }) => values === 'none').map(columnKey))
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
        !hiddenValues.has(columnKey({ table: name, column: column.name }))
      )
        found.push({ table: name, column: column.name, ...bounds })
    yield
  }
  return found
}

/** True if this bound restricts the rows: rules refer to the restriction's own object. */
const uses = (rules: readonly RowRule[], bound: Restriction['tenant']): boolean =>
  bound !== undefined && rules.some((rule) => (rule.kind === 'own' ? rule.bound === bound : uses(rule.rules, bound)))
