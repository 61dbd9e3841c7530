import type { App } from '../src/app.ts'
import { removalStep } from './removal-step.ts'

/** Ends all keys of an organization once more, where whoever marked it died before: no process lets one in from here on. */
export const closeOrganization = (app: App) =>
  removalStep(app, 'closeOrganization', async ({ organizationId }) => {
    await app.store.revokeAllKeys({ organizationId })
  })
