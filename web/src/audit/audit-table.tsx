import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMoment, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { type AuditEntry, actionText, actorText, changeText } from './audit-words.ts'
import { auditTexts } from './texts.ts'

const KINDS = { done: 'ok', refused: 'danger', begun: 'warn' } as const
/** Maximum of changes shown in the row itself. */
const CHANGES_SHOWN = 2

interface AuditTableProps {
  readonly entries: readonly AuditEntry[]
  readonly onMore: (() => void) | undefined
}

export const AuditTable = ({ entries, onMore }: AuditTableProps) => {
  const texts = useTexts()
  const columns = [
    {
      label: auditTexts.at,
      cell: ({ at }: AuditEntry) => <span className="nowrap">{formatMoment(at, texts)}</span>,
    },
    {
      label: auditTexts.actor,
      cell: ({ actor }: AuditEntry) => (
        <FilterLink by={{ actor: actor.id ?? actor.kind }} name={actorText(actor)}>
          {actorText(actor)}
        </FilterLink>
      ),
    },
    { label: auditTexts.action, cell: ({ action }: AuditEntry) => actionText(action) },
    {
      label: auditTexts.subject,
      cell: ({ subject_id: id }: AuditEntry) => (
        <FilterLink by={{ subject: id }} name={id}>
          <code title={id}>{shortened(id)}</code>
        </FilterLink>
      ),
    },
    {
      label: auditTexts.outcome,
      cell: ({ outcome }: AuditEntry) => (
        <span className={outcome === 'begun' ? 'state wraps' : 'state'} data-kind={KINDS[outcome]}>
          {auditTexts.outcomes[outcome]}
        </span>
      ),
    },
    { label: auditTexts.changes, cell: ({ changes }: AuditEntry) => <Changes changes={changes} /> },
  ]
  return (
    <ListTable caption={texts.pages.audit} columns={columns} rows={entries} rowKey={({ id }) => id} onMore={onMore} />
  )
}

const LONG = 16

/** The end of an id, which distinguishes it: its beginning is a timestamp. */
const shortened = (id: string): string => (id.length > LONG ? `…${id.slice(-8)}` : id)

interface FilterLinkProps {
  readonly by: { readonly actor?: string; readonly subject?: string }
  readonly name: string
  readonly children: ReactNode
}

/** A link that filters by this value. */
const FilterLink = ({ by, name, children }: FilterLinkProps) => {
  const search = useSearch({ from: '/logged-in/audit' })
  return (
    <Link to="/audit" search={{ ...search, ...by }} className="plain" title={auditTexts.only(name)}>
      <bdi>{children}</bdi>
    </Link>
  )
}

const Changes = ({ changes }: Pick<AuditEntry, 'changes'>) => {
  const texts = useTexts()
  const list = (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.field}>
          <bdi>{changeText(change)}</bdi>
        </li>
      ))}
    </ul>
  )
  if (changes.length <= CHANGES_SHOWN) return list
  return (
    <details>
      <summary>{auditTexts.count(formatNumber(changes.length, texts))}</summary>
      {list}
    </details>
  )
}
