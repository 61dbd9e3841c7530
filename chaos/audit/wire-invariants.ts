import type { Evidence, Expectations, Violation } from './evidence.ts'
import {
  bodyOf,
  dataOf,
  eventsOf,
  field,
  receivedOf,
  type SentEvent,
  seqOf,
  storedTurns,
  textField,
  turnOf,
} from './turns.ts'

/** I8: over all connections, ids rise, the text is the stored one, and there is one end. */
export const wholeStreams = (evidence: Evidence): Violation[] => {
  const turns = storedTurns(evidence)
  const done = new Set(evidence.journal.flatMap((entry) => (entry.kind === 'left' && entry.done ? [entry.ask] : [])))
  const asks = new Map<string, SentEvent[]>()
  for (const event of eventsOf(evidence)) asks.set(event.ask, [...(asks.get(event.ask) ?? []), event])
  return [...asks].flatMap(([ask, all]) => {
    // A client that has seen nothing asks anew, and may get another turn: what counts is the one it saw to the end.
    const turnId = turnOf(all.findLast(({ id }) => id !== '')?.id ?? '')
    const events = all.filter((_, at) => turnAt(all, at) === turnId)
    const stored = turns.get(turnId)?.answered[0]?.content
    const found = streamFaults(events, done.has(ask) ? stored : undefined, done.has(ask))
    return found.map((what) => ({ invariant: 'I8' as const, scope: all[0]?.scope ?? '', what: `${ask}: ${what}` }))
  })
}

/** The turn of an event. A `reset`, and the text after it that completes an answer, have no id: it is that of the next one. */
const turnAt = (events: readonly SentEvent[], at: number): string =>
  turnOf(events.slice(at).find(({ id }) => id !== '')?.id ?? '')

const streamFaults = (events: readonly SentEvent[], stored: string | undefined, ended: boolean): string[] => {
  const seqs = events.flatMap(({ id }) => (id === '' ? [] : [seqOf(id)]))
  const ends = events.filter(({ event }) => event === 'done' || event === 'error')
  const text = events.reduce((read, { event, data }) => (event === 'reset' ? '' : read + contentOf(data)), '')
  const failed = ends.some(({ event }) => event === 'error')
  return [
    ...(seqs.every((seq, index) => index === 0 || seq > (seqs[index - 1] ?? 0)) ? [] : [`ids do not rise: ${seqs}`]),
    ...(ended && ends.length !== 1 ? [`${ends.length} ends`] : []),
    ...(ended && !failed && stored !== undefined && text !== stored
      ? [`text ${quote(text)}, stored ${quote(stored)}`]
      : []),
  ]
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 300))

const contentOf = (data: string): string => textField(bodyOf({ body: data }), 'content') ?? ''

/** I9: one key, one turn, one body. */
export const sameAnswers = (evidence: Evidence): Violation[] => {
  const answers = new Map<string, { scope: string; bodies: Set<string> }>()
  for (const received of receivedOf(evidence)) {
    if (received.status !== 200 || received.body === undefined) continue
    const known = answers.get(received.ask) ?? { scope: received.scope, bodies: new Set() }
    answers.set(received.ask, known)
    known.bodies.add(JSON.stringify(dataOf(received)))
  }
  return [...answers].flatMap(([ask, { scope, bodies }]) =>
    bodies.size <= 1 ? [] : [{ invariant: 'I9', scope, what: `${ask} has ${bodies.size} different answers` }],
  )
}

/** I10: rows of one tenant reach no other one, nor a prompt for another one. */
export const separateTenants = ({ journal }: Evidence, { tenants }: Expectations): Violation[] => {
  const tenantOf = new Map(journal.flatMap((entry) => (entry.kind === 'sent' ? [[entry.scope, entry.tenant]] : [])))
  return journal.flatMap((entry) => {
    const text = textIn(entry)
    if (text === undefined || !('scope' in entry)) return []
    const tenant = tenantOf.get(entry.scope)
    const foreign = tenants.filter(({ id, canary }) => id !== tenant && text.includes(canary))
    return foreign.map(({ id }) => ({
      invariant: 'I10' as const,
      scope: entry.scope,
      what: `rows of tenant ${id} in a ${entry.kind}`,
    }))
  })
}

const textIn = (entry: Evidence['journal'][number]): string | undefined => {
  if (entry.kind === 'received') return entry.body
  if (entry.kind === 'event') return entry.data
  return entry.kind === 'model' ? entry.prompt : undefined
}

/** Says that something broke which nobody foresaw. */
const INTERNAL = 'SYSTEM_INTERNAL_ERROR'

/** Time on the way, on a machine that does much else. */
const SLACK_MS = 20_000

/** I13: only codes of the specification, with `Retry-After` where there is one to give, within the deadline. */
export const knownProblems = (evidence: Evidence, { errorCodes, turnTimeoutMs }: Expectations): Violation[] => {
  const found: { scope: string; what: string }[] = []
  const sentAt = new Map<string, number>()
  for (const entry of evidence.journal) {
    if (entry.kind === 'sent') sentAt.set(entry.ask, entry.at)
    if (entry.kind === 'received' && entry.status >= 400) {
      const code = textField(bodyOf(entry), 'error_code')
      if (code === undefined || !errorCodes.has(code)) found.push({ scope: entry.scope, what: `code ${code}` })
      if (entry.status === 503 && entry.retryAfter === undefined)
        found.push({ scope: entry.scope, what: `${entry.status} ${code} without Retry-After` })
      if (code === INTERNAL) found.push({ scope: entry.scope, what: `${entry.status} ${code}` })
    }
    if (entry.kind === 'event' && entry.event === 'error') {
      const code = field(bodyOf({ body: entry.data }), 'code')
      if (typeof code !== 'string' || !errorCodes.has(code))
        found.push({ scope: entry.scope, what: `event code ${code}` })
    }
    if (entry.kind === 'received' || entry.kind === 'event' || entry.kind === 'lost') {
      const tookMs = entry.at - (sentAt.get(entry.ask) ?? entry.at)
      if (tookMs > turnTimeoutMs + SLACK_MS) found.push({ scope: entry.scope, what: `a request took ${tookMs} ms` })
    }
  }
  return found.map((one) => ({ invariant: 'I13', ...one }))
}

/** I14: no secret in a store, a history, a log, a prompt or an answer; no rows in logs. */
export const keptSecrets = ({ texts, journal }: Evidence, { secrets }: Expectations): Violation[] => {
  const sent = journal.flatMap((entry) => {
    const text = textIn(entry)
    return text === undefined ? [] : [{ where: `a ${entry.kind}`, text }]
  })
  return [...texts, ...sent].flatMap(({ where, text }) =>
    secrets.flatMap((secret, index) =>
      text.includes(secret) ? [{ invariant: 'I14' as const, scope: '', what: `secret ${index + 1} in ${where}` }] : [],
    ),
  )
}
