import type { Question } from '../src/ask/rules/question.ts'
import type { StatusEventBody, TurnStatus } from '../src/ask/rules/turn-event.ts'
import type { DatabaseSettings } from '../src/manage/databases/rules/database-settings.ts'
import type { DraftRequest } from '../src/planner/planner.ts'

/**
 * Publishes a model's reasoning in a step, where the owner of the database allows it, and for a public key its owner, too.
 * It may quote rows: it is written to the turn's log alone, which only readers of those rows can read.
 */
export const shownThinking = (
  { thinking }: Pick<DatabaseSettings, 'thinking'>,
  { caller }: Pick<Question, 'caller'>,
  status: TurnStatus,
  tell: (event: StatusEventBody) => void,
): Pick<DraftRequest, 'onThought'> =>
  thinking === 'shown' && (caller.kind === 'organization' || caller.seesReasoning === true)
    ? { onThought: (piece) => tell({ type: 'status', status, thinking: piece }) }
    : {}
