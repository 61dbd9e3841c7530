import type { NameFolding } from '../../../guard/name-folding.ts'

/** Names are exact: `orders` and `Orders` are two collections, and two fields. */
export const FOLDING: NameFolding = { table: (name) => name, column: (name) => name }
