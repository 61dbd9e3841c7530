import type { JournalEntry } from '../journal.ts'
import type { Evidence, StoredMessage } from './evidence.ts'

/** The two messages of a turn as the store has them; each should be there once. */
export interface StoredTurn {
  readonly turnId: string
  readonly asked: readonly StoredMessage[]
  readonly answered: readonly StoredMessage[]
}

const MESSAGE = /^(.+)\.(user|assistant)$/

/** All turns that left a message, by id. */
export const storedTurns = ({ messages }: Pick<Evidence, 'messages'>): ReadonlyMap<string, StoredTurn> => {
  const turns = new Map<string, StoredTurn>()
  for (const message of messages) {
    const [, turnId, side] = MESSAGE.exec(message.id) ?? []
    if (turnId === undefined) continue
    const { asked, answered } = turns.get(turnId) ?? { asked: [], answered: [] }
    turns.set(turnId, {
      turnId,
      asked: side === 'user' ? [...asked, message] : asked,
      answered: side === 'assistant' ? [...answered, message] : answered,
    })
  }
  return turns
}

export type Received = Extract<JournalEntry, { kind: 'received' }>
export type SentEvent = Extract<JournalEntry, { kind: 'event' }>

/** What clients were answered, apart from streams. */
export const receivedOf = ({ journal }: Pick<Evidence, 'journal'>): readonly Received[] =>
  journal.filter((entry) => entry.kind === 'received')

export const eventsOf = ({ journal }: Pick<Evidence, 'journal'>): readonly SentEvent[] =>
  journal.filter((entry) => entry.kind === 'event')

/** The turn that an event's id names. */
export const turnOf = (id: string): string => id.slice(0, id.lastIndexOf('.'))

/** The sequence number that an event's id names. */
export const seqOf = (id: string): number => Number(id.slice(id.lastIndexOf('.') + 1))

/** The turn that a client was told of: that of its first event, or the one in a body. */
export const turnIdIn = (entry: Received | SentEvent): string | undefined =>
  entry.kind === 'event' ? turnOf(entry.id) || undefined : textField(dataOf(entry), 'turn_id')

/** The JSON that a response carried, where it carried any. */
export const bodyOf = ({ body }: Pick<Received, 'body'>): unknown => {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}

export const dataOf = (received: Pick<Received, 'body'>): unknown => field(bodyOf(received), 'data')

export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

export const textField = (value: unknown, name: string): string | undefined => {
  const found = field(value, name)
  return typeof found === 'string' ? found : undefined
}

/** Conversations that a client was told are deleted, and when. */
export const deletedConversations = ({ journal }: Pick<Evidence, 'journal'>): ReadonlyMap<string, number> => {
  const asked = new Set(
    journal.flatMap((entry) => (entry.kind === 'sent' && entry.how === 'delete' ? [entry.ask] : [])),
  )
  const deleted = new Map<string, number>()
  for (const entry of journal)
    if (entry.kind === 'received' && asked.has(entry.ask) && (entry.status < 300 || entry.status === 404)) {
      // Who lost the answer to a first try may find that nothing is left.
      const id = entry.ask.slice(entry.ask.lastIndexOf(' ') + 1)
      if (!deleted.has(id)) deleted.set(id, entry.at)
    }
  return deleted
}
