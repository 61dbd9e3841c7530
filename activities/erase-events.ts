import { removalStep } from './removal-step.ts'
import type { StepParts } from './step-parts.ts'

/** Longer than events are kept after the last one of a turn, and a turn takes. */
const KEPT_MS = 24 * 60 * 60_000

/** Erases the event logs of an organization's turns, as long as it is known which turns were its own. */
export const eraseEvents = (app: Pick<StepParts, 'observe' | 'store' | 'stream'>) =>
  removalStep(app, 'eraseEvents', async ({ organizationId }, { beat }) => {
    const since = new Date(Date.now() - KEPT_MS)
    for await (const turnIds of app.store.belongings.turnsSince({ organizationId }, since)) {
      await app.stream.log.erase(turnIds)
      beat()
    }
  })
