import type { QueryResult } from '../../src/ask/rules/outcome.ts'
import type { Engine } from '../../src/engines/engine.ts'
import type { NewTable, ScratchDatabase } from '../../src/engines/loader.ts'
import type { GuardRules } from '../../src/guard/guard-rules.ts'
import type { Policy } from '../../src/guard/policy.ts'
import { loaderOf } from '../../test/support/loader-of.ts'
import { firstDifference } from './first-difference.ts'
import { CALLER, honestDatabase } from './honest-databases.ts'
import type { HonestDatabaseName } from './honest-queries.ts'

/**
 * `same`: accepted, with the rows of a database of the caller alone; `other`: accepted, with other rows; `guard`:
 * refused; `database`: accepted, but the server reports an error; `invalid`: it reports the same error among the
 * caller's rows without filters, so the query itself is wrong.
 */
export type HonestVerdict = 'same' | 'other' | 'guard' | 'database' | 'invalid'

export interface HonestlyAsked {
  readonly query: string
  readonly verdict: HonestVerdict
  /** The error, or the difference. */
  readonly detail: string
}

const LIMITS = {
  timeoutMs: 30_000,
  rowsMax: 20_000,
  bytesMax: 16 * 1024 * 1024,
  turnId: 'bench',
  owner: { organizationId: 1 },
}

type Found = { readonly result: QueryResult } | { readonly by: 'guard' | 'database'; readonly why: string }

/** Asks queries of a database shared by all tenants, and of one with the caller's rows only and without filters. */
export const askHonestly = async (
  engine: Engine,
  beside: string,
  name: HonestDatabaseName,
  queries: readonly string[],
): Promise<readonly HonestlyAsked[]> => {
  const { tables, ownTables, policy } = honestDatabase(name, engine.name)
  const made: ScratchDatabase[] = []
  const place = async (some: readonly NewTable[], restricted: boolean) => {
    const loader = loaderOf(engine.name)
    const { signal } = new AbortController()
    const scratch = await loader.scratch(beside, signal)
    made.push(scratch)
    await loader.load(scratch.address, some, { replace: false, signal })
    const schema = await engine.describe(scratch.address, signal)
    const whole = policy(schema)
    const rules: GuardRules = restricted
      ? { schema, policy: whole, restriction: { tenant: { type: 'integer', value: BigInt(CALLER) } } }
      : { schema, policy: unfiltered(whole), restriction: {} }
    return (query: string) => find(engine, scratch.address, rules, query)
  }
  try {
    const [shared, alone] = [await place(tables, true), await place(ownTables, false)]
    const asked: HonestlyAsked[] = []
    for (const query of queries) asked.push({ query, ...compare(await shared(query), await alone(query)) })
    return asked
  } finally {
    for (const scratch of made) await scratch.remove()
  }
}

/** Hidden columns and denied tables stay so; all others are shared. */
const unfiltered = ({ version, engine, tables }: Policy): Policy => ({
  version,
  engine,
  tables: Object.fromEntries(
    Object.entries(tables).map(([table, { mode, hide = [] }]) => [
      table,
      { mode: mode === 'deny' ? 'deny' : 'shared', hide },
    ]),
  ),
})

const find = async (engine: Engine, address: string, rules: GuardRules, query: string): Promise<Found> => {
  const guarded = await engine.guard(query, rules)
  if (!guarded.ok) return { by: 'guard', why: `${guarded.refusal.reason}: ${guarded.refusal.hint}` }
  const ran = await engine.run(address, guarded.query, { ...LIMITS, signal: new AbortController().signal })
  return ran.ok ? { result: ran.result } : { by: 'database', why: `${ran.refusal.reason}: ${ran.refusal.hint}` }
}

const compare = (shared: Found, alone: Found): Pick<HonestlyAsked, 'verdict' | 'detail'> => {
  if ('why' in shared && shared.by === 'guard') return { verdict: 'guard', detail: shared.why }
  if ('why' in shared) return { verdict: 'why' in alone ? 'invalid' : 'database', detail: shared.why }
  if ('why' in alone) return { verdict: 'other', detail: `alone: ${alone.why}` }
  const [found, wanted] = [shared.result, alone.result]
  const difference = firstDifference(found, wanted)
  if (difference === null) return { verdict: 'same', detail: `${found.rows.length} rows` }
  return { verdict: 'other', detail: `${found.rows.length} rows, ${wanted.rows.length} alone; ${difference}` }
}
