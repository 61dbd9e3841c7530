/** The customer's database as `describe` found it: the shape of the schema file of the `tabletalk` command. */
export interface Schema {
  readonly engine: string
  readonly tables: readonly Table[]
}

export interface Table {
  /** Absent on engines without schemas (SQLite, MySQL). */
  readonly schema?: string
  readonly name: string
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
  /** Rows in the whole table when it was described; for planning only, never shown to a caller. */
  readonly rowCount?: number
}

export interface Column {
  readonly name: string
  /** The type as declared, for example `INTEGER`, `TEXT`, `DECIMAL(10,2)`. */
  readonly type: string
  readonly nullable: boolean
}

export interface ForeignKey {
  readonly columns: readonly string[]
  readonly refTable: string
  readonly refColumns: readonly string[]
}

/** How policies, sources and receipts name a table. */
export const tableName = (table: Table): string =>
  table.schema === undefined ? table.name : `${table.schema}.${table.name}`
