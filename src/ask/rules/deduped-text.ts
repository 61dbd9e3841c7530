import { printable } from '../../platform/values/printable.ts'

/** What a table below the text shows. */
export interface TabledRows {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly { readonly [column: string]: unknown }[]
}

const MORE = /^- … and [\d,]+ more$/
const ROWS_TOLD_MAX = 2

/**
 * Text as it arrives, without the lines of a list whose rows stand in the table below it: each thing is said once.
 * A line that may be such a one is held back until it is whole.
 */
export class DedupedText {
  readonly #labels: ReadonlySet<string>
  #held = ''
  #atStart = true

  constructor(tabled: TabledRows | undefined) {
    const [column] = tabled?.columns ?? []
    const rows = column === undefined ? [] : (tabled?.rows ?? [])
    this.#labels = new Set(rows.map((row) => plain(String(row[column?.name ?? ''] ?? 'none'))))
  }

  /** What of it is to be written now. */
  take(text: string): string {
    if (this.#labels.size === 0) return text
    let shown = ''
    for (const part of text.split(/(?<=\n)/)) {
      if (this.#held === '' && !(this.#atStart && '- '.startsWith(part.slice(0, 2)))) shown += part
      else {
        this.#held += part
        if (!'- '.startsWith(this.#held.slice(0, 2)) || this.#held.endsWith('\n')) shown += this.#release()
      }
      this.#atStart = part.endsWith('\n')
    }
    return shown
  }

  /** What is left when no more text comes. */
  end(): string {
    return this.#release()
  }

  #release(): string {
    const line = this.#held
    this.#held = ''
    return this.#isTabled(line.trimEnd()) ? '' : line
  }

  #isTabled(line: string): boolean {
    if (!line.startsWith('- ')) return false
    const told = plain(line.slice(2))
    return MORE.test(line) || [...this.#labels].some((label) => isNamedBy(told, label))
  }
}

/** `web: 12 orders` by `web`, `order 6119: paid` by `6119`. */
const isNamedBy = (told: string, label: string): boolean =>
  told === label ||
  told.startsWith(`${label}: `) ||
  told.startsWith(`${label}, `) ||
  told.includes(` ${label}: `) ||
  told.endsWith(` ${label}`)

/** As text and as cell alike. */
const plain = (text: string): string => printable(text).replaceAll('\\', '').trim()

/** Whether a text says all cells of a result: then a table would say them again. */
export const tellsAll = ({ columns, rows }: TabledRows, text: string): boolean => {
  const said = plain(text)
  return (
    rows.length <= ROWS_TOLD_MAX &&
    rows.every((row) => columns.every(({ name }) => formsOf(row[name]).some((form) => hasWhole(said, form))))
  )
}

/** Whether a text is there as a word of its own: 3 is not in 13 or 3.50. */
const hasWhole = (text: string, part: string): boolean => {
  if (part === '') return true
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + part.length, at + part.length + 2)]
    if (!/[\p{L}\p{N}][.,]?$/u.test(before) && !/^[.,]?[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}

const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The ways in which a text may say a cell. */
const formsOf = (cell: unknown): readonly string[] => {
  if (cell === null || cell === undefined) return ['']
  if (typeof cell !== 'number') return [plain(String(cell))]
  return [String(cell), cell.toLocaleString('en-US', { maximumFractionDigits: 2 }), CENTS.format(cell)]
}
