import { COMPOSING, type TurnEventBody } from '../rules/turn-event.ts'
import type { TurnLog } from './turn-log.ts'

/**
 * Appends `opening` as the first event of a step that writes text, after a `reset` where an earlier run of the step
 * has left text behind. To be called by every run: a step that starts over cannot tell whether it does.
 *
 * @throws StaleWriter when a later run has taken over already
 */
export const takeOver = async (
  log: Pick<TurnLog, 'append' | 'read'>,
  turnId: string,
  writer: number,
  opening: TurnEventBody = COMPOSING,
): Promise<void> => {
  const before = await textLeft(log, turnId, 0)
  await log.append(turnId, writer, before.left ? [{ type: 'reset' }, opening] : [opening])
  if (before.left) return
  // From here on no earlier run can append; what it appended since the first look is still to be dropped.
  const since = await textLeft(log, turnId, before.lastSeq)
  if (since.left) await log.append(turnId, writer, [{ type: 'reset' }, opening])
}

const textLeft = async (log: Pick<TurnLog, 'read'>, turnId: string, afterSeq: number) => {
  let left = false
  let lastSeq = afterSeq
  for (const { seq, body } of await log.read(turnId, afterSeq)) {
    if (body.type === 'text') left = true
    if (body.type === 'reset') left = false
    lastSeq = seq
  }
  return { left, lastSeq }
}
