import type { Evidence, Violation } from './evidence.ts'
import { dataOf, deletedConversations, receivedOf, textField } from './turns.ts'

/** I3: a conversation's count and its latest moment are those of its messages. */
export const countedMessages = ({ conversations, messages }: Evidence): Violation[] =>
  conversations.flatMap(({ id, messageCount, lastMessageAt }) => {
    const own = messages.filter(({ conversationId }) => conversationId === id)
    const last = Math.max(...own.map(({ at }) => at))
    const scope = own[0]?.scopeId ?? ''
    const found = [
      ...(messageCount === own.length ? [] : [`conversation ${id} counts ${messageCount} of ${own.length} messages`]),
      ...(own.length === 0 || last === lastMessageAt ? [] : [`conversation ${id} ends ${lastMessageAt}, not ${last}`]),
    ]
    return found.map((what) => ({ invariant: 'I3' as const, scope, what }))
  })

/** I4: whatever was acknowledged with 201 is there. */
export const appendedMessages = (evidence: Evidence): Violation[] => {
  const deleted = deletedConversations(evidence)
  const ids = new Set(evidence.messages.map(({ id }) => id))
  return receivedOf(evidence).flatMap((received) => {
    if (received.status !== 201) return []
    const data = dataOf(received)
    const [id = '', conversationId = ''] = [textField(data, 'message_id'), textField(data, 'conversation_id')]
    if (ids.has(id) || deleted.has(conversationId)) return []
    return [{ invariant: 'I4', scope: received.scope, what: `message ${id} was acknowledged, and is not there` }]
  })
}

/** I5: nothing names a conversation that was deleted, and deleting it again finds nothing. */
export const deletedForGood = (evidence: Evidence): Violation[] => {
  const deleted = deletedConversations(evidence)
  const left = evidence.references.flatMap(({ collection, conversationId }) =>
    deleted.has(conversationId)
      ? [{ scope: '', what: `${collection} still names conversation ${conversationId}` }]
      : [],
  )
  const again = receivedOf(evidence).flatMap(({ ask, at, scope, status }) => {
    const id = /^again (.+)$/.exec(ask)?.[1] ?? ''
    const [first] = [deleted.get(id)]
    return first === undefined || at <= first || status === 404 || status === 503
      ? []
      : [{ scope, what: `deleting ${id} again gave ${status}` }]
  })
  return [...left, ...again].map((found) => ({ invariant: 'I5', ...found }))
}

/** I11: nobody holds a place when nobody asks. */
export const freedPlaces = ({ leases }: Evidence): Violation[] =>
  leases.map((turnId) => ({ invariant: 'I11', scope: '', what: `turn ${turnId} still holds a place` }))

/** I12: no workflow runs when nobody asks. */
export const closedWorkflows = ({ openWorkflows }: Evidence): Violation[] =>
  openWorkflows.map(({ id }) => ({ invariant: 'I12', scope: '', what: `workflow ${id} still runs` }))
