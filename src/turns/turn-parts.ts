import type { NoteQuota } from '../domain/access/quota.ts'
import type { TimeSettings } from '../domain/ask/time-limits.ts'
import type { DatabaseAccess } from '../knowledge/database-access.ts'
import type { Limits } from '../limits/limits.ts'
import type { StoreClock } from '../mongodb/store-clock.ts'
import type { CachedReads } from '../store/cached-reads.ts'
import type { Store } from '../store/store.ts'
import type { TurnLog } from '../stream/turn-log.ts'
import type { Turns } from '../temporal/turns.ts'

/** What asking needs of the other rooms. */
export interface TurnParts {
  readonly databases: Pick<DatabaseAccess, 'database'>
  readonly config: TimeSettings & { readonly redact: boolean }
  readonly store: Store
  readonly cachedReads: Pick<CachedReads, 'databases'>
  readonly clock: StoreClock
  readonly limits: Pick<Limits, 'leases'>
  readonly quotas: { readonly noteQuota: NoteQuota }
  readonly planner: { readonly offline: boolean }
  readonly turns: Turns
  readonly stream: { readonly log: TurnLog }
}
