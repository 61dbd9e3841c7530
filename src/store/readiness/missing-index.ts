import { indexText, type WantedIndex } from './wanted-indexes.ts'

/** A missing index, without data of documents. */
export interface MissingIndex {
  readonly collection: string
  readonly fields: readonly string[]
  readonly unique: boolean
  /** The reason and advice. */
  readonly because: string
}

export const missingIndex = (collection: string, index: WantedIndex, because: string): MissingIndex => ({
  collection,
  fields: Object.keys(index.key),
  unique: index.unique === true,
  because,
})

/** The reason if documents violate a unique index. */
export const duplicates = ({ key }: WantedIndex): string =>
  `several documents have the same ${Object.keys(key).join(', ')}: change or remove all but one of them`

/** A missing index as one line of text. */
export const missingText = ({ collection, fields, because }: MissingIndex): string =>
  `the index of ${indexText(collection, { key: Object.fromEntries(fields.map((field) => [field, 1])) })} is missing: ${because}`
