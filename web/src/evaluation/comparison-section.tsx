import { useNavigate } from '@tanstack/react-router'
import { formatMoment, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ChoiceField } from '../ui/field.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { type Report, useEvaluations } from './queries.ts'
import { evaluationTexts as says } from './texts.ts'

type Comparison = NonNullable<Report['comparison']>
type Change = Comparison['worse'][number]

interface ComparisonSectionProps {
  readonly report: Report
  /** The run to compare with. */
  readonly other: string | undefined
}

/** Questions that became better or worse since another run of the same database. */
export const ComparisonSection = ({ report, other = '' }: ComparisonSectionProps) => {
  const texts = useTexts()
  const navigate = useNavigate()
  const runs = useEvaluations(report.database_id)
  const choose = (id: string) =>
    void navigate({
      to: '/evaluation/$run',
      params: { run: report.id },
      search: id === '' ? {} : { with: id },
      replace: true,
    })
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison">{says.comparison}</h2>
      <Loaded query={runs}>
        {({ items }) => {
          const others = items.filter(({ id }) => id !== report.id)
          const named = others.map(({ id, started_at }): [string, string] => [id, formatMoment(started_at, texts)])
          const isListed = other === '' || others.some(({ id }) => id === other)
          return (
            <ChoiceField
              label={says.compare}
              value={other}
              choices={[['', says.noOther], ...named, ...(isListed ? [] : [[other, other] as const])]}
              onChange={({ target }) => choose(target.value)}
            />
          )
        }}
      </Loaded>
      {report.comparison !== null && <Changes comparison={report.comparison} />}
    </section>
  )
}

const Changes = ({ comparison: { compared, worse, better } }: { readonly comparison: Comparison }) => {
  const texts = useTexts()
  return (
    <>
      <p className="hint">{says.compared(formatNumber(compared, texts))}</p>
      <ChangeList title={says.worse} changes={worse} />
      <ChangeList title={says.better} changes={better} />
    </>
  )
}

const ChangeList = ({ title, changes }: { readonly title: string; readonly changes: readonly Change[] }) => (
  <>
    <h3>{title}</h3>
    {changes.length === 0 ? (
      <p className="hint">{says.nothing}</p>
    ) : (
      <ListTable<Change>
        caption={title}
        rows={changes}
        rowKey={({ id }) => id}
        columns={[
          { label: says.question, cell: ({ id }) => <bdi>{id}</bdi> },
          { label: says.before, cell: ({ before }) => verdictNames(before) },
          { label: says.now, cell: ({ now }) => verdictNames(now) },
        ]}
      />
    )}
  </>
)

const verdictNames = (verdicts: Change['now']): string => verdicts.map((verdict) => says.verdicts[verdict]).join(', ')
