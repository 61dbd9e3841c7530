import type { NameFolding } from '../../../guard/name-folding.ts'
import type { Schema } from '../../../guard/schema.ts'

const lower = (name: string): string => name.toLowerCase()

/** A server tells tables apart by case or not (`lower_case_table_names`); columns it never does. */
const TOLD_APART: NameFolding = { table: (name) => name, column: lower }
const FOLDED: NameFolding = { table: lower, column: lower }

export const foldingOf = ({ caseSensitiveTables = true }: Schema): NameFolding =>
  caseSensitiveTables ? TOLD_APART : FOLDED

export const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``
