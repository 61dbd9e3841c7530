import type { App } from '../src/app.ts'
import type { Erased } from '../src/domain/access/removal.ts'
import { removalStep } from './removal-step.ts'

const AT_ONCE_MAX = 1_000

/** Deletes the histories of an organization's turns and jobs that have ended. */
export const eraseHistories = (app: App) =>
  removalStep<{ readonly organizationId: number }, Erased>(app, 'eraseHistories', ({ organizationId }, { beat }) =>
    app.removals.eraseHistories(organizationId, AT_ONCE_MAX, beat),
  )
