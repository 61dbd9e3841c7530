import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'

export interface ListColumn<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned numbers. */
  readonly isNumber?: boolean
  /** Actions of a row; the heading is visually hidden. */
  readonly isActions?: boolean
}

interface ListTableProps<Row> {
  /** Description for screen readers. */
  readonly caption: string
  /** The first one is the row heading. */
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** Loads further rows, if any. */
  readonly onMore?: (() => void) | undefined
  /** The label of the button for further rows. */
  readonly more?: string
}

/** A table of items, which scrolls horizontally on narrow screens. */
export const ListTable = <Row,>({ caption, columns, rows, rowKey, onMore, more }: ListTableProps<Row>) => {
  const { frame } = useTexts()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it by the keyboard */}
      <div className="list-scroll" role="group" aria-label={caption} tabIndex={0}>
        <table className="list">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ label, isNumber, isActions }) => (
                <th key={label} scope="col" data-number={isNumber}>
                  {isActions ? <span className="unseen">{label}</span> : label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ label, cell, isNumber, isActions }, at) =>
                  at === 0 ? (
                    <th key={label} scope="row">
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={label} data-number={isNumber} data-actions={isActions}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {onMore !== undefined && (
        <p className="actions">
          <button type="button" onClick={onMore}>
            {more ?? frame.showMore}
          </button>
        </p>
      )}
    </>
  )
}
