import { COMPOSING, type TurnEventBody } from '../rules/turn-event.ts'
import type { TurnLog } from './turn-log.ts'

/**
 * Appends `opening` as the first event of a step that writes text, after a `reset` if an earlier run of the step has
 * left text behind. Every run must call it: a step cannot tell whether it is the first run.
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
  // No earlier run can append from here on; what it appended since the first read still has to be dropped.
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
