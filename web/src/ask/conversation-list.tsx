import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, SquarePen } from 'lucide-react'
import { type FormEvent, type RefObject, useDeferredValue, useState } from 'react'
import { type Identity, readingClient } from '../api/clients.ts'
import type { Texts } from '../i18n/en.ts'
import { formatDay } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { useConversations } from './queries.ts'

interface ConversationListProps {
  readonly identity: Identity
  readonly selected: string | undefined
  readonly search: RefObject<HTMLInputElement | null>
  readonly onNew: () => void
}

interface Named {
  readonly id: string
  readonly title: string
}

const PATH = '/api/v1/chat/{conversation_id}'

/** Conversations by day, with a search and a menu for each. */
export const ConversationList = ({ identity, selected, search: field, onNew }: ConversationListProps) => {
  const texts = useTexts()
  const { ask } = texts
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search.trim())
  const found = useConversations(identity, words)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [renamed, setRenamed] = useState<Named>()
  const [deleted, setDeleted] = useState<Named>()
  const [error, setError] = useState<unknown>()
  const conversations = found.data?.pages.flatMap((page) => page.conversations) ?? []
  const days = Map.groupBy(conversations, ({ lastMessageAt }) => dayOf(lastMessageAt, texts))
  const client = readingClient(identity)

  const change = async (work: () => Promise<unknown>) => {
    setError(undefined)
    try {
      await work()
      setRenamed(undefined)
      setDeleted(undefined)
    } catch (failed) {
      setError(failed)
    }
    await queries.invalidateQueries({ queryKey: ['conversations'] })
  }
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title') ?? '').trim()
    const path = { conversation_id: renamed?.id ?? '' }
    void change(async () => {
      await client.call('patch', PATH, { path, body: { title } })
      await queries.invalidateQueries({ queryKey: ['conversation', renamed?.id] })
    })
  }
  const remove = ({ id }: Named) =>
    change(async () => {
      await client.call('delete', PATH, { path: { conversation_id: id } })
      if (id === selected) await navigate({ to: '/ask/{-$conversation}', params: { conversation: undefined } })
    })

  return (
    <nav className="conversations" aria-label={ask.conversations}>
      <Link
        to="/ask/{-$conversation}"
        params={{ conversation: undefined }}
        className="button new"
        onClick={onNew}
        activeOptions={{ exact: true }}
      >
        <SquarePen aria-hidden="true" size={16} strokeWidth={1.75} /> {ask.newConversation}
      </Link>
      <input
        ref={field}
        type="search"
        aria-label={ask.search}
        placeholder={ask.search}
        value={search}
        maxLength={200}
        onChange={({ target }) => setSearch(target.value)}
      />
      {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && conversations.length === 0 && (
        <p className="hint">{words === '' ? ask.noConversations : ask.nothingFound(words)}</p>
      )}
      {[...days].map(([day, listed]) => (
        <section key={day}>
          <h2>{day}</h2>
          <ul>
            {listed.map(({ id, title, turnId, tenantId }) => (
              <li key={id} data-selected={id === selected}>
                <Link
                  to="/ask/{-$conversation}"
                  params={{ conversation: id }}
                  aria-current={id === selected ? 'page' : undefined}
                >
                  <bdi>{title}</bdi>
                  {turnId !== null && <span className="dot">{ask.running}</span>}
                  {tenantId !== null && <span className="muted"> {tenantId}</span>}
                </Link>
                <Menu
                  className="icon small"
                  label={ask.conversationMenu(title)}
                  trigger={<Ellipsis aria-hidden="true" size={16} />}
                  entries={[
                    { key: 'rename', label: ask.rename, onSelect: () => setRenamed({ id, title }) },
                    { key: 'delete', label: ask.delete, onSelect: () => setDeleted({ id, title }) },
                  ]}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {found.hasNextPage && (
        <button type="button" onClick={() => void found.fetchNextPage()}>
          {ask.loadMore}
        </button>
      )}
      <Dialog title={ask.rename} open={renamed !== undefined} onClose={() => setRenamed(undefined)}>
        <form onSubmit={rename}>
          <Field label={ask.conversationTitle} name="title" defaultValue={renamed?.title} maxLength={200} required />
          {error !== undefined && <ErrorNotice error={error} />}
          <p className="actions">
            <button type="submit" className="primary">
              {texts.save}
            </button>
          </p>
        </form>
      </Dialog>
      <Dialog title={ask.deleteTitle} open={deleted !== undefined} onClose={() => setDeleted(undefined)}>
        <p>
          <bdi>{deleted?.title}</bdi>
        </p>
        <p>{ask.deleteText}</p>
        {error !== undefined && <ErrorNotice error={error} />}
        <p className="actions">
          <button type="button" autoFocus onClick={() => setDeleted(undefined)}>
            {texts.cancel}
          </button>
          <button type="button" className="danger" onClick={() => deleted !== undefined && void remove(deleted)}>
            {ask.delete}
          </button>
        </p>
      </Dialog>
    </nav>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

const dayOf = (iso: string, texts: Texts): string => {
  const at = new Date(iso)
  const [now, yesterday] = [new Date(), new Date(Date.now() - DAY_MS)]
  if (at.toDateString() === now.toDateString()) return texts.ask.today
  return at.toDateString() === yesterday.toDateString() ? texts.ask.yesterday : formatDay(at, texts)
}
