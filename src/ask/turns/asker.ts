import type { Caller } from '../../access/rules/caller.ts'
import type { Epoch } from '../../access/rules/epoch.ts'
import type { Organization } from '../../access/rules/organization.ts'

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
