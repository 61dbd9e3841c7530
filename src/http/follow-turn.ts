import { endingOfStalledTurn } from '../ask/turns/stalled-turn-ending.ts'
import type { StreamSource } from '../ask/turns/stream-source.ts'
import { type AnswerReader, answerReader } from './answer-reader.ts'
import { type EventWire, eventWire } from './event-wire.ts'
import type { Exchange } from './route.ts'
import type { RouteParts } from './route-parts.ts'
import { beginStream, streamStoredAnswer } from './sse.ts'

/** The encoding of a turn's events for one reader. */
export type WireOf = (turnId: string, traceId: string, reader: AnswerReader) => EventWire

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
  wireOf: WireOf = eventWire,
): Promise<void> => {
  const { res, traceId } = exchange
  if (following.kind === 'gone') {
    res.status(204).end()
    return
  }
  const reader = await answerReader(app, exchange)
  if (following.kind === 'stored') {
    const { turnId, ending, parts = [] } = following
    streamStoredAnswer({ res, turnId, bodies: [...parts, ending], wire: wireOf(turnId, traceId, reader) })
    return
  }
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
    wire: wireOf(turn.turnId, traceId, reader),
    silentEnding: () => endingOfStalledTurn(app, turn),
    ...(open === undefined ? {} : { opening: open() }),
  })
}
