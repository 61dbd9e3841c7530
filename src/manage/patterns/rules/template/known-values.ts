import type { DatabaseView } from '../../../../ask/rules/knowledge.ts'
import type { TableColumn } from './table-column.ts'

/** The published values and names of a database: allowed in examples for any caller of this view. */
export interface PublishedWords {
  /** Whether a text is a published category or a label of an enumeration. */
  isCategory(text: string): boolean
  /** Whether this is the name of a table, a column or a schema that the caller may see. */
  isName(name: string): boolean
  /**
   * Whether a word is in the general vocabulary, or in names, glossary entries or categories that the caller may see.
   * @param word as returned by `wordsOf`
   */
  isWord(word: string): boolean
  /** Like `isWord`, without the general vocabulary. */
  isPublishedWord(word: string): boolean
}

/** The published values of a database, its view and its spellings, for one caller. */
export interface KnownValues extends PublishedWords {
  readonly view: Pick<DatabaseView, 'schema' | 'dialect'>
  /** Tables of which the caller does not see all rows. */
  readonly restrictedTables: ReadonlySet<string>
  /** The stored values of a column that equal a text, ignoring case and accents. */
  storedSpellings(column: TableColumn, text: string): readonly string[]
}
