import type { GuardRules } from '../../src/domain/guard/guard-rules.ts'
import type { Json } from '../../src/domain/json.ts'
import type { EngineAdapter } from '../../test/engines/contract/engine-adapter.ts'
import { ofOneTenant } from '../../test/engines/contract/fixture-table.ts'
import { cells, unordered } from '../../test/engines/contract/results.ts'
import { clinicQueries } from './clinic-queries.ts'
import { OF_MYSQL, OF_SQLITE } from './own-queries.ts'
import { type AcceptedSchema, CLINIC, SHOP } from './schemas.ts'
import { shopQueries } from './shop-queries.ts'
import { MYSQL_WORDS, SQLITE_WORDS } from './words.ts'

/** What came of one query: it is judged where a database of the tenant alone answers it, as only that is honest. */
export interface Judged {
  readonly draft: string
  readonly outcome: 'same' | 'different' | 'refused' | 'not honest'
  /** Why it was refused, or what a database without a guard says of it. */
  readonly detail: string
}

const CORPORA = {
  mysql: { words: MYSQL_WORDS, own: OF_MYSQL },
  sqlite: { words: SQLITE_WORDS, own: OF_SQLITE },
} as const

const TENANT = 1
const LIMITS = {
  rowsMax: 10_000,
  bytesMax: 10_000_000,
  timeoutMs: 60_000,
  turnId: 'accepted',
  owner: { organizationId: 1 },
}

/** Asks an engine all queries of its corpus, guarded, and compares the rows with those of a database of one tenant. */
export const measureAccepted = async (adapter: EngineAdapter): Promise<readonly Judged[]> => {
  const { words, own } = adapter.name === 'mysql' ? CORPORA.mysql : CORPORA.sqlite
  return [
    ...(await measure(adapter, SHOP, [...shopQueries(words), ...own.shop])),
    ...(await measure(adapter, CLINIC, [...clinicQueries(words), ...own.clinic])),
  ]
}

/** Floating point numbers that are summed up in another order differ in their last digits. */
const rounded = (rows: readonly (readonly Json[])[]): string =>
  unordered(
    rows.map((row) => row.map((value) => (typeof value === 'number' ? Number(value.toPrecision(9)) + 0 : value))),
  ).join('\n')

const measure = async (
  adapter: EngineAdapter,
  { tables, policy }: AcceptedSchema,
  drafts: readonly string[],
): Promise<readonly Judged[]> => {
  const { signal } = new AbortController()
  const engine = adapter.start()
  const [whole, copy] = [await adapter.load(tables), await adapter.load(ofOneTenant(tables, TENANT, undefined))]
  try {
    const schema = await engine.describe(whole.address, signal)
    const restriction = { tenant: { type: 'integer', value: BigInt(TENANT) } } as const
    const rules: GuardRules = { schema, policy: { ...policy, engine: adapter.name }, restriction }
    const judged: Judged[] = []
    for (const draft of drafts) {
      const wanted = await copy.find(draft).catch((error: unknown) => String(error))
      if (typeof wanted === 'string') {
        judged.push({ draft, outcome: 'not honest', detail: wanted.slice(0, 300) })
        continue
      }
      const guarded = await engine.guard(draft, rules)
      const ran = guarded.ok ? await engine.run(whole.address, guarded.query, { ...LIMITS, signal }) : guarded
      if ('result' in ran) {
        const same = rounded(cells(ran.result)) === rounded(wanted)
        judged.push({ draft, outcome: same ? 'same' : 'different', detail: '' })
      } else if ('refusal' in ran)
        judged.push({ draft, outcome: 'refused', detail: `${ran.refusal.reason}: ${ran.refusal.hint.slice(0, 160)}` })
    }
    return judged
  } finally {
    await engine.close()
    for (const database of [whole, copy]) await database.remove()
  }
}
