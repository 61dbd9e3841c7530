import { displayName } from '../../access/rules/display-name.ts'
import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { Removals } from '../../temporal/removals.ts'
import { type Actor, type AuditEntry, changesOf, INSTALLATION } from '../audit/rules/audit.ts'
import { SETTLE_MS } from './rules/removal.ts'
import type { LeavingOrganization } from './store/organizations.ts'

/** With what an organization is removed. */
export interface RemovalTools {
  readonly store: Store
  /** Ends what an organization pays for. @throws Problem `payment_failed` */
  endPaying(organization: Pick<Organization, 'id' | 'billing'>): Promise<void>
  /** Undefined where nobody knows of a Temporal. */
  readonly removals: Pick<Removals, 'start'> | undefined
}

/** Who wants an organization removed. */
export interface RemovalRequest {
  /** Its name, so that nobody removes another one by mistake. */
  readonly confirm: string
  readonly actor: Actor
  readonly traceId?: string
}

const REMOVED = 'organization.removed'

/**
 * Removes an organization: its keys are out at once, and all else goes by a workflow. What it pays for ends before, and where
 * it does not nothing is removed: nobody would be left to whom its invoices could be shown. The mark comes next: whoever dies
 * after it leaves a removal that the next worker finds (`resumeRemovals`). Removing it again is the same, while it goes on
 * and when it has ended.
 *
 * @returns whether its workflow is known to run; where Temporal does not answer it begins with the next worker
 * @throws Problem `organization_not_found`, `input_invalid` when `confirm` is not its name, `payment_failed`
 */
export const removeOrganization = async (
  tools: RemovalTools,
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
    confirmed(request, name)
  } else {
    confirmed(request, organization.name)
    await closeOnce(tools, organization, request)
  }
  // Again, where whoever marked it died before: a key that was ended stays so.
  const leaving = await store.organizations.findLeaving(own)
  if (leaving === undefined) return { isUnderWay: true }
  await store.apiKeys.revokeAll(own)
  return { isUnderWay: await isStarted(removals, leaving) }
}

/** Begins every removal that was marked and whose workflow does not run: nobody else may have come to it. */
export const resumeRemovals = async ({
  store,
  removals,
}: Pick<RemovalTools, 'removals'> & { readonly store: Pick<Store, 'organizations'> }): Promise<void> => {
  for (const leaving of await store.organizations.allLeaving()) await isStarted(removals, leaving)
}

/** The name of one that is being removed, or was; undefined where there never was one. */
const nameOfRemoved = async (store: Store, own: OrganizationRef): Promise<string | undefined> => {
  const leaving = await store.organizations.findLeaving(own)
  if (leaving !== undefined) return leaving.name
  const entry = await store.audit.last(INSTALLATION, { action: REMOVED, subject: String(own.organizationId) })
  return entry === undefined ? undefined : nameIn(entry)
}

const nameIn = ({ changes }: Pick<AuditEntry, 'changes'>): string | undefined => {
  const value = changes.find(({ field }) => field === 'name')?.value
  return typeof value === 'string' ? value : undefined
}

const NOT_ITS_NAME = 'must match the name of the organization exactly'

const confirmed = ({ confirm }: Pick<RemovalRequest, 'confirm'>, name: string): void => {
  if (confirm === name || displayName(confirm) === name) return
  const details = [{ field: 'confirm', message: NOT_ITS_NAME, code: 'VALIDATION_ERROR' }]
  throw new Problem('input_invalid', { message: `confirm: ${NOT_ITS_NAME}`, details })
}

/** The entry of the log before the mark; of two at once, one marks it, and the entry of the other says that it did not. */
const closeOnce = async (
  { store, endPaying }: RemovalTools,
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
    if (!(await endAndMark({ store, endPaying }, organization, entryId)))
      await store.audit.end(INSTALLATION, entryId, 'refused')
  } catch (error) {
    if (error instanceof Problem) await store.audit.end(INSTALLATION, entryId, 'refused').catch(() => undefined)
    throw error
  }
}

/** However often something is bought, or begun to be, while the rest is ended. */
const ATTEMPTS = 5

/**
 * Ends what it pays for, and marks it where nothing was begun to be bought since: a page that stays open would sell what
 * nobody ends any more.
 *
 * @returns false where it is gone, or somebody else has marked it
 */
const endAndMark = async (
  { store, endPaying }: Pick<RemovalTools, 'store' | 'endPaying'>,
  found: Organization,
  entryId: string,
): Promise<boolean> => {
  const own = { organizationId: found.id }
  let organization: Organization | undefined = found
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await endPaying(organization)
    if (await store.organizations.markLeaving(own, { entryId }, organization.billing?.version ?? 0)) return true
    organization = await store.organizations.find(own)
    if (organization === undefined) return false
  }
  throw new Problem('store_unavailable')
}

const isStarted = async (
  removals: RemovalTools['removals'],
  { id: organizationId, entryId }: Pick<LeavingOrganization, 'id' | 'entryId'>,
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
