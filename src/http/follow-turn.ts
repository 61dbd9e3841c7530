import { endingOfStalledTurn } from '../ask/turns/stalled-turn-ending.ts'
import type { StreamSource } from '../ask/turns/stream-source.ts'
import { answerReader } from './answer-reader.ts'
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
  exchange: Exchange,
  following: StreamSource,
  shutdown: AbortSignal,
): Promise<void> => {
  const { res, traceId } = exchange
  const reader = await answerReader(app, exchange)
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
        reader,
        silentEnding: () => endingOfStalledTurn(app, turn),
        ...(open === undefined ? {} : { opening: open() }),
      })
      return
    }
    case 'stored':
      streamStoredAnswer({ res, turnId: following.turnId, traceId, outcome: following.ending, reader })
      return
    case 'gone':
      res.status(204).end()
  }
}
