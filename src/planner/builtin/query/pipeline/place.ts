import type { KnownTable } from '../known-database.ts'
import { type Doc, pathIn } from './document.ts'

/** What is known of a place from the beginning. */
export type PlaceSource = Pick<Place, 'table' | 'path' | 'from' | 'stages' | 'isKept'>

/** Where the rows of one table are in the documents that pass through a pipeline. */
export class Place {
  readonly table: KnownTable
  /** Of the row in the document; empty when it is the document. */
  readonly path: string
  /** Where it was joined from. */
  readonly from: Place | null
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

  constructor({ table, path, from, stages, isKept }: PlaceSource) {
    this.table = table
    this.path = path
    this.from = from
    this.stages = stages
    this.isKept = isKept
  }

  /** The row whose array this row is an element of. */
  get holder(): Place | null {
    return this.table.within === null ? null : this.from
  }

  /** The path of a column. */
  field(column: string): string {
    return columnPath(this.table, this.path, column)
  }
}

/** Where a column is, of a row that is at a path: an element that is no document is its own column. */
export const columnPath = ({ within }: KnownTable, path: string, column: string): string =>
  within?.value === column ? path : pathIn(path, column)
