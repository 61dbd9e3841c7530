import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'

export interface ListColumn<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end of their column. */
  readonly isNumber?: boolean
  /** What one may do with a row: the label is for those who do not see the table. */
  readonly isActions?: boolean
}

interface ListTableProps<Row> {
  /** What the rows are, for those who do not see the table. */
  readonly caption: string
  /** The first names the row. */
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** Reads further rows, where there are some. */
  readonly onMore?: (() => void) | undefined
  /** What the button for that says. */
  readonly more?: string
}

/** Rows of one kind; on a narrow screen it scrolls sideways by itself. */
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
