import { Ellipsis } from 'lucide-react'
import type { Me } from '../api/session.ts'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Menu } from '../ui/menu.tsx'
import { type Action, actionLabel, actionsFor } from './person-actions.ts'
import { nameOf, type Person } from './person-data.ts'
import { peopleTexts } from './texts.ts'

interface PeopleTableProps {
  readonly people: readonly Person[]
  readonly me: Me
  readonly onAction: (action: Action, person: Person) => void
  readonly onMore: (() => void) | undefined
}

const KIND_OF_STATUS = { active: 'ok', invited: 'warn', suspended: 'danger' } as const

/** Users with their roles and actions. */
export const PeopleTable = ({ people, me, onAction, onMore }: PeopleTableProps) => {
  const texts = useTexts()
  const { columns } = peopleTexts
  return (
    <ListTable
      caption={peopleTexts.list}
      rows={people}
      rowKey={({ id }) => id}
      onMore={onMore}
      columns={[
        {
          label: columns.name,
          cell: (person) => (
            <>
              <bdi>{nameOf(person)}</bdi>
              {person.id === me.user_id && ` (${peopleTexts.you})`}
              {person.name !== null && (
                <span className="muted">
                  <bdi>{person.email}</bdi>
                </span>
              )}
              {person.pending_email !== null && (
                <span className="muted">{peopleTexts.pending(person.pending_email)}</span>
              )}
            </>
          ),
        },
        { label: columns.role, cell: ({ role }) => texts.roles[role] },
        {
          label: columns.state,
          cell: ({ status }) => (
            <span className="state" data-kind={KIND_OF_STATUS[status]}>
              {peopleTexts.statuses[status]}
            </span>
          ),
        },
        {
          label: columns.factor,
          cell: ({ second_factor: isOn }) => (isOn ? peopleTexts.on : peopleTexts.off),
        },
        {
          label: columns.login,
          cell: ({ last_login_at: at }) => (at === null ? peopleTexts.never : formatMoment(at, texts)),
        },
        {
          label: columns.actions,
          isActions: true,
          cell: (person) => {
            const actions = actionsFor(person, me)
            return (
              actions.length > 0 && (
                <Menu
                  className="icon small"
                  label={texts.frame.actionsFor(nameOf(person))}
                  trigger={<Ellipsis aria-hidden="true" size={16} />}
                  entries={actions.map((action) => ({
                    key: action,
                    label: actionLabel(action),
                    onSelect: () => onAction(action, person),
                  }))}
                />
              )
            )
          },
        },
      ]}
    />
  )
}
