import type { QueryResult, ResultColumn, Row } from '../../ask/rules/outcome.ts'
import { wordsOfName } from '../../ask/rules/technical-name.ts'
import { numberKind, withoutUnit } from './number-kind.ts'
import type { Figure, Subject } from './subject.ts'

/** A column of a result with the description of its cells. */
export interface FiguredColumn {
  readonly name: string
  readonly figure: Figure
}

/** Describes the columns of a result: from the subject, or else from their names. */
export const figuresOf = ({ columns, rows }: QueryResult, subject: Subject | null): readonly FiguredColumn[] => {
  const known = subject?.figures ?? []
  const fits = known.length === columns.length
  const firstLabel = columns.findIndex(({ type }) => type !== 'number')
  return columns.map((column, index) => ({
    name: column.name,
    figure:
      (fits ? known[index] : undefined) ??
      asFound(figureByName(column, index === Math.max(0, firstLabel)), rows, column),
  }))
}

const figureByName = ({ name, type, unit: known }: ResultColumn, isFirst: boolean): Figure => {
  const { words, unit: own } = withoutUnit(wordsOfName(name), known ?? null)
  // The kind implies the unit.
  const unit = own === '%' ? null : own
  const role = isFirst ? 'label' : 'value'
  if (type === 'number') return { role, says: words.join(' '), kind: numberKind(words, own), unit, one: null }
  return { role, says: words.join(' '), kind: type === 'boolean' ? 'yes-no' : 'text', unit: null, one: null }
}

/** A column named price or cost with integers only may hold anything. */
const asFound = (figure: Figure, rows: readonly Row[], { name }: ResultColumn): Figure => {
  const hasCents = rows.some((row) => typeof row[name] === 'number' && !Number.isInteger(row[name]))
  return figure.kind === 'money' && !hasCents ? { ...figure, kind: 'number' } : figure
}
