import type { NameFolding } from '../../../guard/name-folding.ts'
import { lowerAscii } from '../../sql/names.ts'

/** SQLite folds the case of ASCII letters only, in quoted and in unquoted names alike. */
export const fold = lowerAscii

export const FOLDING: NameFolding = { table: fold, column: fold }

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
