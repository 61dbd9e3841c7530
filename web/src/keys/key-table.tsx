import { Ellipsis } from 'lucide-react'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Menu } from '../ui/menu.tsx'
import type { Database, Key } from './key-data.ts'
import { PERMISSIONS } from './limits.ts'
import { keysTexts } from './texts.ts'

export type KeyAction = 'embed' | 'edit' | 'rotate' | 'revoke'

interface KeyTableProps {
  readonly caption: string
  readonly keys: readonly Key[]
  readonly databases: readonly Database[]
  readonly onAction: (action: KeyAction, key: Key) => void
  readonly onMore?: (() => void) | undefined
}

const ACTIONS: readonly KeyAction[] = ['edit', 'rotate', 'revoke']

const actionsOf = ({ kind, status }: Key): readonly KeyAction[] =>
  kind === 'database' && status === 'active' ? ['embed', ...ACTIONS] : ACTIONS

const KIND_OF_STATUS = { active: 'ok', expired: 'warn', revoked: 'none' } as const

/** Keys with their permissions; revoked ones have no actions. */
export const KeyTable = ({ caption, keys, databases, onAction, onMore }: KeyTableProps) => {
  const texts = useTexts()
  const { columns } = keysTexts
  const moment = (iso: string) => formatMoment(iso, texts)
  const isAhead = (iso: string | null): iso is string => iso !== null && Date.parse(iso) > Date.now()
  const databaseName = ({ database_id: id }: Key) =>
    id === null ? keysTexts.allDatabases : (databases.find((one) => one.id === id)?.name ?? keysTexts.goneDatabase)
  return (
    <ListTable
      caption={caption}
      rows={keys}
      rowKey={({ id }) => id}
      onMore={onMore}
      columns={[
        {
          label: columns.name,
          cell: ({ name, hint }) => (
            <>
              {name === null ? <span className="muted">{keysTexts.unnamed}</span> : <bdi>{name}</bdi>}
              <code className="muted">{hint}</code>
            </>
          ),
        },
        {
          label: columns.where,
          cell: (key) => (
            <>
              {keysTexts.kinds[key.kind]}
              <span className="muted">
                <bdi>{databaseName(key)}</bdi>
              </span>
            </>
          ),
        },
        {
          label: columns.limits,
          cell: ({ permissions, kind, origins, addresses }) => (
            <>
              {(permissions ?? PERMISSIONS[kind]).map((one) => keysTexts.permissionShort[one]).join(', ')}
              {[...(origins ?? (kind === 'database' ? [keysTexts.anyPage] : [])), ...(addresses ?? [])].map((from) => (
                <span key={from} className="muted">
                  {from}
                </span>
              ))}
            </>
          ),
        },
        {
          label: columns.used,
          cell: ({ last_used_at: used }) => (used === null ? keysTexts.never : moment(used)),
        },
        {
          label: columns.state,
          cell: ({ status, expires_at: end, previous_until: previous }) => (
            <>
              <span className="state" data-kind={KIND_OF_STATUS[status]}>
                {keysTexts.statuses[status]}
              </span>
              {status === 'active' && end !== null && <span className="muted">{keysTexts.expires(moment(end))}</span>}
              {status === 'active' && isAhead(previous) && (
                <span className="muted">{keysTexts.oldWorks(moment(previous))}</span>
              )}
            </>
          ),
        },
        {
          label: columns.actions,
          isActions: true,
          cell: (key) =>
            key.status !== 'revoked' && (
              <Menu
                className="icon small"
                label={texts.frame.actionsFor(key.name ?? key.hint)}
                trigger={<Ellipsis aria-hidden="true" size={16} />}
                entries={actionsOf(key).map((action) => ({
                  key: action,
                  label: keysTexts[action],
                  onSelect: () => onAction(action, key),
                }))}
              />
            ),
        },
      ]}
    />
  )
}
