import type { NameFolding } from '../../../guard/name-folding.ts'

/** Names are exact: the parser has already lower-cased unquoted ones. */
export const FOLDING: NameFolding = { table: (name) => name, column: (name) => name }

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Shortens a name for a hint. */
export const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name)
