import { COMPOSING, type TurnEventBody } from '../rules/turn-event.ts'
import { coalesce, type TextWriter } from './coalesce.ts'
import type { Outbox } from './outbox.ts'
import { takeOver } from './take-over.ts'
import type { TurnLog } from './turn-log.ts'

/** How long the opening waits for the first text. */
const OPENING_MS = 40

/**
 * Begins the text of an answer, or begins it anew where an earlier run of the step left some behind. Where this process
 * has written the whole log and no text, nothing is asked and the opening goes with the first text; what comes to lie
 * before it all the same may be text of an earlier run, and is taken back.
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
  const own = events.own(turnId)
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
