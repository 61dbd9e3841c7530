import { endingOfStalledTurn } from '../ask/turns/stalled-turn-ending.ts'
import type { StreamSource } from '../ask/turns/stream-source.ts'
import type { Exchange } from './route.ts'
import type { RouteParts } from './route-parts.ts'
import { beginStream, streamStoredAnswer } from './sse.ts'

/**
 * Sends the events of a turn to the client.
 *
 * @param shutdown aborted at shutdown: streams end, so that clients reconnect to another process
 * @throws Problem if the turn is refused, before anything is sent
 */
export const followTurn = async (
  app: RouteParts,
  { res, disclosure, traceId }: Exchange,
  following: StreamSource,
  shutdown: AbortSignal,
): Promise<void> => {
  switch (following.kind) {
    case 'events': {
      const { turn, afterSeq, needsReset, open } = following
      await beginStream({
        res,
        log: app.stream.log,
        observe: app.observe,
        traceId,
        turnId: turn.turnId,
        afterSeq,
        needsReset,
        shutdown,
        disclosure,
        silentEnding: () => endingOfStalledTurn(app, turn),
        ...(open === undefined ? {} : { opening: open() }),
      })
      return
    }
    case 'stored':
      streamStoredAnswer({
        res,
        turnId: following.turnId,
        traceId,
        outcome: following.ending,
        disclosure,
        names: following.names,
      })
      return
    case 'gone':
      res.status(204).end()
  }
}
