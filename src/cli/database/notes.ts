import type { ExcessRights } from '../../engines/shared/describe/inspection.ts'
import type { IndexSuggestion } from '../../manage/databases/index-suggestions.ts'
import { printable } from '../../platform/values/printable.ts'
import type { Terminal } from '../terminal.ts'

/** Notes on excess privileges of a database user. Statements run READ ONLY anyway; a read-only user is a second protection. */
export const rightsLines = ({ rights, advice }: ExcessRights): readonly string[] =>
  rights.length === 0
    ? []
    : [
        ...rights.map((right) => printable(`The database user ${right}; Tabletalk only needs SELECT.`)),
        'To create a read-only user, run as the owner of the database:',
        ...advice.map((statement) => printable(`  ${statement}`)),
      ]

const NOTES_MAX = 10

/** Notes suggested indexes. None is created: the owner of the database decides when. */
export const noteSuggestions = (terminal: Pick<Terminal, 'note'>, suggestions: readonly IndexSuggestion[]): void => {
  for (const { table, column, rows, reason, statement } of suggestions.slice(0, NOTES_MAX)) {
    const size = rows === null ? '' : ` (about ${rows} rows)`
    terminal.note(printable(`slow: ${table}${size}: ${reason}: ${statement ?? `create an index on ${column}`}`))
  }
  const more = suggestions.length - NOTES_MAX
  if (more > 0) terminal.note(`slow: ${more} more tables; --json lists all`)
}
