import writeWorkbook from 'write-excel-file/node'
import { safeCell } from '../../ask/rules/history/safe-cell.ts'
import type { Row } from '../../ask/rules/outcome.ts'
import type { FileBuilder } from './file-builder.ts'
import { headerOf } from './header-of.ts'
import type { FileContent } from './rules/file-content.ts'
import { cellMaker, textCell } from './workbook-cells.ts'

const WIDTHS = { min: 10, max: 60 } as const

/** Builds an Excel workbook: the rows under a fixed header, and a sheet that describes them. */
export const workbookBuilder = ({ columns, about = [] }: FileContent): FileBuilder => {
  const all: Row[] = []
  return {
    add: (rows) => void all.push(...rows),
    async end() {
      let shortened = 0
      const onShortened = () => {
        shortened += 1
      }
      const bold = (text: string) => ({ ...textCell(text, onShortened), fontWeight: 'bold' as const })
      const headers = columns.map(headerOf)
      const makers = columns.map((column) => ({ name: column.name, make: cellMaker(column, all, onShortened) }))
      const data = [headers.map(bold), ...all.map((row) => makers.map(({ name, make }) => make(row[name] ?? null)))]
      const lines = about.map(({ label, text }) => [bold(label), textCell(safeCell(text), onShortened)])
      const cut =
        shortened === 0
          ? []
          : [[bold('Cells cut'), textCell(`${shortened}: Excel holds 32,767 characters of each`, onShortened)]]
      const widths = headers.map(({ length }) => ({ width: Math.min(WIDTHS.max, Math.max(WIDTHS.min, length + 2)) }))
      const bytes = await writeWorkbook([
        { data, sheet: 'Results', stickyRowsCount: 1, columns: widths },
        { data: [...lines, ...cut], sheet: 'About', columns: [{ width: 18 }, { width: 100 }] },
      ]).toBuffer()
      return { bytes, shortened }
    },
  }
}
