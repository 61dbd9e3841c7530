import { removalStep } from './removal-step.ts'
import type { StepParts } from './step-parts.ts'

/** Ends all keys of an organization once more, where whoever marked it died before: no process lets one in from here on. */
export const closeOrganization = (app: Pick<StepParts, 'observe' | 'store'>) =>
  removalStep(app, 'closeOrganization', async ({ organizationId }) => {
    await app.store.apiKeys.revokeAll({ organizationId })
  })
