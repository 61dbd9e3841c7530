import type { Caller } from '../domain/access/caller.ts'
import type { Epoch } from '../domain/access/epoch.ts'
import type { Organization } from '../domain/access/organization.ts'

/** Who asks, known and allowed to. */
export interface Asker {
  readonly caller: Caller
  /** The caller's, whose plan says how many turns may run at once. */
  readonly organization: Organization
  /** In which all this was so. */
  readonly epoch: Epoch
  /** Of which span the turn is a part; undefined where nothing is traced. */
  readonly traceparent: string | undefined
}
