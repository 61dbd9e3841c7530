import type { QueryResult, ResultColumn, Row } from '../../domain/ask/outcome.ts'
import type { Json } from '../../domain/json.ts'

/** Keeps the first rows of a result, as they arrive, and no more than its caps. */
export class RowCollector {
  readonly #names: readonly string[]
  readonly #rows: Row[] = []
  readonly #rowsMax: number
  readonly #bytesMax: number
  #bytes = 0
  #truncated = false

  /** @param columns names as the database gives them */
  constructor(
    columns: readonly string[],
    { rowsMax, bytesMax }: { readonly rowsMax: number; readonly bytesMax: number },
  ) {
    this.#names = distinctNames(columns)
    this.#rowsMax = rowsMax
    this.#bytesMax = bytesMax
  }

  /**
   * @param values plain JSON, in the order of the columns
   * @returns whether more rows are wanted; after `false` the result is known to be truncated
   */
  add(values: readonly Json[]): boolean {
    const row = Object.fromEntries(this.#names.map((name, index) => [name, values[index] ?? null]))
    this.#bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    this.#truncated ||= this.#rows.length === this.#rowsMax || this.#bytes > this.#bytesMax
    if (!this.#truncated) this.#rows.push(row)
    return !this.#truncated
  }

  /** Rows were left out for another reason than the caps: one alone was too large to be read, for example. */
  truncate(): void {
    this.#truncated = true
  }

  result(): Omit<QueryResult, 'executionTimeMs'> {
    const columns = this.#names.map((name) => ({ name, type: this.#typeOf(name) }))
    return { columns, rows: this.#rows, rowCount: this.#rows.length, truncated: this.#truncated }
  }

  #typeOf(name: string): ResultColumn['type'] {
    const kinds = new Set(this.#rows.flatMap(({ [name]: value }) => (value === null ? [] : [kindOf(value)])))
    const [kind] = kinds
    if (kind === undefined) return 'null'
    return kinds.size > 1 ? 'mixed' : kind
  }
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
