import type { Composition } from '../../domain/ask/answer.ts'
import type { ComposeRequest } from '../planner.ts'

const ROWS_SHOWN = 5

/** The rows in words, without a model. */
export const phraseRows = ({ draft, result }: ComposeRequest): Composition => {
  const about = draft.explanation.replace(/[.\s]+$/, '')
  if (result.rowCount === 0) return { message: `No row matches: ${about}.`, suggestions: [] }
  const rows = result.rows.slice(0, ROWS_SHOWN).map((row) =>
    Object.values(row)
      .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      .join(', '),
  )
  const more = result.truncated ? 'or more ' : ''
  const count = result.rowCount === 1 ? '' : ` (${result.rowCount} ${more}rows)`
  return { message: `${about}${count}: ${rows.join('; ')}.`, suggestions: [] }
}
