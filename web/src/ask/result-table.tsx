import {
  type ColumnDef,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ResultRows } from '../../../clients/typescript/src/index.ts'
import type { Texts } from '../i18n/en.ts'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import type { PartView, Row } from './answer-view.ts'
import { type CellStyle, cellStyles, cellText, columnTitle, compareCells, isNumeric } from './cell-text.ts'

const features = tableFeatures({
  rowSortingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
})

/** From so many columns on a column chooser is shown. */
const MANY_COLUMNS = 12
const LONG = 160
const [WIDTH_MIN, WIDTH_MAX, WIDTH_STEP] = [80, 960, 80]

interface ResultTableProps {
  readonly rows: ResultRows
  /** Description for screen readers. */
  readonly caption: string
  readonly view: PartView
  readonly onView: (view: PartView) => void
}

/** The rows of an answer, at most 200 (docs/exports.md), with sorting, resizable columns and expandable cells. */
export const ResultTable = ({ rows: result, caption, view, onView }: ResultTableProps) => {
  const texts = useTexts()
  const { results } = texts
  const styles = useMemo(() => cellStyles(result), [result])
  const [hidden, setHidden] = useState<Readonly<Record<string, boolean>>>({})
  const [opened, setOpened] = useState<string>()
  const data = useMemo(() => [...result.rows], [result])
  const columns = useMemo(() => columnsOf(result, texts), [result, texts])
  const sorting = view.sort === undefined ? [] : [{ id: view.sort.column, desc: view.sort.descending }]
  const table = useTable({
    features,
    columns,
    data,
    state: { sorting, columnSizing: { ...view.column_widths }, columnVisibility: hidden },
  })
  const head = styles.findIndex((style) => style === 'text' || style === 'day')

  const sortBy = (column: string) =>
    onView({
      ...view,
      sort:
        view.sort?.column === column ? { column, descending: !view.sort.descending } : { column, descending: false },
    })
  const resize = (widths: Readonly<Record<string, number>>) => onView({ ...view, column_widths: widths })

  return (
    <div className="table-frame">
      {result.columns.length >= MANY_COLUMNS && (
        <Menu
          trigger={
            <>
              {results.columns} <ChevronDown aria-hidden="true" size={16} />
            </>
          }
          entries={table.getAllLeafColumns().map((column) => ({
            key: column.id,
            label: <bdi>{columnTitle(column.id)}</bdi>,
            checked: column.getIsVisible(),
            onSelect: () => setHidden({ ...hidden, [column.id]: !column.getIsVisible() }),
          }))}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className="table-region" tabIndex={0} aria-label={caption}>
        <table>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {table.getVisibleLeafColumns().map((column) => {
                const at = columns.findIndex(({ id }) => id === column.id)
                const sorted = view.sort?.column === column.id ? view.sort : undefined
                const unit = result.columns[at]?.unit
                const width = view.column_widths?.[column.id]
                return (
                  <th
                    key={column.id}
                    scope="col"
                    className={classOf(styles[at], at === head)}
                    style={width === undefined ? undefined : { width, minWidth: width, maxWidth: width }}
                    aria-sort={sorted === undefined ? undefined : sorted.descending ? 'descending' : 'ascending'}
                  >
                    <span className="column-head">
                      <button type="button" className="sort" onClick={() => sortBy(column.id)}>
                        <bdi>{columnTitle(column.id)}</bdi>
                        {unit !== undefined && <span className="unit"> {unit}</span>}
                        {sorted !== undefined &&
                          (sorted.descending ? (
                            <ArrowDown aria-hidden="true" size={14} />
                          ) : (
                            <ArrowUp aria-hidden="true" size={14} />
                          ))}
                      </button>
                      <Menu
                        className="icon small"
                        label={results.columnMenu(columnTitle(column.id))}
                        trigger={<ChevronDown aria-hidden="true" size={14} />}
                        entries={widthActions(column.id, view.column_widths ?? {}, texts).map(([label, widths]) => ({
                          key: label,
                          label,
                          onSelect: () => resize(widths),
                        }))}
                      />
                    </span>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id}>
                {row.getVisibleCells().map((cell) => {
                  const at = columns.findIndex(({ id }) => id === cell.column.id)
                  const style = styles[at] ?? 'text'
                  const Cell = at === head ? 'th' : 'td'
                  const value = row.original[cell.column.id]
                  const text = cellText(value, style, texts)
                  const width = view.column_widths?.[cell.column.id]
                  return (
                    <Cell
                      key={cell.id}
                      scope={at === head ? 'row' : undefined}
                      className={classOf(style, at === head)}
                      style={width === undefined ? undefined : { maxWidth: width }}
                      title={style === 'moment' ? String(value) : undefined}
                    >
                      {text === undefined ? (
                        <span className="none">
                          <span aria-hidden="true">—</span>
                          <span className="unseen">{texts.noValue}</span>
                        </span>
                      ) : text.length > LONG ? (
                        <>
                          <bdi className="long">{text.slice(0, LONG)}…</bdi>
                          <button type="button" className="quiet" onClick={() => setOpened(wholeText(value))}>
                            {texts.more}
                          </button>
                        </>
                      ) : (
                        <bdi>{text}</bdi>
                      )}
                    </Cell>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {view.sort !== undefined && result.truncated && (
        <p className="hint">{results.sortedAmong(formatNumber(result.rows.length, texts))}</p>
      )}
      <Dialog title={results.wholeCell} open={opened !== undefined} onClose={() => setOpened(undefined)}>
        <pre className="whole-cell" dir="auto">
          {opened}
        </pre>
      </Dialog>
    </div>
  )
}

const classOf = (style: CellStyle | undefined, isHead: boolean): string =>
  `${style !== undefined && isNumeric(style) ? 'number' : ''} ${isHead ? 'row-head' : ''}`.trim()

const wholeText = (value: unknown): string => {
  if (typeof value === 'object') return JSON.stringify(value, undefined, 2)
  return String(value)
}

const columnsOf = ({ columns }: ResultRows, texts: Texts): ColumnDef<typeof features, Row>[] => {
  const sortFn: SortFn<typeof features, Row> = (left, right, id) =>
    compareCells(left.original[id], right.original[id], texts)
  return columns.map(({ name }) => ({ id: name, accessorFn: (row) => row[name], header: name, sortFn }))
}

/** Actions on the width of a column, with the resulting widths. */
const widthActions = (column: string, widths: Readonly<Record<string, number>>, { results }: Texts) => {
  const { [column]: width = 2 * WIDTH_STEP, ...others } = widths
  const wide = (px: number) => ({ ...others, [column]: Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, px)) })
  return [
    [results.narrower, wide(width - WIDTH_STEP)],
    [results.wider, wide(width + WIDTH_STEP)],
    [results.fit, others],
  ] as const
}
