import { displayName } from '../../access/rules/display-name.ts'
import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { RemovalWorkflows } from '../../temporal/removals.ts'
import { type Actor, type AuditEntry, changesOf, INSTALLATION } from '../audit/rules/audit.ts'
import { SETTLE_MS } from './rules/removal.ts'
import type { OrganizationPendingDeletion } from './store/organizations.ts'

/** Dependencies of removing an organization. */
export interface RemovalDependencies {
  readonly store: Store
  /** Cancels the subscription of an organization. @throws Problem `payment_failed` */
  cancelSubscription(organization: Pick<Organization, 'id' | 'billing'>): Promise<void>
  /** Undefined if Temporal is not configured. */
  readonly removals: Pick<RemovalWorkflows, 'start'> | undefined
}

/** A request to remove an organization. */
export interface RemovalRequest {
  /** Must equal the name of the organization, as a safeguard against removing the wrong one. */
  readonly confirm: string
  readonly actor: Actor
  readonly traceId?: string
}

const REMOVED = 'organization.removed'

/**
 * Removes an organization: revokes its keys at once and erases its data in a workflow. Its subscription is cancelled first; if
 * that fails nothing is removed, because no account would be left to receive its invoices. Then the organization is marked as
 * pending deletion: if the process dies after that, the next worker continues (`resumeRemovals`). Idempotent, during the
 * removal and after it.
 *
 * @returns whether the workflow is known to run; if Temporal does not answer, the next worker starts it
 * @throws Problem `organization_not_found`, `input_invalid` if `confirm` is not the name, `payment_failed`
 */
export const removeOrganization = async (
  tools: RemovalDependencies,
  { organizationId }: OrganizationRef,
  request: RemovalRequest,
): Promise<{ readonly isUnderWay: boolean }> => {
  const { store, removals } = tools
  const own = { organizationId }
  const organization = await store.organizations.find(own)
  if (organization === undefined) {
    const name = await nameOfRemoved(store, own)
    if (name === undefined)
      throw new Problem('organization_not_found', { message: `There is no organization ${organizationId}.` })
    assertConfirmed(request, name)
  } else {
    assertConfirmed(request, organization.name)
    await recordAndMark(tools, organization, request)
  }
  // Idempotent: the process that marked the organization may have died before it revoked the keys.
  const pending = await store.organizations.findPendingDeletion(own)
  if (pending === undefined) return { isUnderWay: true }
  await store.apiKeys.revokeAll(own)
  return { isUnderWay: await startRemoval(removals, pending) }
}

/** Starts the workflow of every organization pending deletion: the process that marked it may have died before it did. */
export const resumeRemovals = async ({
  store,
  removals,
}: Pick<RemovalDependencies, 'removals'> & { readonly store: Pick<Store, 'organizations'> }): Promise<void> => {
  for (const pending of await store.organizations.listPendingDeletion()) await startRemoval(removals, pending)
}

/** The name of an organization that is being removed or was removed; undefined if there never was one. */
const nameOfRemoved = async (store: Store, own: OrganizationRef): Promise<string | undefined> => {
  const pending = await store.organizations.findPendingDeletion(own)
  if (pending !== undefined) return pending.name
  const entry = await store.audit.last(INSTALLATION, { action: REMOVED, subject: String(own.organizationId) })
  return entry === undefined ? undefined : nameIn(entry)
}

const nameIn = ({ changes }: Pick<AuditEntry, 'changes'>): string | undefined => {
  const value = changes.find(({ field }) => field === 'name')?.value
  return typeof value === 'string' ? value : undefined
}

const NAME_MISMATCH = 'must match the name of the organization exactly'

const assertConfirmed = ({ confirm }: Pick<RemovalRequest, 'confirm'>, name: string): void => {
  if (confirm === name || displayName(confirm) === name) return
  const details = [{ field: 'confirm', message: NAME_MISMATCH, code: 'VALIDATION_ERROR' }]
  throw new Problem('input_invalid', { message: `confirm: ${NAME_MISMATCH}`, details })
}

/** Writes the audit entry, then marks the organization. Of two concurrent requests one marks it; the other's entry ends as refused. */
const recordAndMark = async (
  { store, cancelSubscription }: RemovalDependencies,
  organization: Organization,
  { actor, traceId }: RemovalRequest,
): Promise<void> => {
  const { id: organizationId, name } = organization
  const own = { organizationId }
  const entryId = await store.audit.begin(INSTALLATION, {
    actor,
    action: REMOVED,
    subject: String(own.organizationId),
    changes: changesOf({ name }),
    ...(traceId === undefined ? {} : { traceId }),
  })
  try {
    if (!(await cancelAndMark({ store, cancelSubscription }, organization, entryId)))
      await store.audit.end(INSTALLATION, entryId, 'refused')
  } catch (error) {
    if (error instanceof Problem) await store.audit.end(INSTALLATION, entryId, 'refused').catch(() => undefined)
    throw error
  }
}

/** Retries if a purchase is made or started while the subscription is cancelled. */
const ATTEMPTS = 5

/**
 * Cancels the subscription, and marks the organization if no purchase has been started since: otherwise an open checkout page
 * could sell a subscription that is never cancelled.
 *
 * @returns false if it no longer exists or a concurrent request has marked it
 */
const cancelAndMark = async (
  { store, cancelSubscription }: Pick<RemovalDependencies, 'store' | 'cancelSubscription'>,
  found: Organization,
  entryId: string,
): Promise<boolean> => {
  const own = { organizationId: found.id }
  let organization: Organization | undefined = found
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await cancelSubscription(organization)
    if (await store.organizations.markPendingDeletion(own, { entryId }, organization.billing?.version ?? 0)) return true
    organization = await store.organizations.find(own)
    if (organization === undefined) return false
  }
  throw new Problem('store_unavailable')
}

const startRemoval = async (
  removals: RemovalDependencies['removals'],
  { id: organizationId, entryId }: Pick<OrganizationPendingDeletion, 'id' | 'entryId'>,
): Promise<boolean> => {
  if (removals === undefined) return false
  try {
    await removals.start({ organizationId, entryId, settleMs: SETTLE_MS })
    return true
  } catch (error) {
    if (error instanceof Problem && error.problem === 'worker_unavailable') return false
    throw error
  }
}
