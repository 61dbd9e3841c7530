import type { components } from '../../../clients/typescript/src/index.ts'
import { formatDay, formatNumber, formatTime } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { operatorsTexts } from './texts.ts'

type Organizations = components['schemas']['OrganizationLimits']['organizations']
type Organization = Organizations[number]

const says = operatorsTexts.limits

export const LimitsTable = ({ organizations }: { readonly organizations: Organizations }) => {
  const texts = useTexts()
  return (
    <ListTable<Organization>
      caption={says.caption}
      rows={organizations}
      rowKey={({ organization_id: id }) => id}
      columns={[
        { label: says.organization, cell: (organization) => <Name {...organization} /> },
        { label: says.running, isNumber: true, cell: ({ running }) => formatNumber(running, texts) },
        { label: says.places, cell: ({ places }) => <Used {...places} /> },
        { label: says.questions, cell: ({ questions }) => <Used {...questions} /> },
        { label: says.requests, cell: ({ requests_per_minute: requests }) => <Used {...requests} /> },
        { label: says.tokens, cell: ({ tokens }) => <Used {...tokens} /> },
      ]}
    />
  )
}

const Name = ({ name, organization_id: id, plan }: Organization) => (
  <>
    <bdi>{name}</bdi>
    <span className="muted">
      {id} · {says.plans[plan]}
    </span>
  </>
)

const NEAR = 0.8

const Used = ({ used, allowed, resets_at: resets }: Organization['places']) => {
  const texts = useTexts()
  if (used === null) return <span className="muted">{says.uncounted}</span>
  const count = formatNumber(used, texts)
  return (
    <div className="used">
      <span className="nowrap">
        {allowed === null ? says.unlimited(count) : says.ofLimit(count, formatNumber(allowed, texts))}
      </span>
      {allowed !== null && (
        // The text beside it has the same information.
        <meter aria-hidden="true" max={Math.max(1, allowed)} optimum={0} high={allowed * NEAR} value={used} />
      )}
      {resets !== null && <span className="muted nowrap">{says.resets(resetText(new Date(resets), texts))}</span>}
    </div>
  )
}

const DAY_MS = 86_400_000

/** A time for today and tomorrow, else a date. */
const resetText = (at: Date, texts: Parameters<typeof formatTime>[1]): string =>
  at.getTime() - Date.now() < DAY_MS ? formatTime(at, texts) : formatDay(at, texts)
