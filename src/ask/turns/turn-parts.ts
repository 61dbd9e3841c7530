import type { Limits } from '../../access/limits/limits.ts'
import type { NoteQuota } from '../../access/rules/quota.ts'
import type { DatabaseAccess } from '../../knowledge/database-access.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import type { Observe } from '../../platform/observation.ts'
import type { CachedReads } from '../../store/cached-reads.ts'
import type { Store } from '../../store/store.ts'
import type { TurnWorkflows } from '../../temporal/turns.ts'
import type { TurnLog } from '../events/turn-log.ts'
import type { TimeSettings } from '../rules/time-limits.ts'
import type { ProcessTurns } from './process-turns.ts'

/** Dependencies of asking questions. */
export interface TurnParts {
  readonly databases: Pick<DatabaseAccess, 'database'>
  readonly config: TimeSettings & { readonly redact: boolean; readonly fastQueryMs: number }
  readonly store: Store
  readonly cachedReads: Pick<CachedReads, 'database' | 'databases' | 'technicalNames'>
  readonly clock: StoreClock
  readonly limits: Pick<Limits, 'leases'>
  readonly quotas: { readonly noteQuota: NoteQuota }
  readonly planner: { readonly offline: boolean }
  readonly turns: TurnWorkflows
  readonly processTurns: ProcessTurns
  readonly stream: { readonly log: TurnLog }
  readonly observe: Observe
}
