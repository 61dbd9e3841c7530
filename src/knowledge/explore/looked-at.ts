import type { Look, LookedAt } from '../../ask/rules/look.ts'
import { oneLine } from '../../ask/rules/prompts/quoted.ts'
import { tableName } from '../../guard/schema.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import type { Known } from './explore.ts'
import { columnsNamed } from './looked-into.ts'

/** Maximum length of each text and name shown to users. */
const LENGTH_MAX = 60

/** A text of a model as shown to users: one line without control characters, shortened. */
export const saidShortly = (text: string): string => oneLine(text, LENGTH_MAX)

/** What a request explores, for users; undefined if the caller may see nothing of it. */
export const lookedAt = (
  known: Pick<Known, 'view'>,
  index: SchemaIndex,
  look: Exclude<Look, { kind: 'values' }>,
): LookedAt | undefined => {
  if (look.kind === 'search') return { kind: 'tables', of: saidShortly(look.words) }
  if (look.kind === 'describe') {
    const table = index.tables[index.atAnyCase(look.table.trim()) ?? -1]
    return table && { kind: 'columns', of: saidShortly(tableName(table)) }
  }
  const [column, more] = columnsNamed(known, index, look.within)
  if (column === undefined) return undefined
  return { kind: 'values', of: saidShortly(more === undefined ? `${column.table}.${column.column}` : column.table) }
}
