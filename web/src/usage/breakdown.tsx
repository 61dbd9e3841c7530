import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatDollars, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { saveCsv } from '../ui/csv.ts'
import { ChoiceField } from '../ui/field.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { usageTexts } from './texts.ts'
import { type UsageGroup, type UsageReport, useUsage } from './usage-report.ts'
import { useGroupNames } from './use-group-names.ts'

const GROUPS: readonly UsageGroup[] = ['database', 'key', 'user', 'model', 'day']

type Row = UsageReport['rows'][number]

const MICROS = 1_000_000

const NUMBERS = [
  [usageTexts.questions, 'questions'],
  [usageTexts.failed, 'failed'],
  [usageTexts.indexing, 'indexing_runs'],
  [usageTexts.input, 'input_tokens'],
  [usageTexts.cached, 'cached_input_tokens'],
  [usageTexts.output, 'output_tokens'],
] as const

interface BreakdownProps {
  readonly range: { readonly from?: string; readonly to?: string }
}

/** The usage of the range, grouped as in the URL; by default by database. */
export const Breakdown = ({ range }: BreakdownProps) => {
  const texts = useTexts()
  const search = useSearch({ from: '/logged-in/usage' })
  const navigate = useNavigate()
  const by = GROUPS.find((group) => group === search.by) ?? 'database'
  const report = useUsage(range, by)
  const nameOf = useGroupNames(by)
  const columns = [
    { label: usageTexts.groups[by], cell: ({ group }: Row) => <bdi>{nameOf(group)}</bdi> },
    ...NUMBERS.map(([label, field]) => ({
      label,
      isNumber: true,
      cell: (row: Row) => formatNumber(row[field], texts),
    })),
    {
      label: usageTexts.cost,
      isNumber: true,
      cell: ({ cost_usd_micros: cost, unpriced_calls: unpriced }: Row) => (
        <>
          {formatDollars(cost, texts)}
          {unpriced > 0 && <div className="muted">{usageTexts.unpriced(formatNumber(unpriced, texts), unpriced)}</div>}
        </>
      ),
    },
  ]
  const save = ({ rows, from, to }: UsageReport) => {
    const { groups, cost, unpricedCalls } = usageTexts
    saveCsv(
      [
        [groups[by], ...NUMBERS.map(([label]) => label), `${cost} (USD)`, unpricedCalls],
        ...rows.map((row) => [
          by === 'day' ? row.group : nameOf(row.group),
          ...NUMBERS.map(([, field]) => row[field]),
          row.cost_usd_micros / MICROS,
          row.unpriced_calls,
        ]),
      ],
      `usage-${by}-${from}-${to}.csv`,
    )
    announce(usageTexts.downloaded)
  }
  return (
    <section aria-labelledby="breakdown">
      <h2 id="breakdown">{usageTexts.breakdown}</h2>
      <div className="tools">
        <ChoiceField
          label={usageTexts.by}
          choices={GROUPS.map((group) => [group, usageTexts.groups[group]])}
          value={by}
          onChange={({ target }) =>
            void navigate({ to: '/usage', search: { ...search, by: target.value }, replace: true })
          }
        />
        <button type="button" onClick={() => report.data !== undefined && save(report.data)}>
          {usageTexts.csv}
        </button>
      </div>
      <Loaded query={report}>
        {({ rows, truncated }) => (
          <>
            <ListTable
              caption={usageTexts.caption(usageTexts.groups[by])}
              columns={columns}
              rows={rows}
              rowKey={({ group }) => group ?? ''}
            />
            {truncated && <p className="hint">{usageTexts.truncated}</p>}
          </>
        )}
      </Loaded>
    </section>
  )
}
