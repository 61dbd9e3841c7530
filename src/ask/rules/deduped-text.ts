import { printable } from '../../platform/values/printable.ts'

/** The rows of the table below the text. */
interface ShownRows {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly { readonly [column: string]: unknown }[]
}

const MORE = /^- … and [\d,]+ more$/
const ROWS_STATED_MAX = 2

/**
 * Removes lines of a list from streamed text if the table below it shows the same rows. A line that may be such a line
 * is held back until it is complete.
 */
export class DedupedText {
  readonly #labels: ReadonlySet<string>
  #held = ''
  #atStart = true

  constructor(tabled: ShownRows | undefined) {
    const [column] = tabled?.columns ?? []
    const rows = column === undefined ? [] : (tabled?.rows ?? [])
    this.#labels = new Set(rows.map((row) => plain(String(row[column?.name ?? ''] ?? 'none'))))
  }

  /** Takes the next chunk. @returns the text to write now */
  push(text: string): string {
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

  /** @returns the text held back, at the end of the stream */
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
    const itemText = plain(line.slice(2))
    return MORE.test(line) || [...this.#labels].some((label) => isNamedBy(itemText, label))
  }
}

/** `web: 12 orders` is named by `web`, `order 6119: paid` by `6119`. */
const isNamedBy = (itemText: string, label: string): boolean =>
  itemText === label ||
  itemText.startsWith(`${label}: `) ||
  itemText.startsWith(`${label}, `) ||
  itemText.includes(` ${label}: `) ||
  itemText.endsWith(` ${label}`)

/** Normalizes text and cells for comparison. */
const plain = (text: string): string => printable(text).replaceAll('\\', '').trim()

/** Whether a text states all cells of a result, so that a table would repeat it. */
export const statesAllCells = ({ columns, rows }: ShownRows, text: string): boolean => {
  const normalized = plain(text)
  return (
    rows.length <= ROWS_STATED_MAX &&
    rows.every((row) => columns.every(({ name }) => formsOf(row[name]).some((form) => hasWhole(normalized, form))))
  )
}

/** Whether a text occurs as a whole word: 3 is not in 13 or 3.50. */
const hasWhole = (text: string, part: string): boolean => {
  if (part === '') return true
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + part.length, at + part.length + 2)]
    if (!/[\p{L}\p{N}][.,]?$/u.test(before) && !/^[.,]?[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}

const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The forms in which a text may state a cell. */
const formsOf = (cell: unknown): readonly string[] => {
  if (cell === null || cell === undefined) return ['']
  if (typeof cell !== 'number') return [plain(String(cell))]
  return [String(cell), cell.toLocaleString('en-US', { maximumFractionDigits: 2 }), CENTS.format(cell)]
}
