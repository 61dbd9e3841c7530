import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import type { PolicyPreview } from './policy.ts'
import { policyTexts } from './texts.ts'

const { preview: says } = policyTexts

interface Numbered {
  readonly at: number
  readonly row: Readonly<Record<string, unknown>>
}

/** The first rows of a table as seen by a caller. */
export const SampleTable = ({ sample }: { readonly sample: NonNullable<PolicyPreview['sample']> }) => {
  const { noValue } = useTexts()
  const { table, columns, rows, reason } = sample
  if (reason !== null) return <p className="hint">{says.reasons[reason]}</p>
  const numbered = rows.map((row, at) => ({ at, row }))
  return (
    <>
      <h3>{says.sampleRows(table)}</h3>
      {rows.length === 0 ? (
        <p>{says.noRows}</p>
      ) : (
        <ListTable<Numbered>
          caption={says.sampleRows(table)}
          rows={numbered}
          rowKey={({ at }) => at}
          columns={columns.map(({ name }) => ({
            label: name,
            cell: ({ row }) => <Cell value={row[name]} none={noValue} />,
          }))}
        />
      )}
    </>
  )
}

const Cell = ({ value, none }: { readonly value: unknown; readonly none: string }) => {
  if (value === null || value === undefined) return <span className="muted">{none}</span>
  return <bdi className="sample-cell">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</bdi>
}
