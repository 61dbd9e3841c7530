import {
  failureOf,
  isRunning,
  newTurn,
  randomId,
  type StreamedEvent,
  type TabletalkClient,
  TabletalkError,
  turnAfter,
} from '../../../clients/typescript/src/index.ts'
import { askingClient, type Identity } from '../api/clients.ts'
import { session } from '../api/session.ts'
import { type Store, store } from '../ui/store.ts'
import type { TurnView } from './answer-view.ts'

/** Turns asked or followed since this page was loaded, by key; they continue while other pages are shown. */
export const liveTurns: Store<ReadonlyMap<string, TurnView>> = store<ReadonlyMap<string, TurnView>>(new Map())

// Cleared when another user logs in.
session.subscribe(() => {
  if (session.get().kind === 'out') liveTurns.set(new Map())
})

const change = (key: string, changed: (turn: TurnView) => TurnView): void => {
  const turn = liveTurns.get().get(key)
  if (turn !== undefined) put(changed(turn))
}

const put = (turn: TurnView): void => liveTurns.set(new Map(liveTurns.get()).set(turn.key, turn))

/** The live turn with this id, however it was started. */
export const liveTurn = (turns: ReadonlyMap<string, TurnView>, turnId: string): TurnView | undefined =>
  turns.get(turnId) ?? [...turns.values()].find((turn) => turn.turnId === turnId)

/** Delay of a reconnect; a restarted API is available within this time. */
const RECONNECT_MS = 1_000

interface Asked {
  readonly question: string
  readonly identity: Identity
  readonly databaseId?: string | undefined
  readonly conversationId?: string | undefined
  /** Called with the conversation once the service has accepted the question. */
  readonly onStart?: (conversationId: string) => void
  readonly onEnd?: () => void
}

/** Asks a question. Its answer is followed to its end, across page changes and lost connections. */
export const ask = ({ question, identity, databaseId, conversationId, onStart, onEnd }: Asked): string => {
  const key = randomId()
  put({ ...newTurn(key, question), startedAt: Date.now(), conversationId })
  const client = askingClient(identity)
  const asked = {
    message: question,
    ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
    ...(databaseId === undefined || conversationId !== undefined ? {} : { database_id: databaseId }),
  }
  const unsent = new AbortController()
  unsentQuestions.set(key, unsent)
  const events = client.stream(asked, { idempotencyKey: key, signal: unsent.signal, ...following(key) })
  void consume(key, events, onStart).finally(onEnd)
  return key
}

/** Follows a turn that was started before a reload, in another tab, or on another device. */
export const follow = (turn: TurnView, identity: Identity, onEnd: () => void): void => {
  const { turnId, conversationId } = turn
  if (turnId === undefined || conversationId === undefined) return
  if (liveTurn(liveTurns.get(), turnId) !== undefined) return
  put({ ...turn, key: turnId })
  const from = { conversation_id: conversationId, last_event_id: `${turnId}.0` }
  void consume(turnId, askingClient(identity).follow(from, following(turnId))).finally(onEnd)
}

const following = (key: string) => ({
  reconnects: Number.POSITIVE_INFINITY,
  reconnectMs: RECONNECT_MS,
  onLost: () => change(key, (turn) => ({ ...turn, isLost: true })),
})

const consume = async (
  key: string,
  events: AsyncGenerator<StreamedEvent, void, undefined>,
  onStart?: (conversationId: string) => void,
): Promise<void> => {
  try {
    for await (const event of events) {
      change(key, (turn) => turnAfter({ ...turn, isLost: false }, event))
      if (event.event !== 'start') continue
      unsentQuestions.delete(key)
      onStart?.(event.data.conversation_id)
    }
  } catch (error) {
    unsentQuestions.delete(key)
    const known = error instanceof TabletalkError ? error : undefined
    // The turn has ended and has no further events: the history has it.
    if (known?.status === 204) return forget(key)
    if (error === TAKEN_BACK) return change(key, (turn) => ({ ...turn, state: 'cancelled' }))
    const failure = failureOf(known ?? new TabletalkError('', { code: 'UNKNOWN' }))
    change(key, (turn) => ({ ...turn, state: 'failed', stage: undefined, failure }))
  }
}

/** From here on the turn is shown from the history. */
const forget = (key: string): void => {
  const turns = new Map(liveTurns.get())
  if (turns.delete(key)) liveTurns.set(turns)
}

/** Questions that the service has not confirmed yet. */
const unsentQuestions = new Map<string, AbortController>()

const TAKEN_BACK = new Error('the question was taken back')

/** Cancels a turn, down to its statement in the database. Its last event gives the outcome. */
export const stop = async (key: string, client: TabletalkClient): Promise<void> => {
  unsentQuestions.get(key)?.abort(TAKEN_BACK)
  const turn = liveTurns.get().get(key)
  if (turn?.turnId === undefined || !isRunning(turn)) return
  change(key, (running) => ({ ...running, state: 'stopping' }))
  try {
    await client.cancel(turn.turnId)
  } catch {
    // If the turn has ended meanwhile, nothing is cancelled, and its end will arrive.
    change(key, (running) => (running.state === 'stopping' ? { ...running, state: 'running' } : running))
  }
}
