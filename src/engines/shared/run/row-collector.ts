import type { QueryResult, ResultColumn, Row, ShortenedCell } from '../../../ask/rules/outcome.ts'
import type { Json } from '../../../platform/values/json.ts'
import { type Cell, TRUNCATED_LENGTH, TruncatedCell, truncateCell } from './truncated-cell.ts'

export interface RowLimits {
  readonly rowsMax: number
  /** Maximum size of all rows as JSON, after large cells are truncated. */
  readonly bytesMax: number
  /** Results up to this size keep whole cells; default `bytesMax`. */
  readonly wholeBytesMax?: number
  /** Drops rows instead of truncating cells. */
  readonly keepsCellsWhole?: boolean
}

/** Lengths to which large cells are truncated; the next one applies if the rows still do not fit. */
const CUT_LENGTHS: readonly number[] = [TRUNCATED_LENGTH, 1_024, 256, 64]

/**
 * Collects the first rows of a result as they arrive. If they are too large, large cells are truncated; rows are
 * dropped for size only if even truncated rows exceed `bytesMax`. The first row is always kept.
 */
export class RowCollector {
  readonly #names: readonly string[]
  readonly #limits: RowLimits
  #rows: KeptRow[] = []
  #bytes = 0
  readonly #kinds: Set<ResultColumn['type']>[]
  /** Number of truncation steps so far. */
  #cuts = 0
  #truncated = false

  /** @param columns names as in the database */
  constructor(columns: readonly string[], limits: RowLimits) {
    this.#names = distinctNames(columns)
    this.#limits = limits
    this.#kinds = this.#names.map(() => new Set())
  }

  /**
   * @param values JSON values or truncated cells, in column order
   * @returns whether more rows are wanted; after `false` the result is truncated
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

  /** Marks the result as truncated for another reason, for example a row too large to be read. */
  truncate(): void {
    this.#truncated = true
  }

  get count(): number {
    return this.#rows.length
  }

  /** Constant work per row, so that large results do not block the event loop. */
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

  /** Whether a cell can never be whole; checked before any work in proportion to its size. */
  #isHuge(cell: Cell): boolean {
    return cell instanceof TruncatedCell || (typeof cell === 'string' && cell.length > this.#allowed)
  }

  /** Truncates the cells of all rows to the next length. */
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
    return lengthMax === undefined ? cell : truncateCell(cell, lengthMax)
  }

  #shortened(cells: readonly Cell[], row: number): readonly ShortenedCell[] {
    return cells.flatMap((cell, index) =>
      cell instanceof TruncatedCell ? [{ row, column: this.#names[index] ?? '', length: cell.length }] : [],
    )
  }
}

/** A row and its size as JSON. */
interface KeptRow {
  readonly cells: readonly Cell[]
  readonly row: Row
  readonly bytes: number
}

const shownOf = (cell: Cell): Json => (cell instanceof TruncatedCell ? cell.text : cell)

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
 * Unique names for result columns, because rows are objects: a second `name` becomes `name_2`.
 *
 * @param names as in the database
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
