import type { OrganizationRef } from '../src/access/rules/organization-ref.ts'
import type { ErasureProgress } from '../src/manage/organizations/rules/removal.ts'
import { removalStep } from './removal-step.ts'
import type { StepParts } from './step-parts.ts'

const AT_ONCE_MAX = 1_000

/** Deletes the histories of an organization's turns and jobs that have ended. */
export const eraseHistories = (app: Pick<StepParts, 'observe' | 'temporal'>) =>
  removalStep<OrganizationRef, ErasureProgress>(app, 'eraseHistories', ({ organizationId }, { beat }) =>
    app.temporal.removals.eraseHistories(organizationId, AT_ONCE_MAX, beat),
  )
