import { randomBytes } from 'node:crypto'
import type { OwnType } from '../guard/schema.ts'

/**
 * Puts tables and their rows into a database: the demo's, or those of a copy that attacks are tried on. It is for
 * operators at the terminal; no query of a caller ever comes here.
 */
export interface Loader {
  /**
   * Creates the tables in their order, with keys, and fills them: all of it or, where the server can, nothing.
   *
   * @throws TablesExist when a table of such a name is there and must not be replaced; Problem as `Engine.describe`
   */
  load(address: string, tables: readonly NewTable[], options: LoadOptions): Promise<void>
  /**
   * Makes an empty database beside the one at this address, and takes it away again.
   *
   * @param label of at most 40 small letters, digits and underscores, by which `removeScratch` finds what a process left that died;
   * a random one unless given
   * @throws Problem `database_unreachable`, with a message that says which right the user lacks
   */
  scratch(address: string, signal: AbortSignal, label?: string): Promise<ScratchDatabase>
  /** Takes away the scratch database of a label, where there is one. @throws Problem as `Engine.describe` */
  removeScratch(address: string, label: string, signal: AbortSignal): Promise<void>
}

/** How long removing a scratch database may take. */
export const REMOVE_SCRATCH_MS = 30_000

/** How a scratch database is called on its server. */
export const scratchName = (label = randomBytes(6).toString('hex')): string => `tabletalk_scratch_${label}`

export interface LoadOptions {
  /** Whether tables of the same names are dropped first. */
  readonly replace: boolean
  readonly signal: AbortSignal
  /** Enumerations that columns are declared with; made before the tables, on engines that have such types. */
  readonly types?: readonly OwnType[]
}

export interface ScratchDatabase {
  readonly address: string
  remove(): Promise<void>
}

export interface NewTable {
  /** The default schema, unless given; created when it is missing. */
  readonly schema?: string
  readonly name: string
  readonly columns: readonly NewColumn[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly NewForeignKey[]
  readonly indexes: readonly (readonly string[])[]
  /** In the order of the columns. */
  readonly rows: readonly (readonly LoadValue[])[]
  /** Where its rows stand within the rows of an earlier table; for databases of documents only. */
  readonly within?: NewTableWithin
}

/** Each row becomes an element of an array in the row that it refers to. */
export interface NewTableWithin {
  /** Which holds the arrays. */
  readonly table: string
  /** Of the inner table: the value of the outer one's primary key. It is left out of the elements. */
  readonly column: string
  /** What the array is called. */
  readonly as: string
}

export interface NewColumn {
  /** With dots, on databases of documents, a path: `address.city` is the field `city` of the document `address`. */
  readonly name: string
  readonly type: PortableType | { readonly declared: string }
  readonly nullable: boolean
  /** Of a path: itself or those of its parents that are arrays, of one element each. */
  readonly arrays?: readonly string[]
}

export interface NewForeignKey {
  readonly columns: readonly string[]
  readonly refTable: string
  readonly refColumns: readonly string[]
}

/**
 * What a column holds, spelled by each engine in its own way: whole numbers of 64 bits; decimals with four digits after
 * the point; binary floating point; texts compared exactly, character by character; days; moments in UTC; booleans.
 */
export type PortableType = 'integer' | 'decimal' | 'real' | 'text' | 'date' | 'datetime' | 'boolean'

/** Days are `2026-11-21`, moments `2026-11-21 08:30:00`. */
export type LoadValue = string | number | bigint | boolean | null

export class TablesExist extends Error {
  override readonly name = 'TablesExist'

  /** @param tables as policies name them */
  constructor(tables: readonly string[]) {
    super(`The database already has tables with these names: ${tables.join(', ')}.`)
  }
}
