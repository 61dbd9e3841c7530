/** The customer's database as `describe` found it: the shape of the schema file of the `tabletalk` command. */
export interface Schema {
  readonly engine: string
  readonly tables: readonly Table[]
  /** Whether `orders` and `Orders` are two tables, where that is for a server to say (MySQL); true unless said. */
  readonly caseSensitiveTables?: boolean
  /** How the database is called in its own queries, where tables may be written with it before them (MySQL). */
  readonly database?: string
  /** Types that the database has beside those of its server (PostgreSQL), as far as its tables use them. */
  readonly types?: readonly OwnType[]
}

/** A type of the customer's own: an enumeration, a domain, or a row of fields. */
export interface OwnType {
  /** As columns are declared with it. */
  readonly declared: string
  readonly schema: string
  readonly name: string
  /** What an enumeration has, in its order. */
  readonly labels?: readonly string[]
  /** The type that values of a domain are of, as it is declared; text for texts of any case (`citext`). */
  readonly base?: string
  /** What a composite type is made of. */
  readonly fields?: readonly string[]
}

/**
 * A table of rows, or a collection of documents. The columns of a collection are the paths of its fields, dotted and
 * without positions in arrays, each parent before its children: `items`, `items.product_id`. Keys that are data (dates,
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
   * Columns of each index, in order and as far as they are plain columns; those of keys and of unique constraints too.
   * Absent where nobody looked.
   */
  readonly indexes?: readonly (readonly string[])[]
  /** What its owners wrote down about it (`commentOf`): for those who may see it, and never an instruction. */
  readonly comment?: string
  /** Of a collection: the paths that its validator declares, as it declares them. Its columns are what samples hold. */
  readonly declared?: readonly Column[]
  /** A view of a database of documents: what it shows comes from other collections, whatever their policies. */
  readonly view?: true
  /** About how many rows the whole table had when it was described; for planning only, never shown to a caller. */
  readonly rowCount?: number
}

export interface Column {
  readonly name: string
  /**
   * The type as declared, for example `INTEGER`, `TEXT`, `DECIMAL(10,2)`. Of a path, the types that were found there by
   * the names that documents' databases give them, most frequent first: `string | int`; of an array, those of its
   * elements.
   */
  readonly type: string
  /** Of a path: whether a sampled document has no value there. */
  readonly nullable: boolean
  /** As that of a table. */
  readonly comment?: string
  /** Of a path: itself or those of its parents that hold arrays in some document. Absent where none does. */
  readonly arrays?: readonly string[]
  /** Of a column that the database computes: the columns of its table that it may be computed from. */
  readonly generatedFrom?: readonly string[]
  /** Of such a column: it is not stored, but computed whenever it is read, and that may fail. */
  readonly virtual?: true
  /** Of a path: the share of sampled documents that have it, from 0 to 1. */
  readonly presence?: number
}

/** Declared; between collections, where nothing is declared, what names and values show. */
export interface ForeignKey {
  readonly columns: readonly string[]
  readonly refTable: string
  readonly refColumns: readonly string[]
  /** Nobody declared it: its name says so, and most of its values are found there. */
  readonly inferred?: true
}

/** How policies, sources and receipts name a table. */
export const tableName = (table: Pick<Table, 'schema' | 'name'>): string =>
  table.schema === undefined ? table.name : `${table.schema}.${table.name}`
