import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { isRunning } from '../../../clients/typescript/src/index.ts'
import { AccountMenu } from '../access/account-menu.tsx'
import { readingClient } from '../api/clients.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { ShortcutsDialog } from '../ui/shortcuts-dialog.tsx'
import { useMedia } from '../ui/use-media.ts'
import { useStable } from '../ui/use-stable.ts'
import { loadMarkdown } from './answer-card.tsx'
import { Composer } from './composer.tsx'
import { ConversationList } from './conversation-list.tsx'
import { setDraft } from './drafts.ts'
import { isComplete, storedIdentity, storeIdentity } from './identity.ts'
import { IdentityBar } from './identity-bar.tsx'
import { ask, liveTurns, stop } from './live-turns.ts'
import { NoDatabase } from './no-database.tsx'
import { refreshConversation, useDatabases, useStarters } from './queries.ts'
import { ReceiptFrame, useIsWide } from './receipt-frame.tsx'
import { Starters } from './starters.tsx'
import { Thread } from './thread.tsx'
import { turnKey } from './turn-key.ts'
import { answerAnnouncement, useProgressAnnouncements } from './use-announcements.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useThread } from './use-thread.ts'

const route = getRouteApi('/logged-in/ask/{-$conversation}')

const ReceiptPanel = lazy(async () => ({ default: (await import('./receipt-panel.tsx')).ReceiptPanel }))

const LAST_DATABASE = 'tabletalk.database'

/** The page for asking: conversations, the open one, and the receipt of an answer. */
export const AskPage = () => {
  const texts = useTexts()
  const { ask: says } = texts
  const { conversation: id } = route.useParams()
  const { database: wanted, q, receipt: wantedReceipt } = route.useSearch()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const databases = useDatabases()
  const [chosenDatabase, setDatabase] = useState(() => wanted ?? localStorage.getItem(LAST_DATABASE) ?? undefined)
  const [identities, setIdentities] = useState<Readonly<Record<string, ReturnType<typeof storedIdentity>>>>({})
  const [pendingKey, setPendingKey] = useState<string>()
  const [receipt, setReceipt] = useState<{ readonly key: string; readonly part: number }>()
  const [isListOpen, setListOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const isWide = useIsWide()
  const isNarrow = useMedia('(max-width: 719px)')

  const known = databases.data ?? []
  const only = known.length === 1 ? known[0]?.id : undefined
  const chosen = known.find(({ id: databaseId }) => databaseId === (chosenDatabase ?? only))
  const own = identities[chosen?.id ?? ''] ?? storedIdentity(chosen?.id)
  const thread = useThread(id, own, pendingKey)
  const opened = thread.conversation.data
  const database = id === undefined ? chosen : known.find((one) => one.id === opened?.database_id)
  const identity = useMemo(
    () => (id === undefined ? own : { tenantId: opened?.tenant_id ?? undefined, scopeId: own.scopeId }),
    [id, own, opened],
  )
  const running = thread.turns.find(isRunning)
  useProgressAnnouncements(running)
  const starters = useStarters(chosen?.id, own, id === undefined && isComplete(chosen, own))
  const heading = usePageHeading(opened?.title ?? says.title)
  const opening = useRef({ id, pendingKey })
  opening.current = { id, pendingKey }

  const submit = (question: string) => {
    if (running !== undefined) return
    void loadMarkdown()
    if (id === undefined && chosen !== undefined) {
      localStorage.setItem(LAST_DATABASE, chosen.id)
      storeIdentity(chosen.id, own)
    }
    let conversationId = id
    const key = ask({
      question,
      identity,
      databaseId: database?.id,
      conversationId,
      onStart: (started) => {
        conversationId = started
        // Unless another conversation was opened meanwhile.
        if (opening.current.id === undefined && opening.current.pendingKey === key)
          void navigate({ to: '/ask/{-$conversation}', params: { conversation: started }, replace: true })
        void queries.invalidateQueries({ queryKey: ['conversations'] })
      },
      onEnd: () => {
        const turn = liveTurns.get().get(key)
        if (turn !== undefined) announce(answerAnnouncement(turn, texts))
        refreshConversation(queries, conversationId)
      },
    })
    setPendingKey(key)
  }
  const edit = (question: string) => {
    setDraft(id ?? 'new', question)
    field.current?.focus()
  }
  const stopRunning = () => {
    if (running !== undefined) void stop(running.key, readingClient(identity))
  }
  const startNew = () => {
    setPendingKey(undefined)
    void navigate({ to: '/ask/{-$conversation}', params: { conversation: undefined } })
    field.current?.focus()
  }
  const closeReceipt = () => {
    const key = receipt?.key
    setReceipt(undefined)
    document.querySelector<HTMLElement>(`[data-key="${key}"] .receipt-button`)?.focus()
  }

  const actions = useStable({
    onAsk: submit,
    onEdit: edit,
    onReceipt: (key: string, part: number) => setReceipt({ key, part }),
  })

  useShortcuts({
    onFind: () => {
      setListOpen(true)
      requestAnimationFrame(() => search.current?.focus())
    },
    onStop: stopRunning,
    onNew: startNew,
    onHelp: () => setHelpOpen(true),
    onTurnKey: (pressed, key) => turnKey(pressed, key, (part) => setReceipt({ key, part })),
  })
  // A link may open a receipt, but never asks.
  useEffect(() => {
    const last = thread.turns.at(-1)
    if (wantedReceipt !== undefined && last !== undefined && !isRunning(last))
      setReceipt((now) => now ?? { key: last.key, part: Math.max(0, Number(wantedReceipt) - 1 || 0) })
  }, [wantedReceipt, thread.turns])
  useEffect(() => {
    setReceipt(undefined)
    setListOpen(false)
    if (id !== undefined) setPendingKey(undefined)
  }, [id])
  // A link may fill the field, but never asks, because a question costs.
  useEffect(() => {
    if (q === undefined) return
    setDraft('new', q)
    void navigate({ to: '.', search: ({ q: _, ...search }) => search, replace: true })
  }, [q, navigate])

  const shown = thread.turns.find(({ key }) => key === receipt?.key)
  const panel = shown !== undefined && receipt !== undefined && (
    <ReceiptFrame key={receipt.key} onClose={closeReceipt}>
      <Suspense>
        <ReceiptPanel
          turn={shown}
          part={receipt.part}
          onPart={(part) => setReceipt({ key: receipt.key, part })}
          identity={identity}
          canAsk={running === undefined}
          onAsk={submit}
        />
      </Suspense>
    </ReceiptFrame>
  )
  const list = <ConversationList identity={own} selected={id} search={search} onNew={startNew} />
  const failed = thread.conversation.error ?? thread.messages.error ?? databases.error
  return (
    <div className="ask" data-receipt={panel !== false && isWide}>
      <a className="skip" href="#answers">
        {texts.skipToAnswer}
      </a>
      <a className="skip" href="#question">
        {texts.skipToQuestion}
      </a>
      {isNarrow ? (
        <Dialog title={says.conversations} open={isListOpen} onClose={() => setListOpen(false)} className="sheet">
          {list}
        </Dialog>
      ) : (
        list
      )}
      <div className="column">
        <header className="ask-head">
          {isNarrow && (
            <button type="button" className="icon" aria-label={says.conversations} onClick={() => setListOpen(true)}>
              <MenuIcon aria-hidden="true" size={20} strokeWidth={1.75} />
            </button>
          )}
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{id === undefined ? says.title : (opened?.title ?? '')}</bdi>
          </h1>
          <AccountMenu onShortcuts={() => setHelpOpen(true)} />
        </header>
        <main>
          <IdentityBar
            databases={known}
            database={database}
            identity={identity}
            isFixed={id !== undefined}
            onDatabase={setDatabase}
            onIdentity={(given) => chosen !== undefined && setIdentities({ ...identities, [chosen.id]: given })}
          />
          <div className="answers" id="answers" tabIndex={-1}>
            {failed !== null && <ErrorNotice error={failed} onRetry={() => void queries.refetchQueries()} />}
            {databases.isSuccess && known.length === 0 && <NoDatabase />}
            {id === undefined && thread.turns.length === 0 && known.length > 0 && (
              <Starters questions={starters.data ?? []} canAsk={isComplete(chosen, own)} onAsk={submit} />
            )}
            <Thread
              turns={thread.turns}
              identity={identity}
              earlier={thread.messages.hasNextPage ? () => void thread.messages.fetchNextPage() : undefined}
              canAsk={running === undefined}
              {...actions}
            />
          </div>
          <Composer
            field={field}
            conversation={id ?? 'new'}
            placeholder={says.placeholder(database?.name ?? '')}
            blocked={blockedBy(database, identity, texts)}
            running={running === undefined ? 'no' : running.state === 'stopping' ? 'stopping' : 'running'}
            lastQuestion={thread.turns.at(-1)?.question}
            onAsk={submit}
            onStop={stopRunning}
          />
        </main>
      </div>
      {panel}
      <ShortcutsDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

const blockedBy = (
  database: Parameters<typeof isComplete>[0],
  identity: Parameters<typeof isComplete>[1],
  { ask: says }: ReturnType<typeof useTexts>,
): string | undefined => {
  if (database === undefined) return says.chooseDatabase
  if (isComplete(database, identity)) return undefined
  return (identity.tenantId ?? '') === '' ? says.tenantNeeded : says.tenantInteger
}
