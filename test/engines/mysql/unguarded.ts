import type { SlotOwner } from '../../../src/access/rules/fair-semaphore.ts'
import type { RunLimits, RunResult } from '../../../src/engines/engine.ts'
import { SessionPool } from '../../../src/engines/mysql/connect/session-pool.ts'
import { runStatement } from '../../../src/engines/mysql/run/run-statement.ts'
import type { BoundValue } from '../../../src/guard/restriction.ts'

export interface UnguardedLimits extends Partial<RunLimits> {
  readonly parameters?: readonly BoundValue[]
}

const OWNER: SlotOwner = { organizationId: 1, tenantId: '1' }

/** Runs statements as the engine does, without the guard. */
export class Unguarded {
  readonly #pool = new SessionPool({ allowPrivateHosts: true, slotsMax: 40, fastMs: 60_000 })

  run(address: string, statement: string, { parameters = [], ...limits }: UnguardedLimits = {}): Promise<RunResult> {
    const all = {
      timeoutMs: 30_000,
      rowsMax: 10_000,
      bytesMax: 10_000_000,
      turnId: 'test',
      owner: OWNER,
      signal: new AbortController().signal,
      ...limits,
    }
    return this.#pool.run(address, all, (lease) => runStatement(lease, { statement, parameters, replaced: [] }, all))
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
