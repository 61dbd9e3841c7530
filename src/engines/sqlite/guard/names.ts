import type { NameFolding } from '../../../domain/guard/name-folding.ts'

/** SQLite folds the case of ASCII letters only, in quoted and in unquoted names alike. */
export const fold = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const FOLDING: NameFolding = { table: fold, column: fold }

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
