import type { NameFolding } from '../../../guard/name-folding.ts'
import { lowerAscii } from '../../sql/names.ts'

/** SQLite ignores the case of ASCII letters only, in quoted and unquoted names. */
export const fold = lowerAscii

export const FOLDING: NameFolding = { table: fold, column: fold }

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
