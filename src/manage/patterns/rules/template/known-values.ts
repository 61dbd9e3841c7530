import type { DatabaseView } from '../../../../ask/rules/knowledge.ts'
import type { TableColumn } from './table-column.ts'

/** What is published of a database: what may stand in an example for any caller of this view. */
export interface Published {
  /** Whether a text is a category that all tenants share, or a label of an enumeration. */
  isCategory(text: string): boolean
  /** Whether a table, a column or a schema that this caller may see is called so. */
  isName(name: string): boolean
  /**
   * Whether a word is a general one, or one of what the caller may see: of names, of the glossary, of categories.
   * @param word as `wordsOf` gives it
   */
  isWord(word: string): boolean
  /** Whether a word is one of what the caller may see, and not only a general one. */
  isPublishedWord(word: string): boolean
}

/** What is known of a caller's database. */
export interface KnownValues extends Published {
  readonly view: Pick<DatabaseView, 'schema' | 'dialect'>
  /** Tables of which this caller does not see all rows. */
  readonly ownTables: ReadonlySet<string>
  /** The values of a column that are this text but for its case and accents, as the database has them. */
  spelled(column: TableColumn, text: string): readonly string[]
}
