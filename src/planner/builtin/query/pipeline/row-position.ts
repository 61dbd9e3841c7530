import type { KnownTable } from '../known-database.ts'
import { type Doc, pathIn } from './document.ts'

/** The fields of a position that are known when it is created. */
export type RowPositionSource = Pick<RowPosition, 'table' | 'path' | 'from' | 'stages' | 'isKept'>

/** The position of a table's rows in the documents of a pipeline. */
export class RowPosition {
  readonly table: KnownTable
  /** Path of the row in the document; empty if it is the document. */
  readonly path: string
  /** The position it was joined from. */
  readonly from: RowPosition | null
  /** The stages that join it. */
  readonly stages: readonly Doc[]
  /** True for a left join. */
  readonly isKept: boolean
  /** Its conditions. */
  readonly matches: Doc[] = []
  /** True if it is needed before filtering and sorting. */
  isUsed = false
  /** Positions joined from here, by step. */
  readonly next = new Map<string, RowPosition>()

  constructor({ table, path, from, stages, isKept }: RowPositionSource) {
    this.table = table
    this.path = path
    this.from = from
    this.stages = stages
    this.isKept = isKept
  }

  /** The parent row of an array element. */
  get parent(): RowPosition | null {
    return this.table.within === null ? null : this.from
  }

  /** The path of a column. */
  field(column: string): string {
    return columnPath(this.table, this.path, column)
  }
}

/** The path of a column in a row: an element that is no document is its own column. */
export const columnPath = ({ within }: KnownTable, path: string, column: string): string =>
  within?.value === column ? path : pathIn(path, column)
