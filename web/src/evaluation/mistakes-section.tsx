import { formattedQuery } from '../ask/query-text.ts'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import type { Mistake, Report, Sample } from './queries.ts'
import { evaluationTexts as says } from './texts.ts'

const KINDS = { right: 'ok', declined: 'warn', wrong: 'danger', failed: 'danger' } as const

/** Questions that were not answered correctly. */
export const MistakesSection = ({ report }: { readonly report: Report }) => {
  const texts = useTexts()
  const { status, mistakes, mistakes_left_out: leftOut } = report
  if (mistakes.length === 0 && status !== 'finished') return null
  return (
    <section aria-labelledby="mistakes" className="mistakes">
      <h2 id="mistakes">{says.mistakesTitle}</h2>
      {mistakes.length === 0 && <p>{says.noMistakes}</p>}
      {mistakes.map((mistake) => (
        <MistakeDetails key={mistake.id} mistake={mistake} />
      ))}
      {leftOut > 0 && <p className="hint">{says.leftOut(formatNumber(leftOut, texts))}</p>}
    </section>
  )
}

const MistakeDetails = ({ mistake }: { readonly mistake: Mistake }) => {
  const { id, question, verdict, tenant_id: tenant, scope_id: scope, query, message, found, gold } = mistake
  const whose = [
    ...(tenant === null ? [] : [says.forTenant(tenant)]),
    ...(scope === null ? [] : [says.forScope(scope)]),
  ]
  return (
    <details>
      <summary>
        <span className="state" data-kind={KINDS[verdict]}>
          {says.verdicts[verdict]}
        </span>{' '}
        <bdi>{question}</bdi> <bdi className="hint">{id}</bdi>
      </summary>
      {whose.length > 0 && <p className="hint">{whose.join(' · ')}</p>}
      {message !== null && <p className="wraps">{message}</p>}
      {query !== null && (
        <section aria-label={says.query}>
          <h3>{says.query}</h3>
          <pre>
            <code>{formattedQuery(query)}</code>
          </pre>
        </section>
      )}
      {(found !== null || gold !== null) && (
        <div className="both-results">
          {found !== null && <SampleTable title={says.found} sample={found} id={id} />}
          {gold !== null && <SampleTable title={says.gold} sample={gold} id={id} />}
        </div>
      )}
    </details>
  )
}

interface SampleTableProps {
  readonly title: string
  readonly sample: Sample
  /** Id of the question. */
  readonly id: string
}

const SampleTable = ({ title, sample: { columns, rows, row_count: all }, id }: SampleTableProps) => {
  const texts = useTexts()
  const numbered = rows.map((row, at) => ({ row, at }))
  return (
    <div>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="hint">{all === 0 ? says.noRows : says.rowsShown('0', formatNumber(all, texts))}</p>
      ) : (
        <ListTable<(typeof numbered)[number]>
          caption={`${title}: ${id}`}
          rows={numbered}
          rowKey={({ at }) => at}
          columns={columns.map((name) => ({
            label: name,
            cell: ({ row }) => <Cell value={row[name]} none={texts.noValue} />,
          }))}
        />
      )}
      {rows.length > 0 && rows.length < all && (
        <p className="hint">{says.rowsShown(formatNumber(rows.length, texts), formatNumber(all, texts))}</p>
      )}
    </div>
  )
}

const Cell = ({ value, none }: { readonly value: unknown; readonly none: string }) => {
  if (value === null || value === undefined) return <span className="muted">{none}</span>
  return <bdi className="sample-cell">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</bdi>
}
