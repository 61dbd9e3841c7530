import type { StreamSource } from '../ask/turns/following.ts'
import { endingOfStalledTurn } from '../ask/turns/silent-ending.ts'
import type { Exchange } from './route.ts'
import type { RouteParts } from './route-parts.ts'
import { beginStream, streamStoredAnswer } from './sse.ts'

/**
 * Sends the events of a turn to its reader.
 *
 * @param shutdown aborted when the process is to stop: readers are sent elsewhere
 * @throws what the turn is refused with, before anything is sent
 */
export const followTurn = async (
  app: RouteParts,
  { res, caller, traceId }: Exchange,
  following: StreamSource,
  shutdown: AbortSignal,
): Promise<void> => {
  switch (following.kind) {
    case 'events': {
      const { turn, afterSeq, afresh, open } = following
      await beginStream({
        res,
        log: app.stream.log,
        observe: app.observe,
        traceId,
        turnId: turn.turnId,
        afterSeq,
        afresh,
        shutdown,
        // A database key is public: it sees no queries, and nothing of what a model thinks.
        showsWork: caller.kind === 'organization',
        silentEnding: () => endingOfStalledTurn(app, turn),
        ...(open === undefined ? {} : { opening: open() }),
      })
      return
    }
    case 'stored':
      streamStoredAnswer({ res, turnId: following.turnId, traceId, outcome: following.ending })
      return
    case 'gone':
      res.status(204).end()
  }
}
