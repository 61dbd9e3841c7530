import type { QueryResult } from '../../ask/rules/outcome.ts'
import type { Engine, RunLimits } from '../../engines/engine.ts'
import type { GuardRules } from '../../guard/guard-rules.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { type ForeignMark, showsTrace } from './canaries.ts'
import type { Attack } from './write-attacks.ts'

/** The attacking caller, with these rules; rows of these owners are foreign to it. */
export interface Attacker {
  readonly rules: GuardRules
  readonly foreign: readonly ForeignMark[]
  /** A copy with the rows of all. */
  readonly address: string
  /** A copy with nothing but what this caller may see. */
  readonly ownAddress: string
}

export type Verdict =
  /** By the guard, by the database, or by the limits of time and memory. */
  | { readonly kind: 'refused'; readonly by: 'guard' | 'database' | 'limits' }
  | { readonly kind: 'filtered' }
  | { readonly kind: 'leaked'; readonly what: string }

/** Long enough for any honest query on a few rows. */
const TIMEOUT_MS = 1_500
/** What is there to take all the time that it gets is ended after less of it. */
const BOMB_MS = 500
const ROWS_MAX = 2_000
const BYTES_MAX = 1_000_000
const LIMIT_TURNS = 3

/**
 * Tries one draft: it leaks when it shows anything of others, or when their rows make any difference: in the result, in
 * whether it fails, or in whether limits end it.
 *
 * @param place the slot owner in the engine, so that attacks do not wait for each other
 * @throws the signal's reason when it aborts
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
    return showsTrace(said(guarded.refusal), foreign) ? leaked('a refusal') : { kind: 'refused', by: 'guard' }

  const timeoutMs = family === 'bomb' ? BOMB_MS : TIMEOUT_MS
  const run = (at: string) => runAt(engine, at, guarded.query, { timeoutMs, owner, signal })
  const all = await run(address)
  if (all === undefined) {
    // A bomb needs no rows of others to reach them.
    const isOfOthers = family !== 'bomb' && (await areLimitsOfOthers(run, { address, ownAddress }))
    return isOfOthers ? leaked('a limit that rows of others reach') : { kind: 'refused', by: 'limits' }
  }
  if (showsTrace(said(all), foreign)) return leaked(typeof all === 'string' ? 'an error' : 'rows of others')
  const alone = await run(ownAddress)
  if (alone === undefined) return typeof all === 'string' ? { kind: 'refused', by: 'database' } : { kind: 'filtered' }
  if (typeof all === 'string')
    return typeof alone === 'string' ? { kind: 'refused', by: 'database' } : leaked('an error that rows of others make')
  if (typeof alone === 'string') return leaked('an error that rows of others take away')
  if (all.truncated || alone.truncated || isSame(all, alone)) return { kind: 'filtered' }
  return leaked('a difference that rows of others make')
}

/**
 * Whether limits end a query only where rows of others are: there each time, and here never. A machine may be slow for
 * once, or for some seconds, whose rows there are; so both are asked in turns.
 */
const areLimitsOfOthers = async (
  run: (at: string) => Promise<unknown>,
  { address, ownAddress }: Pick<Attacker, 'address' | 'ownAddress'>,
): Promise<boolean> => {
  for (let turn = 0; turn < LIMIT_TURNS; turn++)
    if ((await run(ownAddress)) === undefined || (await run(address)) !== undefined) return false
  return true
}

/** Rows, what was said instead of them, or undefined where limits ended it. */
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
  return ran.refusal.reason === 'too_large' ? undefined : said(ran.refusal)
}

/** What limits end is a problem; what the operator ends is none. */
const unlessProblem =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return undefined
  }

const leaked = (what: string): Verdict => ({ kind: 'leaked', what })

const said = (what: unknown): string => JSON.stringify(what)

/** The same names and rows; in which order the rows come is left to the database. */
const isSame = (one: QueryResult, other: QueryResult): boolean => contentOf(one) === contentOf(other)

const contentOf = ({ columns, rows }: QueryResult): string =>
  said([columns.map(({ name }) => name), rows.map((row) => said(row)).toSorted()])
