import { useEffect, useState } from 'preact/hooks'
import type { AnswerPart, ResultRows } from '../../../clients/typescript/src/index.ts'
import { cellStyles, cellText, columnTitle } from '../cell-text.ts'
import { formatNumber, type Locale } from '../locale.ts'
import { ChartPicture } from './chart-picture.tsx'
import { useView } from './context.ts'
import { CsvButton } from './csv-button.tsx'
import { ResultTable } from './result-table.tsx'

interface ResultViewProps {
  readonly part: AnswerPart
  /** Counted from 0. */
  readonly number: number
  readonly messageId: string
  readonly question: string
}

/** The rows of one query: as a single number, a chart or a table. */
export const ResultView = ({ part, number, messageId, question }: ResultViewProps) => {
  const { chat, locale } = useView()
  const { texts } = locale
  const [loaded, setLoaded] = useState<ResultRows>()
  const [chosen, setChosen] = useState<'chart' | 'table'>()
  const rows = part.rows ?? loaded
  const { chart, rowCount } = part
  const hasChart = chart !== undefined && chart.type !== 'figure'
  const shows = chosen ?? (hasChart ? 'chart' : 'table')
  const isNeeded = rows === undefined && rowCount !== 0
  useEffect(() => {
    if (isNeeded) chat.service.rows(messageId, number).then(setLoaded, () => undefined)
  }, [chat, isNeeded, messageId, number])
  if (rowCount === 0)
    return (
      <p class="hint" dir="auto">
        {texts.noRows}
      </p>
    )
  if (rows === undefined) return null
  const note = rowsText(rows, locale)
  const isFigure = rows.rows.length === 1 && rows.columns.length === 1
  return (
    <div class="result">
      {hasChart && (
        <div class="switch" role="group" aria-label={texts.view}>
          {(['chart', 'table'] as const).map((kind) => (
            <button key={kind} type="button" aria-pressed={shows === kind} onClick={() => setChosen(kind)}>
              {texts[kind]}
            </button>
          ))}
        </div>
      )}
      {isFigure ? (
        <Figure rows={rows} />
      ) : hasChart && shows === 'chart' ? (
        <ChartPicture messageId={messageId} part={number} alt={chart.alt} />
      ) : (
        <ResultTable rows={rows} caption={`${part.title ?? question} · ${note}`} />
      )}
      <p class="foot">
        <span>{note}</span>
        {chat.state.mayExport && <CsvButton messageId={messageId} part={number} />}
      </p>
    </div>
  )
}

const rowsText = ({ rows, rowCount, truncated }: ResultRows, locale: Locale): string =>
  truncated
    ? locale.texts.firstRows(formatNumber(rows.length, locale))
    : locale.texts.rows(formatNumber(rowCount, locale), rowCount)

/** A single number, large, with its label. */
const Figure = ({ rows }: { readonly rows: ResultRows }) => {
  const { locale } = useView()
  const [column] = rows.columns
  const value = rows.rows[0]?.[column?.name ?? '']
  return (
    <p class="figure">
      <data value={String(value)}>
        {cellText(value, cellStyles(rows)[0] ?? 'text', locale) ?? locale.texts.noValue}
      </data>
      <span>
        {column?.unit !== undefined && `${column.unit} · `}
        <bdi>{columnTitle(column?.name ?? '')}</bdi>
      </span>
    </p>
  )
}
