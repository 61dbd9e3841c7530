import type { SharedResult } from '../../manage/shares/rules/shared-answer.ts'
import type { Json } from '../../platform/values/json.ts'
import { type CellStyle, cellContent, cellStyles } from './cell-content.ts'
import { type Html, html } from './html.ts'
import type { PageTexts } from './page-texts.ts'

/** Cells with more characters are collapsed until the reader selects "Show all". */
const CUT_FROM = 180

/** The rows of a query as a scrollable table. @param name its caption, and `id` its number on the page */
export const sharedTable = (
  result: SharedResult,
  { id, name }: { readonly id: number; readonly name: string },
  texts: PageTexts,
): Html => {
  const { columns, rows } = result
  if (columns.length === 0) return html`<p>${texts.noRows}</p>`
  const styles = cellStyles(result)
  const headColumn = styles.indexOf('text')
  const lengths = new Map(
    (result.shortened ?? []).map(({ row, column, length }) => [`${row} ${column}`, length] as const),
  )
  const cells = (row: SharedResult['rows'][number], at: number) =>
    columns.map((column, index) =>
      tableCell(
        row[column.name],
        {
          style: styles[index] ?? 'text',
          isHead: index === headColumn,
          fullLength: lengths.get(`${at} ${column.name}`),
        },
        texts,
      ),
    )
  return html`<div class="scrolls" role="region" aria-labelledby="rows-${id}" tabindex="0">
<table>
<caption id="rows-${id}"><bdi>${name}</bdi> <span class="count">${rowCount(result, texts)}</span></caption>
<thead><tr>${columns.map((column, index) => columnHead(column, styles[index] ?? 'text'))}</tr></thead>
<tbody>
${rows.map((row, at) => html`<tr>${cells(row, at)}</tr>\n`)}</tbody>
</table>
${rows.length === 0 ? html`<p>${texts.noRows}</p>` : undefined}</div>
`
}

const columnHead = ({ name, unit }: SharedResult['columns'][number], style: CellStyle): Html => {
  const shownUnit = unit === undefined ? undefined : html` <span class="unit">(${unit})</span>`
  return html`<th scope="col"${isRight(style) ? html` class="number"` : undefined}><bdi>${name}</bdi>${shownUnit}</th>`
}

const isRight = (style: CellStyle): boolean => style === 'amount' || style === 'plain'

interface Cell {
  readonly style: CellStyle
  /** Whether it is the header of its row. */
  readonly isHead: boolean
  /** Full length in characters of a shortened cell. */
  readonly fullLength: number | undefined
}

const tableCell = (value: Json | undefined, { style, isHead, fullLength }: Cell, texts: PageTexts): Html => {
  const { content, length } = cellContent(value, style, texts)
  const isLong = length > CUT_FROM
  const cut = isLong
    ? html`<div class="cut"><div class="text" dir="auto">${content}</div><label><input type="checkbox"> ${texts.showAll}</label></div>`
    : html`<bdi>${content}</bdi>`
  const more =
    fullLength === undefined
      ? undefined
      : html` <span class="count">(${texts.shortened(countText(fullLength, texts))})</span>`
  if (isHead) return html`<th scope="row">${cut}${more}</th>`
  return html`<td${isRight(style) ? html` class="number"` : undefined}>${cut}${more}</td>`
}

const rowCount = ({ rowCount: count, truncated, leftOut }: SharedResult, texts: PageTexts): string => {
  const shown = countText(count, texts)
  if (!truncated) return texts.rows(shown, count)
  return texts.firstRows(shown, count, leftOut === undefined ? undefined : countText(count + leftOut, texts))
}

const countText = (count: number, { locale }: PageTexts): string => new Intl.NumberFormat(locale).format(count)
