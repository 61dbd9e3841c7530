import type { components } from '../../../clients/typescript/src/index.ts'
import { formatDuration, formatMoment, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { attacksTexts } from './texts.ts'

export type AttackRun = components['schemas']['AttackRun']
type Family = NonNullable<AttackRun['report']>['families'][number]

const { columns, facts } = attacksTexts

/** What was tried, as whom, and the result of each class of attacks. */
export const AttackReport = ({ run: { report, started_at: at } }: { readonly run: AttackRun }) => {
  const texts = useTexts()
  if (report === null) return null
  const number = (value: number) => formatNumber(value, texts)
  const families: Readonly<Record<string, string>> = attacksTexts.families
  const callers: Readonly<Record<string, string>> = attacksTexts.callers
  const shown = [
    [facts.date, formatMoment(at, texts)],
    [facts.callers, report.callers.map((caller) => callers[caller] ?? caller).join(', ')],
    [facts.tables, facts.tablesOf(number(report.tables), number(report.tables_of))],
    [facts.took, formatDuration(report.milliseconds, texts)],
    [facts.suite, report.suite],
  ] as const
  return (
    <section aria-labelledby="result">
      <h2 id="result">{attacksTexts.last}</h2>
      <dl className="facts">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ListTable<Family>
        caption={attacksTexts.last}
        rows={report.families}
        rowKey={({ family }) => family}
        columns={[
          { label: columns.family, cell: ({ family }) => families[family] ?? family },
          { label: columns.tried, isNumber: true, cell: ({ tried }) => number(tried) },
          { label: columns.byGuard, isNumber: true, cell: ({ by_guard: refused }) => number(refused) },
          { label: columns.byDatabase, isNumber: true, cell: ({ by_database: refused }) => number(refused) },
          { label: columns.byLimits, isNumber: true, cell: ({ by_limits: refused }) => number(refused) },
          { label: columns.filtered, isNumber: true, cell: ({ filtered }) => number(filtered) },
          { label: columns.leaked, isNumber: true, cell: ({ leaked }) => number(leaked) },
        ]}
      />
    </section>
  )
}
