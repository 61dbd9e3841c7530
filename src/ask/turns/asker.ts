import type { AuthorizationRevision } from '../../access/rules/authorization-revision.ts'
import type { Caller } from '../../access/rules/caller.ts'
import type { Organization } from '../../access/rules/organization.ts'

/** An authenticated and authorized caller. */
export interface Asker {
  readonly caller: Caller
  /** The caller's organization, whose plan limits concurrent turns. */
  readonly organization: Organization
  /** The revision of this authorization. */
  readonly revision: AuthorizationRevision
}
