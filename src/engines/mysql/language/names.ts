import type { NameFolding } from '../../../guard/name-folding.ts'
import type { Schema } from '../../../guard/schema.ts'

const lower = (name: string): string => name.toLowerCase()

/** The server setting `lower_case_table_names` decides for tables; columns are always case-insensitive. */
const CASE_SENSITIVE: NameFolding = { table: (name) => name, column: lower }
const CASE_INSENSITIVE: NameFolding = { table: lower, column: lower }

export const foldingOf = ({ caseSensitiveTables = true }: Schema): NameFolding =>
  caseSensitiveTables ? CASE_SENSITIVE : CASE_INSENSITIVE

export const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``
