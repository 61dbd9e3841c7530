import { setImmediate as nextTick } from 'node:timers/promises'
import { FairSemaphore, NO_OWNER } from '../access/rules/fair-semaphore.ts'
import type { DraftRequest, Planner } from './planner.ts'

/**
 * Maximum of concurrent drafts and answers, and of waiting ones per tenant. Calls of a model only wait for another
 * server; an offline planner runs in this process, where concurrency would only add latency.
 */
const SLOTS = {
  model: { max: 100, waitingMax: 100 },
  offline: { max: 2, waitingMax: 100 },
} as const

/**
 * Shares a planner's slots fairly by organization, tenant and caller: a tenant with a hanging model, or with long
 * questions, delays only its own calls. With too many waiting calls of one tenant it throws the Problem `tenant_busy`.
 */
export const withFairSlots = (planner: Planner): Planner & { readonly slots: Pick<FairSemaphore, 'usage'> } => {
  const slots = new FairSemaphore(planner.offline ? SLOTS.offline : SLOTS.model)
  const withSlot = <Result>(
    { owner = NO_OWNER, signal }: Pick<DraftRequest, 'owner' | 'signal'>,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    slots.within(
      owner,
      async () => {
        // Yields to the event loop between two offline calls.
        await nextTick()
        return await work()
      },
      { signal },
    )
  return {
    slots,
    name: planner.name,
    offline: planner.offline,
    draft: (request) => withSlot(request, () => planner.draft(request)),
    compose: (request, emit) => withSlot(request, () => planner.compose(request, emit)),
  }
}
