import { randomBytes } from 'node:crypto'
import type { OwnType } from '../guard/schema.ts'
import type { AttackTemplates } from './shared/attack-templates.ts'

/**
 * Loads tables and rows into a database, for the demo and for scratch copies under attack. Only operators at the
 * terminal use it; queries of callers never reach it.
 */
export interface Loader {
  /** Attacks in the language of this engine, beside the portable ones; absent if there are none. */
  readonly attacks?: AttackTemplates
  /**
   * Creates the tables in order, with keys, and fills them; all or nothing where the server supports it.
   *
   * @throws TablesExist when a table of such a name exists and must not be replaced; Problem as `Engine.describe`
   */
  load(address: string, tables: readonly NewTable[], options: LoadOptions): Promise<void>
  /**
   * Creates an empty database beside the one at this address.
   *
   * @param label at most 40 lower-case letters, digits and underscores, by which `removeScratch` finds the database of
   * a crashed process; random by default
   * @throws Problem `database_unreachable`, with a message that names the missing right
   */
  scratch(address: string, signal: AbortSignal, label?: string): Promise<ScratchDatabase>
  /** Removes the scratch database of a label, if it exists. @throws Problem as `Engine.describe` */
  removeScratch(address: string, label: string, signal: AbortSignal): Promise<void>
}

/** Time limit for removing a scratch database. */
export const REMOVE_SCRATCH_MS = 30_000

/** The server's name for a scratch database. */
export const scratchName = (label = randomBytes(6).toString('hex')): string => `tabletalk_scratch_${label}`

export interface LoadOptions {
  /** Whether existing tables with these names are dropped first. */
  readonly replace: boolean
  readonly signal: AbortSignal
  /** Enumerations that columns use; created before the tables, on engines that have such types. */
  readonly types?: readonly OwnType[]
}

export interface ScratchDatabase {
  readonly address: string
  remove(): Promise<void>
}

export interface NewTable {
  /** Created if missing; the default schema if absent. */
  readonly schema?: string
  readonly name: string
  readonly columns: readonly NewColumn[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly NewForeignKey[]
  readonly indexes: readonly (readonly string[])[]
  /** In the order of the columns. */
  readonly rows: readonly (readonly LoadValue[])[]
  /** Embeds the rows in an earlier table; for document databases only. */
  readonly within?: NewTableWithin
}

/** Each row becomes an array element in the row that it refers to. */
interface NewTableWithin {
  /** The table that holds the arrays. */
  readonly table: string
  /** Column of the inner table with the outer primary key; it is left out of the elements. */
  readonly column: string
  /** Field name of the array. */
  readonly as: string
}

export interface NewColumn {
  /** In document databases a dotted path: `address.city` is the field `city` of the document `address`. */
  readonly name: string
  readonly type: PortableType | { readonly declared: string }
  readonly nullable: boolean
  /** Of a path: itself or its parents, as far as they are arrays of one element. */
  readonly arrays?: readonly string[]
}

interface NewForeignKey {
  readonly columns: readonly string[]
  readonly refTable: string
  readonly refColumns: readonly string[]
}

/**
 * Portable column types, which each engine maps to its own: 64-bit integers; decimals with four fraction digits; binary
 * floating point; texts compared exactly, character by character; days; times in UTC; booleans.
 */
export type PortableType = 'integer' | 'decimal' | 'real' | 'text' | 'date' | 'datetime' | 'boolean'

/** Days are `2026-11-21`, times `2026-11-21 08:30:00`. */
export type LoadValue = string | number | bigint | boolean | null

export class TablesExist extends Error {
  override readonly name = 'TablesExist'

  /** @param tables named as in policies */
  constructor(tables: readonly string[]) {
    super(`The database already has tables with these names: ${tables.join(', ')}.`)
  }
}
