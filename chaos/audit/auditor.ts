import { PROBLEM_NAMES, problemRow } from '../../src/platform/problems/problem.ts'
import type { Evidence, Expectations, Invariant, Statement, Violation } from './evidence.ts'
import { appendedMessages, closedWorkflows, countedMessages, deletedForGood, freedPlaces } from './store-invariants.ts'
import { acceptedTurns, boundedWork, refusedTurns } from './turn-invariants.ts'
import { storedTurns } from './turns.ts'
import { keptSecrets, knownProblems, sameAnswers, separateTenants, wholeStreams } from './wire-invariants.ts'

type Check = (evidence: Evidence, expectations: Expectations) => Violation[]

/** A statement is gone so long after its turn has ended, and so long after another attempt has begun its own. */
const ORPHAN_MS = 2_000

/** What reads a database's tables and words has another tag: every process does it for itself. */
const OTHERS: ReadonlySet<string> = new Set(['describe', 'knowledge', 'rights', 'version'])

/** I6: no statement outlives its turn, nor the attempt that ran it. */
const noOrphans: Check = (evidence) => {
  const turns = storedTurns(evidence)
  const ofTurns = evidence.running.filter(({ turnId }) => !OTHERS.has(turnId))
  const ofTurn = Map.groupBy(ofTurns, ({ turnId }) => turnId)
  return [...ofTurn].flatMap(([turnId, seen]) => {
    const answer = turns.get(turnId)?.answered[0]
    const scope = answer?.scopeId ?? ''
    const late = answer === undefined ? undefined : seen.find(({ at }) => at > answer.at + ORPHAN_MS)
    return [
      ...(late === undefined ? [] : [`the statement of turn ${turnId} ran on after its end`]),
      ...(areTogether(seen) ? [`two attempts of turn ${turnId} ran their statements together`] : []),
    ].map((what) => ({ invariant: 'I6' as const, scope, what }))
  })
}

/** Whether two processes of the server worked on a turn for longer than it takes to stop one of them. */
const areTogether = (seen: readonly Statement[]): boolean => {
  const looks = [...Map.groupBy(seen, ({ at }) => at)].filter(([, at]) => new Set(at.map(({ pid }) => pid)).size > 1)
  const times = looks.map(([at]) => at)
  return times.length > 0 && Math.max(...times) - Math.min(...times) > ORPHAN_MS
}

/** Every promise that is judged from outside. */
export const INVARIANTS: Readonly<Record<Invariant, Check>> = {
  I1: acceptedTurns,
  I2: refusedTurns,
  I3: countedMessages,
  I4: appendedMessages,
  I5: deletedForGood,
  I6: noOrphans,
  I7: boundedWork,
  I8: wholeStreams,
  I9: sameAnswers,
  I10: separateTenants,
  I11: freedPlaces,
  I12: closedWorkflows,
  I13: knownProblems,
  I14: keptSecrets,
}

/** Codes of the problem table. */
export const ERROR_CODES: ReadonlySet<string> = new Set(
  PROBLEM_NAMES.flatMap((name) => [problemRow(name).code, problemRow(name).errorCode]),
)

/** Judges a world that is at rest: every broken promise, and nothing else. */
export const audit = (evidence: Evidence, expectations: Expectations): readonly Violation[] =>
  Object.values(INVARIANTS).flatMap((check) => check(evidence, expectations))
