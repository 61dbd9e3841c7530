import { conditionTables, groupTable } from './best-measure.ts'
import type { Ir } from './ir.ts'

/** Tables that an earlier question was about: what a follow-up says is read as part of them. */
export const tablesOf = (ir: Ir): string[] => [
  ...new Set([ir.anchor, ...ir.groups.map(groupTable), ...ir.where.flatMap(conditionTables)]),
]

/** The rows that an earlier question was about. */
export const entityOf = (ir: Ir): string => {
  const entity = ir.groups.find((group) => group.type === 'entity')
  return entity?.type === 'entity' ? entity.table : ir.anchor
}
