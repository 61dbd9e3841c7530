import type { FieldPacket } from 'mysql2'
import type { QueryResult } from '../../../ask/rules/outcome.ts'
import { RowCollector, type RowLimits } from '../../shared/run/row-collector.ts'
import type { Reader } from '../connect/session.ts'
import { plainValue } from './plain-value.ts'

/** The result has too many columns. */
export class TooManyColumns extends Error {}

/** Byte limit for one row. */
const ROW_BYTES_MAX = 32 * 1024 * 1024

const COLUMNS_MAX = 1_000

/** Collects the first rows of a result as they arrive. */
export class Rows implements Reader {
  readonly #limits: RowLimits
  readonly #draftedName: (name: string) => string
  #columns: readonly FieldPacket[] = []
  #collector: RowCollector | undefined

  /** @param draftedName restores the drafted name of a column without alias */
  constructor(limits: RowLimits, draftedName: (name: string) => string) {
    this.#limits = limits
    this.#draftedName = draftedName
  }

  get rowBytesMax(): number {
    return ROW_BYTES_MAX
  }

  /** Number of rows kept. */
  get count(): number {
    return this.#collector?.count ?? 0
  }

  /** @throws TooManyColumns */
  columns(columns: readonly FieldPacket[]): void {
    if (columns.length > COLUMNS_MAX) throw new TooManyColumns('too many columns')
    this.#columns = columns
    const names = columns.map(({ name }) => this.#draftedName(name))
    this.#collector = new RowCollector(names, this.#limits)
  }

  row(values: readonly unknown[]): boolean {
    return this.#collector?.add(values.map((value, index) => plainValue(value, this.#columns[index]))) ?? false
  }

  /** Marks the result as truncated for another reason. */
  truncate(): void {
    this.#collector?.truncate()
  }

  result(): Omit<QueryResult, 'executionTimeMs'> {
    return (this.#collector ?? new RowCollector([], this.#limits)).result()
  }
}
