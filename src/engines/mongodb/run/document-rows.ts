import type { QueryResult } from '../../../domain/ask/outcome.ts'
import type { Json } from '../../../domain/json.ts'
import { RowCollector } from '../../rows/row-collector.ts'
import type { Shape } from '../guard/shape/shape.ts'
import { plainFields, type Reading, TooLarge } from '../values/plain-value.ts'

/** Documents of one result may have fields of any name; what more there are come together in one column. */
const COLUMNS_MAX = 200
const OTHERS = 'other fields'

interface RowLimits {
  readonly rowsMax: number
  readonly bytesMax: number
  readonly shape?: Shape | undefined
}

/**
 * Keeps the first documents of a result, as rows: their columns are the fields of all of them, in the order in which
 * they appear.
 */
export class DocumentRows {
  readonly #rowsMax: number
  readonly #bytesMax: number
  readonly #columns = new Set<string>()
  readonly #rows: ReadonlyMap<string, Json>[] = []
  readonly #reading: Reading
  #truncated = false

  /** @param shape of the documents, as the guard knows it */
  constructor({ rowsMax, bytesMax, shape }: RowLimits) {
    this.#rowsMax = rowsMax
    this.#bytesMax = bytesMax
    this.#reading = { budget: { left: bytesMax }, shape }
  }

  /**
   * @returns whether more documents are wanted; after `false` the result is known to be truncated
   * @throws BadDocument
   */
  add(document: Buffer): boolean {
    if (this.#rows.length === this.#rowsMax) this.#truncated = true
    if (this.#truncated) return false
    try {
      const fields = plainFields(document, 0, this.#reading)
      for (const name of fields.keys()) if (this.#columns.size < COLUMNS_MAX) this.#columns.add(name)
      this.#rows.push(fields)
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
      this.#truncated = true
    }
    return !this.#truncated
  }

  get count(): number {
    return this.#rows.length
  }

  result(): Omit<QueryResult, 'executionTimeMs'> {
    const columns = [...this.#columns]
    const others = this.#rows.map((fields) => [...fields].filter(([name]) => !this.#columns.has(name)))
    const wide = others.some((fields) => fields.length > 0)
    const limits = { rowsMax: this.#rowsMax, bytesMax: this.#bytesMax }
    const collector = new RowCollector(wide ? [...columns, OTHERS] : columns, limits)
    for (const [index, fields] of this.#rows.entries()) {
      const rest = others[index] ?? []
      const cells = columns.map((name) => fields.get(name) ?? null)
      if (!collector.add([...cells, rest.length === 0 ? null : Object.fromEntries(rest)])) break
    }
    if (this.#truncated) collector.truncate()
    return collector.result()
  }
}
