import type { QueryResult, ResultColumn, Row } from '../../domain/ask/outcome.ts'
import type { Json } from '../../domain/json.ts'
import { type Cell, CUT_LENGTH, CutCell, cutCell } from './cut-cell.ts'

export interface RowLimits {
  readonly rowsMax: number
  /** Of all rows, as JSON, once large cells are cut. */
  readonly bytesMax: number
  /** Rows that together have no more than this are given whole; `bytesMax` where it is absent. */
  readonly wholeBytesMax?: number
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
  #rows: Cell[][] = []
  #bytes = 0
  /** How often cells were cut to fewer characters. */
  #cuts = 0
  #truncated = false

  /** @param columns names as the database gives them */
  constructor(columns: readonly string[], limits: RowLimits) {
    this.#names = distinctNames(columns)
    this.#limits = limits
  }

  /**
   * @param values plain JSON or the beginning of it, in the order of the columns
   * @returns whether more rows are wanted; after `false` the result is known to be truncated
   */
  add(values: readonly Cell[]): boolean {
    const { rowsMax, bytesMax } = this.#limits
    if (this.#rows.length === rowsMax) this.#truncated = true
    if (this.#truncated) return false
    if (this.#cuts === 0 && values.some((value) => this.#isHuge(value))) this.#cut()
    const row = this.#names.map((_, index) => this.#fitted(values[index] ?? null))
    this.#rows.push(row)
    this.#bytes += this.#weightOf(row)
    while (this.#bytes > this.#allowed && this.#cuts < CUT_LENGTHS.length) this.#cut()
    if (this.#bytes > bytesMax && this.#rows.length > 1) {
      this.#rows.pop()
      this.#truncated = true
    }
    return !this.#truncated
  }

  /** Rows were left out for another reason than the caps: one alone was too large to be read, for example. */
  truncate(): void {
    this.#truncated = true
  }

  get count(): number {
    return this.#rows.length
  }

  result(): Omit<QueryResult, 'executionTimeMs'> {
    const rows = this.#rows.map((row) => this.#asRow(row))
    const columns = this.#names.map((name) => ({ name, type: typeOf(rows, name) }))
    const shortened = this.#rows.flatMap((cells, row) =>
      cells.flatMap((cell, index) =>
        cell instanceof CutCell ? [{ row, column: this.#names[index] ?? '', length: cell.length }] : [],
      ),
    )
    const result = { columns, rows, rowCount: rows.length, truncated: this.#truncated }
    return shortened.length === 0 ? result : { ...result, shortened }
  }

  get #allowed(): number {
    const { bytesMax, wholeBytesMax = bytesMax } = this.#limits
    return this.#cuts === 0 ? wholeBytesMax : bytesMax
  }

  /** Whether a cell cannot be whole in any result: nothing of its size is done with it. */
  #isHuge(cell: Cell): boolean {
    return cell instanceof CutCell || (typeof cell === 'string' && cell.length > this.#allowed)
  }

  /** Cuts the cells of all rows to the next length. */
  #cut(): void {
    this.#cuts++
    this.#rows = this.#rows.map((row) => row.map((cell) => this.#fitted(cell)))
    this.#bytes = this.#rows.reduce((bytes, row) => bytes + this.#weightOf(row), 0)
  }

  #fitted(cell: Cell): Cell {
    const lengthMax = CUT_LENGTHS[this.#cuts - 1]
    return lengthMax === undefined ? cell : cutCell(cell, lengthMax)
  }

  #weightOf(row: readonly Cell[]): number {
    return Buffer.byteLength(JSON.stringify(this.#asRow(row))) + 1
  }

  #asRow(row: readonly Cell[]): Row {
    return Object.fromEntries(this.#names.map((name, index) => [name, shownOf(row[index] ?? null)]))
  }
}

const shownOf = (cell: Cell): Json => (cell instanceof CutCell ? cell.text : cell)

const typeOf = (rows: readonly Row[], name: string): ResultColumn['type'] => {
  const kinds = new Set(rows.flatMap(({ [name]: value }) => (value === null ? [] : [kindOf(value)])))
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
