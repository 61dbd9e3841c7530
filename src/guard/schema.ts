/** A customer's database as `describe` returns it: the format of the schema file of the `tabletalk` command. */
export interface Schema {
  readonly engine: string
  readonly tables: readonly Table[]
  /** Whether `orders` and `Orders` are two tables, where the server decides (MySQL); default true. */
  readonly caseSensitiveTables?: boolean
  /** The database name that may qualify tables in queries (MySQL). */
  readonly database?: string
  /** The customer's own types (PostgreSQL) that its tables use. */
  readonly types?: readonly OwnType[]
}

/** A user-defined type: an enumeration, a domain or a composite type. */
export interface OwnType {
  /** The type as column declarations write it. */
  readonly declared: string
  readonly schema: string
  readonly name: string
  /** Labels of an enumeration, in order. */
  readonly labels?: readonly string[]
  /** The base type of a domain, as declared; text for case-insensitive texts (`citext`). */
  readonly base?: string
  /** Fields of a composite type. */
  readonly fields?: readonly string[]
}

/**
 * A table of rows, or a collection of documents. The columns of a collection are the paths of its fields, dotted and
 * without array positions, each parent before its children: `items`, `items.product_id`. Keys that are data (dates,
 * ids) are one path: `scores.<*>`.
 */
export interface Table {
  /** Absent on engines without schemas (SQLite, MySQL, MongoDB). */
  readonly schema?: string
  readonly name: string
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
  /**
   * Columns of each index, in order, as far as they are plain columns; includes keys and unique constraints. Absent if
   * unknown.
   */
  readonly indexes?: readonly (readonly string[])[]
  /** The database's comment on the table (`commentProperty`): data for callers who see the table, never an instruction. */
  readonly comment?: string
  /** Of a collection: the paths that its validator declares; `columns` has those of the samples. */
  readonly declared?: readonly Column[]
  /** A view of a document database: it shows data of other collections regardless of their policies. */
  readonly view?: true
  /** Approximate number of rows of the whole table when it was described; for planning only, never shown to callers. */
  readonly rowCount?: number
}

export interface Column {
  readonly name: string
  /**
   * The declared type, for example `INTEGER`, `TEXT`, `DECIMAL(10,2)`. Of a path: the BSON types found there, most
   * frequent first: `string | int`; of an array: the types of its elements.
   */
  readonly type: string
  /** Of a path: whether some sampled document has no value there. */
  readonly nullable: boolean
  /** The database's comment on the column. */
  readonly comment?: string
  /** Of a path: itself or its parents, as far as they are arrays in some document. Absent if none is. */
  readonly arrays?: readonly string[]
  /** Of a computed column: the columns of its table that it may be computed from. */
  readonly generatedFrom?: readonly string[]
  /** Of a computed column: computed on each read instead of stored; reading may fail. */
  readonly virtual?: true
  /** Of a path: the share of sampled documents that have it, from 0 to 1. */
  readonly presence?: number
}

/** A declared key or, between collections, one inferred from names and values. */
export interface ForeignKey {
  readonly columns: readonly string[]
  readonly refTable: string
  readonly refColumns: readonly string[]
  /** Not declared: inferred from its name, and most of its values exist there. */
  readonly inferred?: true
}

/** The table's name as in policies, sources and receipts. */
export const tableName = (table: Pick<Table, 'schema' | 'name'>): string =>
  table.schema === undefined ? table.name : `${table.schema}.${table.name}`
