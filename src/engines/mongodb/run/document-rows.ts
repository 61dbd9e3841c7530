import type { QueryResult } from '../../../ask/rules/outcome.ts'
import { runToEnd, type Sliced } from '../../../platform/values/sliced.ts'
import { RowCollector, type RowLimits } from '../../shared/run/row-collector.ts'
import { type Cell, TruncatedCell } from '../../shared/run/truncated-cell.ts'
import { DocumentCells } from './document-cells.ts'
import type { ReadingContext } from './plain-value.ts'

/** Maximum number of columns; further fields are combined into one. */
const COLUMNS_MAX = 200
const OTHERS = 'other fields'

interface DocumentLimits extends RowLimits, Pick<ReadingContext, 'shape' | 'isRounded'> {}

/**
 * Collects the first documents of a result as rows; the columns are the fields of all documents, in order of
 * appearance.
 */
export class DocumentRows {
  readonly #limits: RowLimits
  readonly #columns = new Set<string>()
  readonly #rows: ReadonlyMap<string, Cell>[] = []
  readonly #cells: DocumentCells
  #bytes = 0
  #isTruncated = false

  /** @param shape of the documents, from the guard */
  constructor({ shape, isRounded = false, ...limits }: DocumentLimits) {
    this.#limits = limits
    this.#cells = new DocumentCells({ shape, isRounded }, limits.wholeBytesMax ?? limits.bytesMax)
  }

  /** @returns whether more documents are wanted; after `false` the result is truncated @throws MalformedDocument */
  add(document: Buffer): boolean {
    const { rowsMax, bytesMax, keepsCellsWhole = false } = this.#limits
    this.#bytes += document.length
    // BSON is about as large as JSON, so the limit applies before conversion.
    const isFull = keepsCellsWhole && this.#bytes > bytesMax && this.#rows.length > 0
    if (isFull || this.#rows.length === rowsMax) this.#isTruncated = true
    if (this.#isTruncated) return false
    const fields = this.#cells.read(document)
    for (const name of fields.keys()) if (this.#columns.size < COLUMNS_MAX) this.#columns.add(name)
    this.#rows.push(fields)
    return true
  }

  get count(): number {
    return this.#rows.length
  }

  result(): Omit<QueryResult, 'executionTimeMs'> {
    return runToEnd(this.sliced())
  }

  /** `result` in slices. */
  *sliced(): Sliced<Omit<QueryResult, 'executionTimeMs'>> {
    const columns = [...this.#columns]
    const others: (readonly (readonly [string, Cell])[])[] = []
    for (const fields of this.#rows) {
      others.push([...fields].filter(([name]) => !this.#columns.has(name)))
      yield
    }
    const hasOthers = others.some((fields) => fields.length > 0)
    const collector = new RowCollector(hasOthers ? [...columns, OTHERS] : columns, this.#limits)
    for (const [index, fields] of this.#rows.entries()) {
      const rest = (others[index] ?? []).map(([name, cell]) => [name, cell instanceof TruncatedCell ? cell.text : cell])
      const cells = columns.map((name) => fields.get(name) ?? null)
      if (!collector.add([...cells, rest.length === 0 ? null : Object.fromEntries(rest)])) break
      yield
    }
    if (this.#isTruncated) collector.truncate()
    return collector.result()
  }
}
