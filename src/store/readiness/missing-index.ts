import { type DeclaredIndex, indexText } from './declared-indexes.ts'

/** An index that is not there. Nothing of any document is in it. */
export interface MissingIndex {
  readonly collection: string
  readonly fields: readonly string[]
  readonly unique: boolean
  /** Why, and what can be done. */
  readonly because: string
}

export const missingIndex = (collection: string, index: DeclaredIndex, because: string): MissingIndex => ({
  collection,
  fields: Object.keys(index.key),
  unique: index.unique === true,
  because,
})

/** What is said of documents that a unique index cannot hold. */
export const duplicates = ({ key }: DeclaredIndex): string =>
  `several documents have the same ${Object.keys(key).join(', ')}: change or remove all but one of them`

/** A sentence about a missing index. */
export const missingText = (index: MissingIndex): string => `the ${missingLine(index)}`

/** A line of a list about a missing index. */
export const missingLine = ({ collection, fields, because }: MissingIndex): string =>
  `index of ${indexText(collection, { key: Object.fromEntries(fields.map((field) => [field, 1])) })} is missing: ${because}`
