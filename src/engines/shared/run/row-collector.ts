import type { QueryResult, ResultColumn, Row, ShortenedCell } from '../../../ask/rules/outcome.ts'
import type { Json } from '../../../platform/values/json.ts'
import { type Cell, CUT_LENGTH, CutCell, cutCell } from './cut-cell.ts'

export interface RowLimits {
  readonly rowsMax: number
  /** Of all rows, as JSON, once large cells are cut. */
  readonly bytesMax: number
  /** Rows that together have no more than this are given whole; `bytesMax` where it is absent. */
  readonly wholeBytesMax?: number
  /** Cells stay whole: rows are left out rather than cells of other rows cut, however many rows that costs. */
  readonly keepsCellsWhole?: boolean
}

/** How many characters are left of large cells: fewer only where all rows would not fit otherwise. */
const CUT_LENGTHS: readonly number[] = [CUT_LENGTH, 1_024, 256, 64]

/**
 * Keeps the first rows of a result, as they arrive. Rows that are too large lose characters of their large cells: no row
 * is left out for its size, unless even rows of short cells have more than `bytesMax`. The first row is always kept.
 */
export class RowCollector {
  readonly #names: readonly string[]
  readonly #limits: RowLimits
  #rows: KeptRow[] = []
  #bytes = 0
  readonly #kinds: Set<ResultColumn['type']>[]
  /** How often cells were cut to fewer characters. */
  #cuts = 0
  #truncated = false

  /** @param columns names as the database gives them */
  constructor(columns: readonly string[], limits: RowLimits) {
    this.#names = distinctNames(columns)
    this.#limits = limits
    this.#kinds = this.#names.map(() => new Set())
  }

  /**
   * @param values plain JSON or the beginning of it, in the order of the columns
   * @returns whether more rows are wanted; after `false` the result is known to be truncated
   */
  add(values: readonly Cell[]): boolean {
    const { rowsMax, bytesMax, keepsCellsWhole = false } = this.#limits
    if (this.#rows.length === rowsMax) this.#truncated = true
    if (this.#truncated) return false
    if (this.#cuts === 0 && values.some((value) => this.#isHuge(value))) {
      if (keepsCellsWhole && this.#rows.length > 0) return this.#leaveOut()
      this.#cut()
    }
    const row = this.#kept(values)
    if (keepsCellsWhole && this.#rows.length > 0 && this.#bytes + row.bytes > bytesMax) return this.#leaveOut()
    this.#rows.push(row)
    this.#bytes += row.bytes
    while (this.#bytes > this.#allowed && this.#cuts < CUT_LENGTHS.length) this.#cut()
    if (this.#bytes > bytesMax && this.#rows.length > 1) {
      this.#rows.pop()
      return this.#leaveOut()
    }
    for (const [index, kinds] of this.#kinds.entries()) {
      const value = row.row[this.#names[index] ?? ''] ?? null
      if (value !== null) kinds.add(kindOf(value))
    }
    return true
  }

  /** Rows were left out for another reason than the caps: one alone was too large to be read, for example. */
  truncate(): void {
    this.#truncated = true
  }

  get count(): number {
    return this.#rows.length
  }

  /** Takes no time for each row: whoever asks for a hundred thousand of them holds nobody up. */
  result(): Omit<QueryResult, 'executionTimeMs'> {
    const columns = this.#names.map((name, index) => ({ name, type: typeOf(this.#kinds[index] ?? new Set()) }))
    const rows = this.#rows.map(({ row }) => row)
    const shortened = this.#cuts === 0 ? [] : this.#rows.flatMap(({ cells }, row) => this.#shortened(cells, row))
    const result = { columns, rows, rowCount: rows.length, truncated: this.#truncated }
    return shortened.length === 0 ? result : { ...result, shortened }
  }

  get #allowed(): number {
    const { bytesMax, wholeBytesMax = bytesMax } = this.#limits
    return this.#cuts === 0 ? wholeBytesMax : bytesMax
  }

  #leaveOut(): boolean {
    this.#truncated = true
    return false
  }

  /** Whether a cell cannot be whole in any result: nothing of its size is done with it. */
  #isHuge(cell: Cell): boolean {
    return cell instanceof CutCell || (typeof cell === 'string' && cell.length > this.#allowed)
  }

  /** Cuts the cells of all rows to the next length. */
  #cut(): void {
    this.#cuts++
    this.#rows = this.#rows.map(({ cells }) => this.#kept(cells))
    this.#bytes = this.#rows.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #kept(values: readonly Cell[]): KeptRow {
    const cells = this.#names.map((_, index) => this.#fitted(values[index] ?? null))
    const row = Object.fromEntries(this.#names.map((name, index) => [name, shownOf(cells[index] ?? null)]))
    return { cells, row, bytes: Buffer.byteLength(JSON.stringify(row)) + 1 }
  }

  #fitted(cell: Cell): Cell {
    const lengthMax = CUT_LENGTHS[this.#cuts - 1]
    return lengthMax === undefined ? cell : cutCell(cell, lengthMax)
  }

  #shortened(cells: readonly Cell[], row: number): readonly ShortenedCell[] {
    return cells.flatMap((cell, index) =>
      cell instanceof CutCell ? [{ row, column: this.#names[index] ?? '', length: cell.length }] : [],
    )
  }
}

/** A row, and what it weighs as JSON. */
interface KeptRow {
  readonly cells: readonly Cell[]
  readonly row: Row
  readonly bytes: number
}

const shownOf = (cell: Cell): Json => (cell instanceof CutCell ? cell.text : cell)

const typeOf = (kinds: ReadonlySet<ResultColumn['type']>): ResultColumn['type'] => {
  const [kind] = kinds
  if (kind === undefined) return 'null'
  return kinds.size > 1 ? 'mixed' : kind
}

const kindOf = (value: Json | undefined): 'number' | 'text' | 'boolean' => {
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

/**
 * Names for the columns of a result: two of one name would be one field of a row, so the second becomes `name_2`.
 *
 * @param names as the database gives them
 */
const distinctNames = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>()
  for (const written of names) {
    const name = written === '' || written === '__proto__' ? 'column' : written
    let free = name
    for (let count = 2; taken.has(free) || (free !== name && names.includes(free)); count++) free = `${name}_${count}`
    taken.add(free)
  }
  return [...taken]
}
