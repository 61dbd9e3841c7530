import type { ExploreCommand, ExploreTarget } from '../../ask/rules/explore-command.ts'
import { oneLine } from '../../ask/rules/prompts/quoted.ts'
import { tableName } from '../../guard/schema.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import type { CallerKnowledge } from './explore.ts'
import { namedColumns } from './named-columns.ts'

/** Maximum length of each text and name shown to users. */
const LENGTH_MAX = 60

/** A text of a model as shown to users: one line without control characters, shortened. */
export const shortened = (text: string): string => oneLine(text, LENGTH_MAX)

/** What a request explores, for users; undefined if the caller may see nothing of it. */
export const exploreTargetOf = (
  known: Pick<CallerKnowledge, 'view'>,
  index: SchemaIndex,
  look: Exclude<ExploreCommand, { kind: 'values' }>,
): ExploreTarget | undefined => {
  if (look.kind === 'search') return { kind: 'tables', of: shortened(look.words) }
  if (look.kind === 'describe') {
    const table = index.tables[index.atAnyCase(look.table.trim()) ?? -1]
    return table && { kind: 'columns', of: shortened(tableName(table)) }
  }
  const [column, more] = namedColumns(known, index, look.within)
  if (column === undefined) return undefined
  return { kind: 'values', of: shortened(more === undefined ? `${column.table}.${column.column}` : column.table) }
}
