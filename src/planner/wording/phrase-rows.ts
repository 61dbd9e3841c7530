import type { Chart } from '../../ask/rules/answer.ts'
import type { QueryResult } from '../../ask/rules/outcome.ts'
import { amountText } from './amount-text.ts'
import { withoutDot } from './capital.ts'
import { cellText } from './cell-text.ts'
import { chartOf } from './chart-of.ts'
import { CUT_TO_NOTHING, type DescribedResult, directAnswer, hasOnlyOversizedRows } from './direct-answer.ts'
import { type FiguredColumn, figuresOf } from './figures-of.ts'
import { rowLines } from './row-lines.ts'
import { sortedByLabel } from './sorted-by-label.ts'
import type { Subject } from './subject.ts'

export interface Phrasing {
  readonly message: string
  readonly chart?: Chart
}

export interface RowsToPhrase {
  readonly result: QueryResult
  /** One sentence that says what the query returns. */
  readonly explanation: string
  readonly subject: Subject | null
  /** Addresses in the rows that may be linked; absent: none. */
  readonly links?: ReadonlySet<string>
  /** The range with data, if nothing was found: `orders from 3 January to 30 April 2026`. */
  readonly instead?: string
  /** A sentence after the answer: the ties of its last row. */
  readonly aside?: string
  /** True: the direct answer alone, with at most its first few lines. */
  readonly brief?: boolean
}

const LISTED_BRIEFLY_MAX = 3
const COUNTS = new Intl.NumberFormat('en-US')

/** Rows as text: the direct answer, then its scope, then what is left out. */
export const phraseRows = ({
  result,
  explanation,
  subject,
  links = new Set(),
  instead,
  aside,
  brief,
}: RowsToPhrase): Phrasing => {
  const columns = figuresOf(result, subject)
  const [label] = columns
  const isSplit = subject?.shape === 'groups' && label !== undefined
  const rows = isSplit ? sortedByLabel(result.rows, label.name) : result.rows
  const described: DescribedResult = { result, rows, columns, subject, explanation }
  const answer = brief === true ? briefAnswer(described) : directAnswer(described)
  const said = instead === undefined ? answer : `${withoutDot(answer)}; there are ${instead}.`
  const more = aside === undefined ? [] : [aside]
  const sentences = brief === true ? [said, ...more] : [said, ...more, ...remainder(result)]
  const chart = chartOf(described)
  const message = withLinks(sentences.join('\n\n'), links)
  return chart === undefined ? { message } : { message, chart }
}

/** Restores addresses that were made plain text, longest first, because one may be a prefix of another. */
const withLinks = (message: string, links: ReadonlySet<string>): string =>
  [...links]
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, link) => text.replaceAll(cellText(link), () => link), message)

/** The value, or the first few lines; the question names what they are about. */
const briefAnswer = ({ result, rows, columns, subject }: DescribedResult): string => {
  const [row] = rows
  const [column, other] = columns
  if (hasOnlyOversizedRows(result)) return CUT_TO_NOTHING
  if (row === undefined || column === undefined) return 'Nothing matches.'
  if (result.rowCount > 1 || other !== undefined)
    return rowLines(result, rows, withoutName(columns), LISTED_BRIEFLY_MAX)
  const cell = row[column.name]
  const verdict = subject?.isWhether === true && subject.shape === 'count' ? (cell === 0 ? 'No: ' : 'Yes: ') : ''
  return `${verdict}${amountText(cell, column.figure)}.`
}

/** A single number beside a label is shown without its name. */
const withoutName = (columns: readonly FiguredColumn[]): readonly FiguredColumn[] =>
  columns.filter(({ figure }) => figure.role !== 'label').length > 1
    ? columns
    : columns.map((column) =>
        column.figure.role === 'label' ? column : { ...column, figure: { ...column.figure, says: '' } },
      )

const remainder = ({ rowCount, truncated, shortened }: QueryResult): string[] => [
  ...(truncated && rowCount > 0 ? [`Only the first ${COUNTS.format(rowCount)} rows are shown; there are more.`] : []),
  ...(shortened === undefined ? [] : ['Long texts in the rows are shortened to their beginning.']),
]
