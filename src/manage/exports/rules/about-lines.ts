import type { QueryResult } from '../../../ask/rules/outcome.ts'
import type { Receipt } from '../../../ask/rules/receipt.ts'

/** A line of the workbook's sheet About. */
export interface AboutLine {
  readonly label: string
  readonly text: string
}

interface DescribedExport {
  readonly question: string | undefined
  /** Undefined if no query was run. */
  readonly receipt: Pick<Receipt, 'drafted' | 'executedAt' | 'tables' | 'filters'> | undefined
  readonly result: Pick<QueryResult, 'rowCount' | 'truncated' | 'leftOut' | 'shortened'>
  /** The tenant of the conversation. */
  readonly tenantId: string | undefined
  readonly scopeId: string | undefined
  /** Whether the reader may see the query with its tables and columns. */
  readonly showsQuery: boolean
}

/** The lines of the sheet About: question, query, time, tenant and scope, tables, and whether rows are missing. */
export const aboutLines = ({
  question,
  receipt,
  result,
  tenantId,
  scopeId,
  showsQuery,
}: DescribedExport): readonly AboutLine[] => {
  const { rowCount, truncated, leftOut, shortened = [] } = result
  const filters = receipt?.filters ?? []
  const line = (label: string, text: string | undefined) => (text === undefined ? [] : [{ label, text }])
  return [
    ...line('Question', question),
    ...line('Query', showsQuery ? receipt?.drafted : undefined),
    ...line('Run at', receipt?.executedAt),
    ...line('Rows of tenant', filters.includes('tenant') ? tenantId : undefined),
    ...line('Rows of scope', filters.includes('scope') ? scopeId : undefined),
    ...(showsQuery ? (receipt?.tables ?? []) : []).map(({ table, mode, columns }) => ({
      label: 'Table',
      text: `${table}: ${columns.length === 0 ? mode : `${mode}, filtered by ${columns.join(', ')}`}`,
    })),
    { label: 'Rows', text: String(rowCount) },
    {
      label: 'Rows left out',
      text: truncated ? (leftOut === undefined ? 'yes; how many was not counted' : String(leftOut)) : 'none',
    },
    ...line('Cells shortened', shortened.length === 0 ? undefined : String(shortened.length)),
  ]
}
