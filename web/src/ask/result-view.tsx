import { lazy, Suspense, useState } from 'react'
import type { AnswerPart, ResultRows } from '../../../clients/typescript/src/index.ts'
import { type Identity, readingClient } from '../api/clients.ts'
import type { Texts } from '../i18n/en.ts'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import type { ChartType, PartView } from './answer-view.ts'
import { cellStyles, cellText, columnTitle } from './cell-text.ts'
import { ChartPicture } from './chart-picture.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useRows } from './queries.ts'

const ResultTable = lazy(async () => ({ default: (await import('./result-table.tsx')).ResultTable }))

interface ResultViewProps {
  readonly part: AnswerPart
  /** Counted from 1; undefined: the first query of the answer. */
  readonly number: number | undefined
  readonly messageId: string | undefined
  readonly question: string
  readonly identity: Identity
  readonly remembered: PartView
  /** Whether the answer is stored: only then it can be charted or exported. */
  readonly isStored: boolean
}

/** The rows of one query: as a single number, a chart or a table. */
export const ResultView = (props: ResultViewProps) => {
  const { part, number, messageId, question, identity, remembered, isStored } = props
  const texts = useTexts()
  const { results } = texts
  const [view, setView] = useState(remembered)
  const loaded = useRows(identity, messageId, number, part.rows === undefined && (part.rowCount ?? 0) > 0)
  const rows = part.rows ?? loaded.data
  const { chart } = part
  const types = chart?.type === undefined ? [] : [...new Set([chart.type, ...(chart.alternatives ?? [])])]
  const hasChart = chart !== undefined && chart.type !== 'figure' && isStored && messageId !== undefined
  const shows = hasChart ? (view.shows ?? 'chart') : 'table'
  const change = (next: PartView) => {
    setView(next)
    if (messageId !== undefined && isStored) void remember(identity, messageId, number, next)
  }
  if (part.rowCount === 0) return <p className="hint">{results.noRows}</p>
  if (loaded.isError) return <ErrorNotice error={loaded.error} onRetry={() => void loaded.refetch()} />
  if (rows === undefined) return <div className="held" />
  const exports = isStored && messageId !== undefined && (
    <ExportMenu
      messageId={messageId}
      identity={identity}
      hasChart={hasChart}
      part={number}
      chartType={view.chart_type}
      isCut={rows.truncated}
      rowCount={rows.rowCount}
    />
  )
  if (rows.rows.length === 1 && rows.columns.length === 1)
    return (
      <>
        <Figure rows={rows} texts={texts} />
        <p className="foot">{exports}</p>
      </>
    )
  const caption = `${part.title ?? question} · ${rowsText(rows, texts)}`
  return (
    <div className="result" data-shows={shows}>
      {hasChart && (
        <div className="switch" role="group" aria-label={results.view}>
          {(['chart', 'table'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={shows === kind}
              onClick={() => change({ ...view, shows: kind })}
            >
              {results[kind]}
            </button>
          ))}
          {shows === 'chart' && types.length > 1 && (
            <label className="chart-type">
              <span className="unseen">{results.chartType}</span>
              <select
                value={view.chart_type ?? chart.type}
                onChange={({ target }) => change({ ...view, ...chosenType(types, target.value) })}
              >
                {types.map((type) => (
                  <option key={type} value={type}>
                    {results.types[type]}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
      {shows === 'chart' && hasChart ? (
        <ChartPicture chart={chart} identity={identity} messageId={messageId} part={number} type={view.chart_type} />
      ) : (
        <Suspense fallback={<div className="held" />}>
          <ResultTable rows={rows} caption={caption} view={view} onView={(table) => change({ ...view, ...table })} />
        </Suspense>
      )}
      <p className="foot">
        <span>{rowsText(rows, texts)}</span>
        {exports}
      </p>
    </div>
  )
}

const rowsText = ({ rows, rowCount, truncated, leftOut }: ResultRows, texts: Texts): string => {
  const count = formatNumber(rows.length, texts)
  if (!truncated) return texts.results.rows(formatNumber(rowCount, texts), rowCount)
  if (leftOut === undefined) return texts.results.firstRows(count)
  return texts.results.firstOf(count, formatNumber(rows.length + leftOut, texts))
}

/** A single number, large, with its label. */
const Figure = ({ rows, texts }: { readonly rows: ResultRows; readonly texts: Texts }) => {
  const [column] = rows.columns
  const value = rows.rows[0]?.[column?.name ?? '']
  const text = cellText(value, cellStyles(rows)[0] ?? 'text', texts)
  return (
    <p className="figure">
      <data value={String(value)}>{text ?? texts.noValue}</data>
      <span>
        {column?.unit !== undefined && <>{column.unit} · </>}
        <bdi>{columnTitle(column?.name ?? '')}</bdi>
      </span>
    </p>
  )
}

const chosenType = (types: readonly ChartType[], chosen: string): Pick<PartView, 'chart_type'> => {
  const type = types.find((one) => one === chosen)
  return type === undefined ? {} : { chart_type: type }
}

/** Stores the view of an answer; a failure is ignored. */
const remember = async (identity: Identity, messageId: string, part: number | undefined, view: PartView) => {
  const body = { ...view, ...(part === undefined ? {} : { part }) }
  const path = { message_id: messageId }
  await readingClient(identity)
    .call('put', '/api/v1/chat/messages/{message_id}/view', { path, body })
    .catch(() => undefined)
}
