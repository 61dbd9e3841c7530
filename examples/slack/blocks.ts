import type { types } from '@slack/bolt'
import type { AnswerPart, ResultRows, TurnView } from '@tabletalk/client'

/** Limits of Slack: characters of a section, of a button and of its value, and of all cells of a table. */
const [SECTION_MAX, LABEL_MAX, VALUE_MAX, TABLE_MAX] = [3_000, 75, 2_000, 10_000]
const [ROWS_MAX, COLUMNS_MAX, CELL_MAX] = [30, 20, 100]

/** Text as mrkdwn. Escaped text cannot mention users or channels, or contain links. */
export const mrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('**', '*')

/** The question in a message, as it was typed and without mentions. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/<@[^>]*>/g, '')
    .replaceAll(/<(?:[^|>]*\|)?([^>]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()

/** The text of a turn that has ended, as mrkdwn. */
export const endText = ({ state, text, failure }: TurnView): string => {
  if (failure !== undefined) return `:warning: ${mrkdwn(failure.message)}`
  return state === 'cancelled' ? `${mrkdwn(text)}\n_Cancelled._` : mrkdwn(text)
}

/** An answer: its text, the table of its first query, and its choices as buttons. */
export const answerBlocks = (turn: TurnView): types.KnownBlock[] => {
  const buttons = turn.choices.map(
    ({ label, question }, at): types.Button => ({
      type: 'button',
      action_id: `choice_${at}`,
      text: { type: 'plain_text', text: cut(label, LABEL_MAX) },
      value: question.slice(0, VALUE_MAX),
    }),
  )
  const choices: types.KnownBlock[] = buttons.length === 0 ? [] : [{ type: 'actions', elements: buttons }]
  return [section(endText(turn)), ...turn.parts.slice(0, 1).flatMap(tableBlocks), ...choices]
}

/** @param text mrkdwn, of which `verbatim` leaves names of channels alone */
export const section = (text: string): types.KnownBlock => ({
  type: 'section',
  text: { type: 'mrkdwn', text: cut(text || '–', SECTION_MAX), verbatim: true },
})

/** A table of the first rows. Slack does not interpret `raw_text`. */
export const tableBlocks = ({ rows: found }: AnswerPart): types.KnownBlock[] => {
  if (found === undefined || found.rows.length === 0) return []
  const columns = found.columns.slice(0, COLUMNS_MAX)
  const rows = [columns.map(({ name, title = name }) => cellOf(title)), ...cellsOf(found)]
  while (JSON.stringify(rows).length > TABLE_MAX && rows.length > 2) rows.pop()
  const settings = columns.map(({ type }) => ({ align: type === 'number' ? ('right' as const) : ('left' as const) }))
  const table: types.KnownBlock = { type: 'table', rows, column_settings: settings }
  const shown = rows.length - 1
  if (!found.truncated && shown >= found.rowCount) return [table]
  const note = `The first ${shown} of ${found.truncated ? 'more than ' : ''}${found.rowCount} rows.`
  return [table, { type: 'context', elements: [{ type: 'plain_text', text: note }] }]
}

const cellsOf = ({ columns, rows }: ResultRows) =>
  rows.slice(0, ROWS_MAX).map((row) => columns.slice(0, COLUMNS_MAX).map(({ name }) => cellOf(row[name])))

const cellOf = (value: unknown): types.RawTextElement => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return { type: 'raw_text', text: value === null || text === '' ? '–' : cut(text, CELL_MAX) }
}

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text)
