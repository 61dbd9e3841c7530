import type { Chart } from '../../ask/rules/answer.ts'
import type { QueryResult, Row } from '../../ask/rules/outcome.ts'
import { type ColumnHint, chartColumns } from '../../charts/rules/chart-column.ts'
import { type ChartValues, chartValues } from '../../charts/rules/chart-values.ts'
import { type ChosenChart, chooseChart } from '../../charts/rules/choose-chart.ts'
import { vegaLiteSpec } from '../../charts/rules/vega-lite-spec.ts'
import { capital, withoutDot } from './capital.ts'
import { cellText } from './cell-text.ts'
import type { FiguredColumn } from './figures-of.ts'
import type { Figure, Subject } from './subject.ts'

const LISTED_MAX = 12
/** Roles of columns that were not asked for: they are not charted. */
const UNASKED: ReadonlySet<Figure['role']> = new Set(['aside', 'extra'])

interface ToChart {
  readonly result: QueryResult
  readonly columns: readonly FiguredColumn[]
  /** In display order. */
  readonly rows: readonly Row[]
  readonly subject: Subject | null
  readonly explanation: string
}

/** The chart of a result by the chart rules, with the names of its subject. */
export const chartOf = ({ result, columns, rows, subject, explanation }: ToChart): Chart | undefined => {
  const shown = result.columns.flatMap((column, at) => {
    const figured = columns[at]
    return figured === undefined || UNASKED.has(figured.figure.role) ? [] : [{ column, hint: hintOf(figured, subject) }]
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
  return { title, alt: altOf(title, chosen, drawn), type, alternatives, spec: vegaLiteSpec(chosen, { title, drawn }) }
}

const hintOf = ({ figure }: FiguredColumn, subject: Subject | null): ColumnHint => {
  const { role, says, kind, unit } = figure
  // A number that rows were grouped by is a name.
  const isName = role === 'label' && subject !== null
  return { kind: isName && kind === 'number' ? 'plain' : kind, unit, ...(says === '' ? {} : { title: says }) }
}

const titleOf = ({ along, series }: ChosenChart, subject: Subject | null, explanation: string): string => {
  if (subject === null || subject.measure === '' || subject.shape === 'share') return withoutDot(explanation)
  if (along === undefined) return capital(subject.asked)
  const groups = series === undefined ? (subject.group ?? along.title) : `${along.title} and ${series.title}`
  return `${capital(subject.measure)} by ${groups}`
}

/** The chart in one sentence, as text alternative; the table has every value. */
const altOf = (title: string, { type, along }: ChosenChart, { values, others }: ChartValues): string => {
  const listed = type === 'scatter' ? values : values.filter(({ value }) => value !== null)
  const named = listed.slice(0, LISTED_MAX).map(({ label, series, x, value }) => {
    const name =
      type === 'figure' && along === undefined
        ? ''
        : [label, series].filter((part) => part !== undefined && part !== '').join(', ')
    const measured = x === undefined ? cellText(value) : `${cellText(x ?? null)} and ${cellText(value)}`
    return name === '' ? measured : `${cellText(name)} ${measured}`
  })
  const more = listed.length > LISTED_MAX ? `, and ${listed.length - LISTED_MAX} more` : ''
  const left = others === undefined || others.areAdded ? '' : ` (${others.count} smaller ones are not drawn)`
  return `${title}${/[.?!]$/.test(title) ? '' : ':'} ${named.join(', ')}${more}${left}`
}
