import type { QueryResult } from '../../../ask/rules/outcome.ts'
import { atOnce, type Sliced } from '../../../platform/values/sliced.ts'
import { type Cell, CutCell } from '../../shared/run/cut-cell.ts'
import { RowCollector, type RowLimits } from '../../shared/run/row-collector.ts'
import { DocumentCells } from './document-cells.ts'
import type { Reading } from './plain-value.ts'

/** Documents of one result may have fields of any name; what more there are come together in one column. */
const COLUMNS_MAX = 200
const OTHERS = 'other fields'

interface DocumentLimits extends RowLimits, Pick<Reading, 'shape' | 'isRounded'> {}

/**
 * Keeps the first documents of a result, as rows: their columns are the fields of all of them, in the order in which
 * they appear.
 */
export class DocumentRows {
  readonly #limits: RowLimits
  readonly #columns = new Set<string>()
  readonly #rows: ReadonlyMap<string, Cell>[] = []
  readonly #cells: DocumentCells
  #bytes = 0
  #truncated = false

  /** @param shape of the documents, as the guard knows it */
  constructor({ shape, isRounded = false, ...limits }: DocumentLimits) {
    this.#limits = limits
    this.#cells = new DocumentCells({ shape, isRounded }, limits.wholeBytesMax ?? limits.bytesMax)
  }

  /**
   * @returns whether more documents are wanted; after `false` the result is known to be truncated
   * @throws BadDocument
   */
  add(document: Buffer): boolean {
    const { rowsMax, bytesMax, keepsCellsWhole = false } = this.#limits
    this.#bytes += document.length
    // As BSON they weigh about what they weigh as JSON: what will be left out is not kept until then.
    const isFull = keepsCellsWhole && this.#bytes > bytesMax && this.#rows.length > 0
    if (isFull || this.#rows.length === rowsMax) this.#truncated = true
    if (this.#truncated) return false
    const fields = this.#cells.read(document)
    for (const name of fields.keys()) if (this.#columns.size < COLUMNS_MAX) this.#columns.add(name)
    this.#rows.push(fields)
    return true
  }

  get count(): number {
    return this.#rows.length
  }

  result(): Omit<QueryResult, 'executionTimeMs'> {
    return atOnce(this.sliced())
  }

  /** The result, made so that others may have their turn between two rows. */
  *sliced(): Sliced<Omit<QueryResult, 'executionTimeMs'>> {
    const columns = [...this.#columns]
    const others: (readonly (readonly [string, Cell])[])[] = []
    for (const fields of this.#rows) {
      others.push([...fields].filter(([name]) => !this.#columns.has(name)))
      yield
    }
    const wide = others.some((fields) => fields.length > 0)
    const collector = new RowCollector(wide ? [...columns, OTHERS] : columns, this.#limits)
    for (const [index, fields] of this.#rows.entries()) {
      const rest = (others[index] ?? []).map(([name, cell]) => [name, cell instanceof CutCell ? cell.text : cell])
      const cells = columns.map((name) => fields.get(name) ?? null)
      if (!collector.add([...cells, rest.length === 0 ? null : Object.fromEntries(rest)])) break
      yield
    }
    if (this.#truncated) collector.truncate()
    return collector.result()
  }
}
