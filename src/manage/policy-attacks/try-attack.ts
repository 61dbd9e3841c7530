import type { QueryResult } from '../../ask/rules/outcome.ts'
import type { Engine, RunLimits } from '../../engines/engine.ts'
import type { GuardRules } from '../../guard/guard-rules.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { containsCanary, type ForeignMark } from './canaries.ts'
import type { Attack } from './write-attacks.ts'

/** An attacking caller, its rules, and the owners whose rows it may not see. */
export interface Attacker {
  readonly rules: GuardRules
  readonly foreign: readonly ForeignMark[]
  /** A copy with the rows of all owners. */
  readonly address: string
  /** A copy with only the rows that this caller may see. */
  readonly ownAddress: string
}

export type Verdict =
  /** By the guard, by the database, or by the limits of time and memory. */
  | { readonly kind: 'refused'; readonly by: 'guard' | 'database' | 'limits' }
  | { readonly kind: 'filtered' }
  | { readonly kind: 'leaked'; readonly what: string }

/** Sufficient for any legitimate query on a few rows. */
const TIMEOUT_MS = 1_500
/** Bombs use all the time that they get, so their limit is shorter. */
const BOMB_MS = 500
const ROWS_MAX = 2_000
const BYTES_MAX = 1_000_000
const LIMIT_TURNS = 3

/**
 * Tries one draft. It leaks if it shows a canary of another owner, or if the rows of other owners change its result, its error
 * or whether it exceeds a limit.
 *
 * @param place index of the worker, which determines the organization of its slots, so that workers do not block each other
 * @throws the signal's reason
 */
export const tryAttack = async (
  engine: Engine,
  { draft, family }: Attack,
  { rules, foreign, address, ownAddress }: Attacker,
  { place, signal }: { readonly place: number; readonly signal: AbortSignal },
): Promise<Verdict> => {
  const owner = { organizationId: -1 - place }
  const guarded = await engine.guard(draft, rules, owner).catch(unlessProblem(signal))
  if (guarded === undefined) return { kind: 'refused', by: 'limits' }
  if (!guarded.ok)
    return containsCanary(toText(guarded.refusal), foreign) ? leaked('a refusal') : { kind: 'refused', by: 'guard' }

  const timeoutMs = family === 'bomb' ? BOMB_MS : TIMEOUT_MS
  const run = (at: string) => runAt(engine, at, guarded.query, { timeoutMs, owner, signal })
  const all = await run(address)
  if (all === undefined) {
    // A bomb exceeds the limits with any rows.
    const isLeak = family !== 'bomb' && (await isLimitLeak(run, { address, ownAddress }))
    return isLeak ? leaked('a limit that rows of others reach') : { kind: 'refused', by: 'limits' }
  }
  if (containsCanary(toText(all), foreign)) return leaked(typeof all === 'string' ? 'an error' : 'rows of others')
  const alone = await run(ownAddress)
  if (alone === undefined) return typeof all === 'string' ? { kind: 'refused', by: 'database' } : { kind: 'filtered' }
  if (typeof all === 'string')
    return typeof alone === 'string' ? { kind: 'refused', by: 'database' } : leaked('an error that rows of others make')
  if (typeof alone === 'string') return leaked('an error that rows of others take away')
  if (all.truncated || alone.truncated || isSame(all, alone)) return { kind: 'filtered' }
  return leaked('a difference that rows of others make')
}

/**
 * Whether a query exceeds the limits only with rows of other owners: always on that copy, never on the caller's own. Both are
 * queried alternately, because the machine may be slow for some seconds.
 */
const isLimitLeak = async (
  run: (at: string) => Promise<unknown>,
  { address, ownAddress }: Pick<Attacker, 'address' | 'ownAddress'>,
): Promise<boolean> => {
  for (let turn = 0; turn < LIMIT_TURNS; turn++)
    if ((await run(ownAddress)) === undefined || (await run(address)) !== undefined) return false
  return true
}

/** The rows, the text of a refusal, or undefined if a limit was exceeded. */
const runAt = async (
  engine: Engine,
  address: string,
  query: GuardedQuery,
  more: Pick<RunLimits, 'timeoutMs' | 'owner' | 'signal'>,
): Promise<QueryResult | string | undefined> => {
  const limits = { rowsMax: ROWS_MAX, bytesMax: BYTES_MAX, turnId: 'guard-attack' }
  const ran = await engine.run(address, query, { ...limits, ...more }).catch(unlessProblem(more.signal))
  if (ran === undefined) return undefined
  if (ran.ok) return ran.result
  return ran.refusal.reason === 'too_large' ? undefined : toText(ran.refusal)
}

/** Converts problems, such as timeouts, to undefined; rethrows an abort by the operator. */
const unlessProblem =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return undefined
  }

const leaked = (what: string): Verdict => ({ kind: 'leaked', what })

const toText = (what: unknown): string => JSON.stringify(what)

/** Whether two results have equal columns and rows, in any order of rows. */
const isSame = (one: QueryResult, other: QueryResult): boolean => contentOf(one) === contentOf(other)

const contentOf = ({ columns, rows }: QueryResult): string =>
  toText([columns.map(({ name }) => name), rows.map((row) => toText(row)).toSorted()])
