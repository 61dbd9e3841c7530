import { setImmediate as nextTick } from 'node:timers/promises'
import { FairPlaces, type PlaceOwner } from '../domain/access/fair-places.ts'
import type { VoicedPlanner } from './in-character.ts'

/**
 * How many drafts and answers are worked on at once, and how many of one tenant may wait. A model's calls only wait for
 * another server; an offline planner works in this process, so that more at once would only hold each other up.
 */
const PLACES = {
  model: { max: 100, waitingMax: 100 },
  offline: { max: 2, waitingMax: 100 },
} as const

/** A planner that is told whose question it works on. */
export interface FairPlanner extends Pick<VoicedPlanner, 'name' | 'offline'> {
  /** @throws as `VoicedPlanner.draft`, and Problem `tenant_busy` where too many of one tenant wait already */
  draft(owner: PlaceOwner, ...asked: Parameters<VoicedPlanner['draft']>): ReturnType<VoicedPlanner['draft']>
  /** @throws as `VoicedPlanner.compose`, and Problem `tenant_busy` */
  compose(owner: PlaceOwner, ...asked: Parameters<VoicedPlanner['compose']>): ReturnType<VoicedPlanner['compose']>
}

/**
 * Shares a planner's places by organization, tenant and caller: whose model hangs, or whose questions are long, waits for its
 * own calls and for nobody else's.
 */
export const fairPlanner = (planner: VoicedPlanner): FairPlanner => {
  const places = new FairPlaces(planner.offline ? PLACES.offline : PLACES.model)
  const inPlace = <Result>(owner: PlaceOwner, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
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
    draft: (owner, request, voice) => inPlace(owner, request.signal, () => planner.draft(request, voice)),
    compose: (owner, request, emit) => inPlace(owner, request.signal, () => planner.compose(request, emit)),
  }
}
