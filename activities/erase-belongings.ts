import type { ErasedModel, ErasureProgress } from '../src/manage/organizations/rules/removal.ts'
import { removalStep } from './removal-step.ts'
import type { StepParts } from './step-parts.ts'

interface EraseInput {
  readonly organizationId: number
  readonly kind: ErasedModel
}

/** So many documents go in one attempt: some seconds, of which a worker that dies costs no more. */
const AT_ONCE_MAX = 20_000

/** Erases what is stored of one kind, in batches. */
export const eraseBelongings = (app: Pick<StepParts, 'observe' | 'store'>) =>
  removalStep<EraseInput, ErasureProgress>(app, 'eraseBelongings', ({ organizationId, kind }, { beat }) =>
    app.store.belongings.erase({ organizationId }, kind, { max: AT_ONCE_MAX, onErased: beat }),
  )
