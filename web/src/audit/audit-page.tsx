import { useSearch } from '@tanstack/react-router'
import '../styles/usage.css'
import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'
import { ManagePage } from '../frame/manage-page.tsx'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { saveCsv } from '../ui/csv.ts'
import { Loaded } from '../ui/loaded.tsx'
import { AuditTable } from './audit-table.tsx'
import { type AuditEntry, actionText, actorText, changeText } from './audit-words.ts'
import { FilterForm } from './filter-form.tsx'
import { auditTexts } from './texts.ts'

/** The audit log. */
export const AuditPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.audit}>
      <Content />
    </ManagePage>
  )
}

/** Start of a day in the browser's time zone. @param days to add */
const momentOf = (day: string, days = 0): string => {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + days)
  return Number.isNaN(date.getTime()) ? day : date.toISOString()
}

const Content = () => {
  const texts = useTexts()
  const asked = useSearch({ from: '/logged-in/audit' })
  const { actor, action, subject, from, to } = asked
  const filter = {
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(subject === undefined ? {} : { subject_id: subject }),
    ...(from === undefined ? {} : { since: momentOf(from) }),
    ...(to === undefined ? {} : { until: momentOf(to, 1) }),
  }
  const entries = usePages(['/api/v1/audit', filter], (page, signal) =>
    plainClient.call('get', '/api/v1/audit', { query: { ...filter, page, page_size: 50 }, signal }),
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <FilterForm key={JSON.stringify(asked)} />
      <Loaded query={entries}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p>{isFiltered ? auditTexts.nothing : auditTexts.empty}</p>
          ) : (
            <section>
              <div className="tools">
                <span className="muted">
                  {auditTexts.entries(formatNumber(items.length, texts), formatNumber(total, texts))}
                </span>
                <button type="button" onClick={() => save(items)}>
                  {auditTexts.csv}
                </button>
              </div>
              <AuditTable
                entries={items}
                onMore={entries.hasNextPage ? () => void entries.fetchNextPage() : undefined}
              />
            </section>
          )
        }
      </Loaded>
    </>
  )
}

const save = (entries: readonly AuditEntry[]): void => {
  const { at, actor, action, subject, outcome, changes, outcomes } = auditTexts
  saveCsv(
    [
      [at, actor, action, action, subject, outcome, changes],
      ...entries.map((entry) => [
        entry.at,
        actorText(entry.actor),
        actionText(entry.action),
        entry.action,
        entry.subject_id,
        outcomes[entry.outcome],
        entry.changes.map(changeText).join('\n'),
      ]),
    ],
    'audit.csv',
  )
  announce(auditTexts.downloaded)
}
