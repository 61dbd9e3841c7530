import type { IndexSuggestion } from '../manage/databases/index-suggestions.ts'
import { printable } from './rows-table.ts'
import type { Terminal } from './terminal.ts'

const NOTES_MAX = 10

/** Says them to whoever may make them; nothing is made here, because that is for the owner of a database to time. */
export const noteSuggestions = (terminal: Pick<Terminal, 'note'>, suggestions: readonly IndexSuggestion[]): void => {
  for (const { table, column, rows, reason, statement } of suggestions.slice(0, NOTES_MAX)) {
    const size = rows === null ? '' : ` (about ${rows} rows)`
    terminal.note(printable(`slow: ${table}${size}: ${reason}: ${statement ?? `create an index on ${column}`}`))
  }
  const more = suggestions.length - NOTES_MAX
  if (more > 0) terminal.note(`slow: ${more} more tables; --json lists all`)
}
