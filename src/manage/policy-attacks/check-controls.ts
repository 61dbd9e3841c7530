import type { Engine } from '../../engines/engine.ts'
import { tableDrafts } from '../../engines/shared/dialect.ts'
import { UntestableDatabaseError } from './cannot-attack.ts'
import type { DatabaseShape } from './database-shape.ts'
import { retryOnTimeout } from './retry-on-timeout.ts'
import type { Attacker } from './try-attack.ts'

const LIMITS = { timeoutMs: 15_000, rowsMax: 10, bytesMax: 100_000, turnId: 'guard-attack' } as const

/**
 * Runs legitimate queries as a control before and after the attacks: on a database that answers no queries, no leak could be
 * found.
 *
 * @throws UntestableDatabaseError
 */
export const checkControls = async (
  engine: Engine,
  shape: DatabaseShape,
  { rules, address }: Attacker,
  signal: AbortSignal,
): Promise<void> => {
  let answered = 0
  for (const { table, policy } of shape.tables) {
    if (policy.mode === 'deny') continue
    const owner = { organizationId: -1 }
    const guarded = await engine.guard(tableDrafts(engine, table).count, rules, owner)
    // A table whose columns do not fit its policy is denied.
    if (!guarded.ok) continue
    const ran = await retryOnTimeout(() => engine.run(address, guarded.query, { ...LIMITS, owner, signal }), signal)
    if (!ran.ok) throw new UntestableDatabaseError(`A legitimate query of ${table.name} failed: ${ran.refusal.hint}`)
    if (Number(Object.values(ran.result.rows[0] ?? {})[0]) > 0) answered++
  }
  if (answered === 0)
    throw new UntestableDatabaseError(
      'The policy opens no table to this caller, so there is nothing to attack. Check the policy.',
    )
}
