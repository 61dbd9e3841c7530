import type { NameFolding } from '../../../guard/name-folding.ts'

/** Names are exact once the parser has read them: it brings what a draft leaves unquoted to lower case. */
export const FOLDING: NameFolding = { table: (name) => name, column: (name) => name }

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Names of a query may be of any length; a hint is short. */
export const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name)
