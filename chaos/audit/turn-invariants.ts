import type { Evidence, Expectations, Violation } from './evidence.ts'
import { deletedConversations, eventsOf, receivedOf, storedTurns, turnIdIn } from './turns.ts'

/** Time to take a question in, and to store its ending once a server is back. */
const SLACK_MS = 45_000

/** I1: an accepted turn has exactly one question and one answer, in that order, within the bound. */
export const acceptedTurns = (evidence: Evidence, { turnTimeoutMs, outageMs }: Expectations): Violation[] => {
  const turns = storedTurns(evidence)
  const deleted = deletedConversations(evidence)
  const lost = acceptedIds(evidence, deleted).flatMap(({ turnId, scope }) =>
    turns.has(turnId) ? [] : [{ scope, what: `turn ${turnId} was accepted, and has no message` }],
  )
  const wrong = [...turns.values()].flatMap(({ turnId, asked, answered }) => {
    const [question] = asked
    const [answer] = answered
    const scope = (question ?? answer)?.scopeId ?? ''
    if (asked.length !== 1 || answered.length !== 1)
      return [{ scope, what: `turn ${turnId} has ${asked.length} questions and ${answered.length} answers` }]
    const tookMs = (answer?.at ?? 0) - (question?.at ?? 0)
    if (tookMs <= 0) return [{ scope, what: `the answer of turn ${turnId} stands before its question` }]
    const late = tookMs > turnTimeoutMs + outageMs + SLACK_MS
    return late ? [{ scope, what: `turn ${turnId} was answered after ${tookMs} ms` }] : []
  })
  return [...lost, ...wrong].map((found) => ({ invariant: 'I1', ...found }))
}

/** Of turns that a client has seen begin, or that a worker has taken in. */
const acceptedIds = (evidence: Evidence, deleted: ReadonlyMap<string, number>) => {
  const opened = evidence.claims
    .filter(({ state, turnId }) => state === 'opened' && !isAppend(evidence, turnId))
    .filter(({ conversationId }) => !deleted.has(conversationId))
    .map(({ turnId }) => ({ turnId, scope: '' }))
  const reported = [...receivedOf(evidence).filter(({ status }) => status < 300), ...eventsOf(evidence)].flatMap(
    (entry) => {
      const turnId = turnIdIn(entry)
      return turnId === undefined ? [] : [{ turnId, scope: entry.scope }]
    },
  )
  const gone = new Set(
    evidence.claims.filter(({ conversationId }) => deleted.has(conversationId)).map(({ turnId }) => turnId),
  )
  return [...new Map([...opened, ...reported].map((one) => [one.turnId, one])).values()].filter(
    ({ turnId, scope }) => !gone.has(turnId) && !scope.startsWith('deleted'),
  )
}

/** The key of an appended message is a claim too, and its turn is the message. */
const isAppend = ({ messages }: Evidence, id: string): boolean => messages.some((message) => message.id === id)

/** I2: what was refused left nothing, and nothing is there that nobody asked for. */
export const refusedTurns = (evidence: Evidence): Violation[] => {
  const turns = storedTurns(evidence)
  const refused = evidence.claims.flatMap(({ state, turnId }) =>
    state === 'refused' && turns.has(turnId)
      ? [{ scope: '', what: `turn ${turnId} was refused, and has messages` }]
      : [],
  )
  const scopes = new Set(evidence.journal.flatMap((entry) => (entry.kind === 'sent' ? [entry.scope] : [])))
  const unasked = evidence.messages.flatMap(({ id, scopeId }) =>
    scopes.has(scopeId) ? [] : [{ scope: scopeId, what: `nobody asked for message ${id}` }],
  )
  return [...refused, ...unasked].map((found) => ({ invariant: 'I2', ...found }))
}

/** I7: no more calls and statements than attempts allow, and none after the end of a turn. */
export const boundedWork = (evidence: Evidence): Violation[] => {
  const turns = storedTurns(evidence)
  const statements = [...turns.values()].flatMap(({ turnId, answered, asked }) => {
    const [answer] = answered
    const scope = (answer ?? asked[0])?.scopeId ?? ''
    const own = evidence.begun.filter((statement) => statement.turnId === turnId)
    const after = answer === undefined ? [] : own.filter(({ at }) => at > answer.at + CLOCK_MS)
    return [
      ...(own.length > STATEMENTS_MAX ? [{ scope, what: `turn ${turnId} ran ${own.length} statements` }] : []),
      ...(after.length > 0 ? [{ scope, what: `turn ${turnId} ran ${after.length} statements after its end` }] : []),
    ]
  })
  const calls = evidence.journal.filter((entry) => entry.kind === 'model')
  const scopes = new Set(calls.map(({ scope }) => scope))
  const asked = [...scopes].flatMap((scope) => {
    const own = calls.filter((call) => call.scope === scope)
    const answers = [...turns.values()].flatMap(({ answered }) => answered.filter(({ scopeId }) => scopeId === scope))
    const count = Math.max(1, answers.length)
    const end = answers.length === 0 ? undefined : Math.max(...answers.map(({ at }) => at))
    const after = end === undefined ? [] : own.filter(({ at }) => at > end + CLOCK_MS)
    return [
      ...(own.length > count * CALLS_MAX ? [{ scope, what: `the model was called ${own.length} times` }] : []),
      ...(after.length > 0 ? [{ scope, what: `the model was called ${after.length} times after the end` }] : []),
    ]
  })
  return [...statements, ...asked].map((found) => ({ invariant: 'I7', ...found }))
}

/** Attempts of a step, and drafts of a turn: one and two repairs. */
const [ATTEMPTS_MAX, DRAFTS_MAX] = [10, 3]
const STATEMENTS_MAX = ATTEMPTS_MAX * DRAFTS_MAX
/** A call for a draft, another one that corrects it, and one that words the rows. */
const CALLS_MAX = ATTEMPTS_MAX * (2 * DRAFTS_MAX + 1)
/** A turn's end is told to whoever works for it; what began before that is stopped, as every statement, within 2 s. */
const CLOCK_MS = 2_000
