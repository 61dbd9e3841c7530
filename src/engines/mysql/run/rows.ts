import type { FieldPacket } from 'mysql2'
import type { QueryResult } from '../../../domain/ask/outcome.ts'
import type { RunLimits } from '../../engine.ts'
import { RowCollector } from '../../rows/row-collector.ts'
import type { Reader } from '../connect/session.ts'
import { plainValue } from './plain-value.ts'

/** A result has more columns than anybody would read. */
export class TooWide extends Error {}

/** On the wire, beside what is kept: one row that is too large to be kept, and encodings that take more room than JSON. */
const WIRE_BYTES_MAX = 32 * 1024 * 1024

const COLUMNS_MAX = 1_000

/** Keeps the first rows of a result as they arrive. */
export class Rows implements Reader {
  readonly #limits: Pick<RunLimits, 'rowsMax' | 'bytesMax'>
  readonly #draftedName: (name: string) => string
  #columns: readonly FieldPacket[] = []
  #collector: RowCollector | undefined

  /** @param draftedName how a column without an alias, which is named after its text, was drafted */
  constructor(limits: Pick<RunLimits, 'rowsMax' | 'bytesMax'>, draftedName: (name: string) => string) {
    this.#limits = limits
    this.#draftedName = draftedName
  }

  get bytesMax(): number {
    return WIRE_BYTES_MAX + this.#limits.bytesMax
  }

  /** Whether the columns are known. */
  get begun(): boolean {
    return this.#collector !== undefined
  }

  /** @throws TooWide */
  columns(columns: readonly FieldPacket[]): void {
    if (columns.length > COLUMNS_MAX) throw new TooWide('too many columns')
    this.#columns = columns
    const names = columns.map(({ name }) => this.#draftedName(name))
    this.#collector = new RowCollector(names, this.#limits)
  }

  row(values: readonly unknown[]): boolean {
    return this.#collector?.add(values.map((value, index) => plainValue(value, this.#columns[index]))) ?? false
  }

  /** Rows are missing for another reason than the caps. */
  truncate(): void {
    this.#collector?.truncate()
  }

  result(): Omit<QueryResult, 'executionTimeMs'> {
    return (this.#collector ?? new RowCollector([], this.#limits)).result()
  }
}
