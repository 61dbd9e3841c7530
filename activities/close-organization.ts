import { removalStep } from './removal-step.ts'
import type { StepParts } from './step-parts.ts'

/**
 * Revokes all keys of an organization again, in case the process that marked it died first: from here on no process
 * accepts one.
 */
export const closeOrganization = (app: Pick<StepParts, 'observe' | 'store'>) =>
  removalStep(app, 'closeOrganization', async ({ organizationId }) => {
    await app.store.apiKeys.revokeAll({ organizationId })
  })
