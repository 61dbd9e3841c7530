import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { refreshMe, session } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { usePages } from '../api/use-pages.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { announce } from '../ui/announcer.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { useStore } from '../ui/store.ts'
import { ChangePersonDialog } from './change-person-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleTable } from './people-table.tsx'
import { type Action, CONFIRMED, type Confirmed, IMMEDIATE, type Immediate } from './person-actions.ts'
import { nameOf, type Person } from './person-data.ts'
import { peopleTexts } from './texts.ts'

const USERS = '/api/v1/users'

interface PeopleContentProps {
  readonly isInviting: boolean
  readonly onInvitingEnd: () => void
}

interface Chosen<Kind> {
  readonly action: Kind
  readonly person: Person
}

const pathOf = ({ id }: Person) => ({ user_id: String(id) })

/** The list of users, with the dialogs of their actions. */
export const PeopleContent = ({ isInviting, onInvitingEnd }: PeopleContentProps) => {
  const now = useStore(session)
  const refresh = useRefresh()
  const people = usePages([USERS], (page, signal) =>
    plainClient.call('get', USERS, { query: { page, page_size: 100 }, signal }),
  )
  const [edited, setEdited] = useState<Person>()
  const [asked, setAsked] = useState<Chosen<Confirmed>>()
  const [result, setResult] = useState('')
  const say = (text: string) => {
    onInvitingEnd()
    setEdited(undefined)
    setResult(text)
    announce(text)
  }
  const immediate = useAction(async ({ action, person }: Chosen<Immediate>) => {
    setResult('')
    await IMMEDIATE[action].run(pathOf(person))
    await refresh(USERS)
    say(IMMEDIATE[action].done(person))
  })
  const confirm = async ({ action, person }: Chosen<Confirmed>) => {
    await CONFIRMED[action].run(pathOf(person))
    await refresh(USERS)
    say(CONFIRMED[action].done(nameOf(person)))
  }
  const onAction = (action: Action, person: Person) => {
    immediate.reset()
    if (action === 'edit') setEdited(person)
    else if (action === 'again' || action === 'activate') immediate.run({ action, person })
    else setAsked({ action, person })
  }
  if (now.kind !== 'in') return null
  return (
    <>
      {result !== '' && <p className="notice">{result}</p>}
      {immediate.error !== null && <ErrorNotice error={immediate.error} />}
      <Loaded query={people}>
        {({ items }) => (
          <PeopleTable
            people={items}
            me={now.me}
            onAction={onAction}
            onMore={people.hasNextPage ? () => void people.fetchNextPage() : undefined}
          />
        )}
      </Loaded>
      {isInviting && <InviteDialog onInvited={(email) => say(peopleTexts.invited(email))} onClose={onInvitingEnd} />}
      {edited !== undefined && (
        <ChangePersonDialog
          person={edited}
          onChanged={(name) => {
            say(peopleTexts.changed(name))
            // Users who change themselves may have another role now.
            if (edited.id === now.me.user_id) void refreshMe()
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title={CONFIRMED[asked.action].title(nameOf(asked.person))}
          action={CONFIRMED[asked.action].label}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{CONFIRMED[asked.action].text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
