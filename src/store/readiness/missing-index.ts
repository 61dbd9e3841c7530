import { indexText, type WantedIndex } from './wanted-indexes.ts'

/** An index that is not there. Nothing of any document is in it. */
export interface MissingIndex {
  readonly collection: string
  readonly fields: readonly string[]
  readonly unique: boolean
  /** Why, and what can be done. */
  readonly because: string
}

export const missingIndex = (collection: string, index: WantedIndex, because: string): MissingIndex => ({
  collection,
  fields: Object.keys(index.key),
  unique: index.unique === true,
  because,
})

/** What is said of documents that a unique index cannot hold. */
export const duplicates = ({ key }: WantedIndex): string =>
  `several documents have the same ${Object.keys(key).join(', ')}: change or remove all but one of them`

/** One line about an index that is missing, for people. */
export const missingText = ({ collection, fields, because }: MissingIndex): string =>
  `the index of ${indexText(collection, { key: Object.fromEntries(fields.map((field) => [field, 1])) })} is missing: ${because}`
