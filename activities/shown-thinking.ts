import type { Question } from '../src/ask/rules/question.ts'
import type { StatusEventBody, TurnStatus } from '../src/ask/rules/turn-event.ts'
import type { DatabaseSettings } from '../src/manage/databases/rules/database-settings.ts'
import type { DraftRequest } from '../src/planner/planner.ts'

/**
 * Tells those who ask what a model thinks in a step, where the owner of the database allows it and no public key has
 * asked. It may say what rows say: it goes to the log of the turn alone, which is read by whoever may read its rows.
 */
export const shownThinking = (
  { thinking }: Pick<DatabaseSettings, 'thinking'>,
  { caller }: Pick<Question, 'caller'>,
  status: TurnStatus,
  tell: (event: StatusEventBody) => void,
): Pick<DraftRequest, 'onThought'> =>
  thinking === 'shown' && caller.kind === 'organization'
    ? { onThought: (piece) => tell({ type: 'status', status, thinking: piece }) }
    : {}
