import type { Chart } from '../../domain/ask/answer.ts'
import type { QueryResult, Row } from '../../domain/ask/outcome.ts'
import { type ColumnHint, chartColumns } from '../../domain/chart/chart-column.ts'
import { type ChartValues, chartValues } from '../../domain/chart/chart-values.ts'
import { type ChosenChart, chooseChart } from '../../domain/chart/choose-chart.ts'
import { vegaLiteSpec } from '../../domain/chart/vega-lite-spec.ts'
import { capital, withoutDot } from './capital.ts'
import { cellText } from './cell-text.ts'
import type { FiguredColumn } from './figures-of.ts'
import type { Subject } from './subject.ts'

const TOLD_MAX = 12

interface ToChart {
  readonly result: QueryResult
  readonly columns: readonly FiguredColumn[]
  /** In the order in which they are told. */
  readonly rows: readonly Row[]
  readonly subject: Subject | null
  readonly explanation: string
}

/** The chart that the rules give a result, under what its subject calls things. */
export const chartOf = ({ result, columns, rows, subject, explanation }: ToChart): Chart | undefined => {
  const shown = result.columns.flatMap((column, at) => {
    const figured = columns[at]
    return figured === undefined || figured.figure.role === 'aside' ? [] : [{ column, hint: hintOf(figured, subject) }]
  })
  const known = chartColumns(
    { columns: shown.map(({ column }) => column), rows },
    shown.map(({ hint }) => hint),
  )
  const chosen = chooseChart({ columns: known, rows, truncated: result.truncated })
  if (chosen === undefined) return undefined
  const drawn = chartValues(chosen, rows)
  const title = titleOf(chosen, subject, explanation)
  const { type, alternatives } = chosen
  return { title, alt: altOf(title, drawn), type, alternatives, spec: vegaLiteSpec(chosen, type, { title, drawn }) }
}

const hintOf = ({ figure }: FiguredColumn, subject: Subject | null): ColumnHint => {
  const { role, says, kind, unit } = figure
  // A number that rows were grouped by names them.
  const isName = role === 'label' && subject !== null
  return { kind: isName && kind === 'number' ? 'plain' : kind, unit, ...(says === '' ? {} : { title: says }) }
}

const titleOf = ({ along, series }: ChosenChart, subject: Subject | null, explanation: string): string => {
  if (subject === null || along === undefined) return withoutDot(explanation)
  const groups = series === undefined ? (subject.group ?? along.title) : `${along.title} and ${series.title}`
  return `${capital(subject.measure)} by ${groups}`
}

/** The chart in words, for who cannot see it. */
const altOf = (title: string, { values, others }: ChartValues): string => {
  const told = values.slice(0, TOLD_MAX).map(({ label, series, value }) => {
    const name = [label, series].filter((part) => part !== undefined && part !== '').join(', ')
    return `${cellText(name)} ${cellText(value)}`
  })
  const more = values.length > TOLD_MAX ? `, and ${values.length - TOLD_MAX} more` : ''
  const left = others === undefined || others.areAdded ? '' : ` (${others.count} smaller ones are not drawn)`
  return `${title}: ${told.join(', ')}${more}${left}`
}
