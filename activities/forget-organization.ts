import { revisionId } from '../src/access/rules/authorization-revision.ts'
import { requestLimits } from '../src/access/rules/plan.ts'
import { everyWindow } from '../src/access/rules/request-windows.ts'
import { INSTALLATION } from '../src/manage/audit/rules/audit.ts'
import type { RemovalInput } from '../src/manage/organizations/rules/removal.ts'
import { removalStep } from './removal-step.ts'
import type { StepParts } from './step-parts.ts'

/** Whichever windows an organization had: they are called the same on every plan. */
const WINDOWS = everyWindow(requestLimits({ plan: 'free' }))

/**
 * The end of a removal: counters, the revision, an entry of the log that says that it is done, and the organization itself,
 * whose mark is what a removal is found again by.
 */
export const forgetOrganization = (app: Pick<StepParts, 'limits' | 'observe' | 'store'>) =>
  removalStep<Pick<RemovalInput, 'organizationId' | 'entryId'>, void>(app, 'forgetOrganization', async (input) => {
    const { organizationId, entryId } = input
    const own = { organizationId }
    await Promise.all([
      app.limits.windows.erase(revisionId(organizationId), WINDOWS),
      app.limits.leases.erase(organizationId),
      app.store.modelUsage.remove(own),
      app.store.usageDays.remove(own),
      app.store.quotas.remove(own),
    ])
    // Every process has let go of what it kept by the revision before: that is a matter of seconds.
    await app.store.authorizationRevisions.remove(own)
    await app.store.audit.end(INSTALLATION, entryId, 'done')
    await app.store.organizations.deletePendingDeletion(own)
  })
