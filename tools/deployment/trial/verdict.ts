import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit, ERROR_CODES } from '../../../chaos/audit/auditor.ts'
import type { Evidence, Violation } from '../../../chaos/audit/evidence.ts'
import { gatherEvidence } from '../../../chaos/audit/gather-evidence.ts'
import type { StatementWatch } from '../../../chaos/audit/statement-watch.ts'
import { storedTurns } from '../../../chaos/audit/turns.ts'
import { type JournalEntry, readJournal } from '../../../chaos/journal.ts'
import { PASSWORD_CANARY, TENANTS } from '../../../chaos/world/customer-database.ts'
import type { Stack } from '../stack/stack.ts'
import type { Outside } from './outside.ts'

/** What a load came to, judged from outside. */
export interface Verdict {
  readonly turns: number
  readonly violations: readonly Violation[]
  /** Statuses of refusals, and how often each came. */
  readonly refusals: Readonly<Record<string, number>>
  /** What was answered that is no refusal for later, each kind of it once. */
  readonly unexpected: readonly string[]
  /** Connections that ended before their answers. */
  readonly lost: number
}

export interface Seen {
  readonly folder: string
  readonly clients: string
  readonly outside: Outside
  readonly watch: StatementWatch
  readonly turnTimeoutMs: number
  /** What must be found nowhere. */
  readonly secrets: readonly string[]
}

/**
 * What a careful client asks again for: the service is away; or its own first try, whose connection broke, is still being
 * answered.
 */
export const FOR_LATER: ReadonlySet<number> = new Set([503, 409])

/** The longest for which a fault here keeps a part away. */
const OUTAGE_MS = 120_000
const REST_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 1_000

/** Waits until nothing runs any more, reads everything, and holds it against every promise. */
export const verdictOf = async (stack: Stack, seen: Seen): Promise<Verdict> => {
  const evidence = await atRest(stack, seen)
  const { turnTimeoutMs, secrets } = seen
  const violations = audit(evidence, {
    turnTimeoutMs,
    outageMs: OUTAGE_MS,
    tenants: TENANTS,
    errorCodes: ERROR_CODES,
    secrets: [PASSWORD_CANARY, ...secrets],
  })
  const { journal } = evidence
  const lost = journal.filter(({ kind }) => kind === 'lost').length
  return {
    turns: storedTurns(evidence).size,
    violations,
    refusals: refusalsIn(journal),
    unexpected: unexpectedIn(journal),
    lost,
  }
}

const refusalsIn = (journal: readonly JournalEntry[]): Readonly<Record<string, number>> => {
  const statuses = journal.flatMap((entry) => (entry.kind === 'received' && entry.status >= 400 ? [entry.status] : []))
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}

const SHOWN_CHARACTERS = 400

const unexpectedIn = (journal: readonly JournalEntry[]): readonly string[] => {
  const answers = journal.flatMap((entry) => (entry.kind === 'received' && entry.status >= 400 ? [entry] : []))
  const others = answers.filter(({ status }) => !FOR_LATER.has(status))
  const kinds = Map.groupBy(others, ({ status, body = '' }) => `${status} ${/"error_code":"([^"]+)"/.exec(body)?.[1]}`)
  return [...kinds.values()].flatMap(([one]) =>
    one === undefined ? [] : [`${one.status} ${one.scope}: ${one.body?.slice(0, SHOWN_CHARACTERS)}`],
  )
}

const atRest = async (stack: Stack, seen: Seen): Promise<Evidence> => {
  const deadline = Date.now() + REST_WITHIN_MS
  for (;;) {
    const evidence = await evidenceOf(stack, seen)
    const isQuiet = evidence.openWorkflows.length === 0 && evidence.leases.length === 0
    if (isQuiet || Date.now() > deadline) return evidence
    await sleep(LOOK_AGAIN_MS)
  }
}

const evidenceOf = async (stack: Stack, { folder, clients, outside, watch }: Seen): Promise<Evidence> => {
  const inside = (name: string): string => path.join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(inside('statements.log'), await outside.statementLog())
  await writeFile(inside('containers.log'), await stack.logs())
  const [mongo, temporal] = await Promise.all([stack.addressOf('mongo'), stack.addressOf('temporal')])
  return await gatherEvidence(
    {
      mongoUri: `mongodb://${mongo}:27017/tabletalk`,
      temporalAddress: `${temporal}:7233`,
      statementLog: inside('statements.log'),
      files: [inside('containers.log')],
    },
    [...readJournal(clients), ...readJournal(outside.modelJournal)],
    watch.seen,
  )
}
