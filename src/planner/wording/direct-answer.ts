import type { QueryResult, Row } from '../../ask/rules/outcome.ts'
import type { Json } from '../../platform/values/json.ts'
import { amountText } from './amount-text.ts'
import { capital, withoutDot } from './capital.ts'
import { comparedRows } from './compared-rows.ts'
import type { FiguredColumn } from './figures-of.ts'
import { rowLines, rowTexts } from './row-lines.ts'
import { isSeveral, ofOne, queriedRows } from './scope-of.ts'
import type { Figure, Subject } from './subject.ts'

/** A result with described columns, and its rows in display order. */
export interface DescribedResult {
  readonly result: QueryResult
  readonly rows: readonly Row[]
  readonly columns: readonly FiguredColumn[]
  readonly subject: Subject | null
  readonly explanation: string
}

const COUNTS = new Intl.NumberFormat('en-US')

/** The direct answer: a sentence, or a heading and rows as a list. */
export const directAnswer = (described: DescribedResult): string => {
  const { result, rows, columns, subject } = described
  const [row] = rows
  const [column] = columns
  if (hasOnlyOversizedRows(result)) return CUT_TO_NOTHING
  if (subject === null) return explainedRows(described)
  if (row === undefined || column === undefined) return emptyAnswer(subject)
  const compared = comparedRows(rows, columns, subject)
  if (compared !== undefined) return compared
  if (result.rowCount === 1 && columns.length === 1) return singleValue(row[column.name], column.figure, subject)
  if (subject.shape === 'value' && result.rowCount === 1) return severalValues(row, columns, subject)
  if (subject.shape === 'list') return listAnswer(described, subject)
  return groupsAnswer(described, subject)
}

/** Whether the result has rows, but none fits the limits. */
export const hasOnlyOversizedRows = ({ rowCount, truncated }: QueryResult): boolean => rowCount === 0 && truncated

export const CUT_TO_NOTHING = 'There are rows, but they are too large to be shown.'

/** If only the explanation of the draft is known. */
const explainedRows = ({ result, rows, columns, explanation }: DescribedResult): string => {
  const [row] = rows
  const [column, other] = columns
  const head = capital(withoutDot(explanation))
  if (row === undefined || column === undefined) return `${head}: nothing matches these conditions.`
  if (result.rowCount === 1 && other === undefined) return `${head}: ${amountText(row[column.name], column.figure)}.`
  const count = COUNTS.format(result.rowCount)
  return `${head}: ${count} ${result.rowCount === 1 ? 'row' : 'rows'}:\n${rowLines(result, rows, columns)}`
}

const severalValues = (row: Row, columns: readonly FiguredColumn[], subject: Subject): string => {
  const values = columns.map(({ name, figure }) => {
    const amount = amountText(row[name], figure)
    return figure.says === '' ? amount : `${figure.says} ${amount}`
  })
  const listed = values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`
  return subject.scope === '' ? `${capital(listed)}.` : `${capital(queriedRows(subject))}: ${listed}.`
}

const groupsAnswer = ({ result, rows, columns }: DescribedResult, subject: Subject): string => {
  const [row] = rows
  const [line] = row === undefined ? [] : rowTexts([row], columns)
  const head = `${capital(subject.measure)} by ${subject.group ?? 'group'}`
  if (row === undefined || line === undefined) return emptyAnswer(subject)
  if (subject.shape !== 'ranking' || subject.first === null)
    return result.rowCount === 1
      ? `${head}${subject.scope}: ${line}.`
      : `${head}${subject.scope}:\n${rowLines(result, rows, columns)}`
  const labels = columns.filter(({ figure }) => figure.role === 'label')
  // "The most customers: 245" has named the measure.
  const values = columns
    .filter(({ figure }) => figure.role === 'value')
    .map((column) =>
      column.figure.one === null ? column : { ...column, figure: { ...column.figure, unit: null, one: null } },
    )
  const [name, value] = [labels, values].map((shown) => rowTexts([row], shown)[0] ?? '')
  const has = subject.isPast ? 'had' : 'has'
  const lead = `${name} ${has} the ${subject.first}${subject.scope}: ${value}.`
  return result.rowCount === 1 ? lead : `${lead} ${head}:\n${rowLines(result, rows, columns)}`
}

const listAnswer = ({ result, rows, columns }: DescribedResult, subject: Subject): string => {
  const { one, many, first, scope } = subject
  const [row] = rows
  if (result.rowCount === 1 && first !== null && row !== undefined) {
    const which = first.includes(' ') ? `${one} with the ${first}` : `${first} ${one}`
    return `The ${which}${ofOne(scope)} is ${rowTexts([row], columns)[0] ?? ''}.`
  }
  const count = `${result.truncated ? 'More than ' : ''}${COUNTS.format(result.rowCount)}`
  const isOne = result.rowCount === 1
  const rowsAsked = isOne ? `${one}${ofOne(scope)}` : `${many}${scope}`
  const order = first === null ? '' : `, ${first} first`
  const yes = subject.isWhether ? 'Yes, ' : ''
  return `${yes}${count} ${rowsAsked}${order}:\n${rowLines(result, rows, columns)}`
}

/** States that there are no such rows, and their conditions. */
const emptyAnswer = (subject: Subject): string => `${capitalNo(subject)} no ${queriedRows(subject)}.`

const capitalNo = ({ isWhether }: Subject): string => (isWhether ? 'No, there are' : 'There are')

/** The single number, date or name of a result, in a sentence. */
const singleValue = (cell: Json | undefined, figure: Figure, subject: Subject): string => {
  const { shape, isWhether, isPast, scope } = subject
  if (shape === 'list') return `${amountText(cell, figure)}.`
  if (cell === null || cell === undefined)
    return `There is no ${shape === 'share' ? 'such share' : subject.measure}: there are no ${queriedRows(subject)}.`
  if (shape === 'share') return `${amountText(cell, figure)} of ${queriedRows(subject)} ${subject.measure}.`
  if (shape === 'count' && typeof cell === 'number') {
    if (cell === 0) return emptyAnswer(subject)
    const verb = cell === 1 ? (isPast ? 'was' : 'is') : isPast ? 'were' : 'are'
    return `${isWhether ? 'Yes, there' : 'There'} ${verb} ${amountText(cell, figure)}${cell === 1 ? ofOne(scope) : scope}.`
  }
  const isPlural = isSeveral(subject.measure)
  const verb = isPlural ? (isPast ? 'were' : 'are') : isPast ? 'was' : 'is'
  return `The ${subject.asked} ${verb} ${amountText(cell, figure)}.`
}
