import { setImmediate as nextTick } from 'node:timers/promises'
import { FairPlaces, NOBODY } from '../access/rules/fair-places.ts'
import type { DraftRequest, Planner } from './planner.ts'

/**
 * How many drafts and answers are worked on at once, and how many of one tenant may wait. A model's calls only wait for
 * another server; an offline planner works in this process, so that more at once would only hold each other up.
 */
const PLACES = {
  model: { max: 100, waitingMax: 100 },
  offline: { max: 2, waitingMax: 100 },
} as const

/**
 * Shares a planner's places by organization, tenant and caller: whose model hangs, or whose questions are long, waits for its
 * own calls and for nobody else's. Where too many of one tenant wait already, it throws the Problem `tenant_busy`.
 */
export const fairPlanner = (planner: Planner): Planner => {
  const places = new FairPlaces(planner.offline ? PLACES.offline : PLACES.model)
  const inPlace = <Result>(
    { owner = NOBODY, signal }: Pick<DraftRequest, 'owner' | 'signal'>,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    places.within(
      owner,
      async () => {
        // Between two calls that need no network, whatever else this process has to do has its turn.
        await nextTick()
        return await work()
      },
      { signal },
    )
  return {
    name: planner.name,
    offline: planner.offline,
    draft: (request) => inPlace(request, () => planner.draft(request)),
    compose: (request, emit) => inPlace(request, () => planner.compose(request, emit)),
  }
}
