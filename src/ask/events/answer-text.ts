import { COMPOSING, type TurnEventBody } from '../rules/turn-event.ts'
import { coalesce, type TextWriter } from './coalesce.ts'
import type { Outbox } from './outbox.ts'
import { takeOver } from './take-over.ts'
import type { TurnLog } from './turn-log.ts'

/** Maximum wait for the first text before the opening events are appended alone. */
const OPENING_MS = 40

/**
 * Begins the text of an answer. If an earlier run of the step left text behind, a `reset` comes first. If this process
 * has written the whole log and no text, the opening is appended with the first text and no read is needed; if another
 * writer's events turn out to precede it, they may hold text, and a `reset` is appended.
 *
 * @throws StaleWriter when a later run has taken over already
 */
export const answerText = async (
  log: Pick<TurnLog, 'read'>,
  events: Outbox,
  turnId: string,
  writer: number,
): Promise<TextWriter> => {
  const append = async (bodies: readonly TurnEventBody[]): Promise<number | undefined> =>
    (await events.append(turnId, writer, bodies))?.lastSeq
  const own = events.ownLog(turnId)
  if (own === undefined || own.hasText) {
    await takeOver({ read: log.read, append: (_turnId, _writer, bodies) => append(bodies) }, turnId, writer)
    return coalesce({ append: (_turnId, _writer, bodies) => append(bodies) }, turnId, writer)
  }
  const open = async (first: readonly TurnEventBody[]): Promise<void> => {
    const placed = await events.append(turnId, writer, [COMPOSING, ...first])
    if (placed?.mayFollowText !== true) return
    await append([{ type: 'reset' }, COMPOSING, ...first])
  }
  let opened: Promise<void> | undefined
  const alone = setTimeout(() => {
    opened ??= open([])
    opened.catch(() => undefined)
  }, OPENING_MS)
  const appendText: TurnLog['append'] = async (_turnId, _writer, bodies) => {
    clearTimeout(alone)
    const isFirst = opened === undefined
    opened ??= open(bodies)
    await opened
    return isFirst ? undefined : await append(bodies)
  }
  return coalesce({ append: appendText }, turnId, writer)
}
