import type { NameFolding } from '../../../guard/name-folding.ts'

/** Names are case-sensitive. */
export const FOLDING: NameFolding = { table: (name) => name, column: (name) => name }
