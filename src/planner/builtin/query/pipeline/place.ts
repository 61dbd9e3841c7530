import type { KnownTable } from '../known-database.ts'
import { type Doc, pathIn } from './document.ts'

interface PlaceSource {
  readonly table: KnownTable
  readonly path: string
  readonly from: Place | null
  readonly holder: Place | null
  readonly stages: readonly Doc[]
  readonly isKept?: boolean
}

/** Where the rows of one table are in the documents that pass through a pipeline. */
export class Place {
  readonly table: KnownTable
  /** Of the row in the document; empty when it is the document. */
  readonly path: string
  /** Where it was joined from. */
  readonly from: Place | null
  /** The row whose array this row is an element of. */
  readonly holder: Place | null
  /** What brings it there. */
  readonly stages: readonly Doc[]
  /** True when it is there for rows without a partner too. */
  readonly isKept: boolean
  /** Conditions on it. */
  readonly matches: Doc[] = []
  /** True when it is needed before the rows are chosen and ordered. */
  isUsed = false
  /** Places joined from here, by their steps. */
  readonly next = new Map<string, Place>()

  constructor({ table, path, from, holder, stages, isKept = false }: PlaceSource) {
    this.table = table
    this.path = path
    this.from = from
    this.holder = holder
    this.stages = stages
    this.isKept = isKept
  }

  /** The path of a column. */
  field(column: string): string {
    return this.table.within?.value === column ? this.path : pathIn(this.path, column)
  }
}
