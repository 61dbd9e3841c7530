import { Problem } from '../../platform/problems/problem.ts'
import type { Question } from '../rules/question.ts'
import type { TurnInput, TurnResult } from '../rules/turn.ts'
import type { Asker } from './asker.ts'
import { claimTurn } from './claim-turn.ts'
import { startTurn } from './start-turn.ts'
import { answerAsStored, storedAnswer, type TurnAnswer } from './stored-answer.ts'
import { turnFailure } from './turn-failure.ts'
import { turnMessages } from './turn-messages.ts'
import type { TurnParts } from './turn-parts.ts'
import type { TurnRequest } from './turn-request.ts'

type AnswerParts = Pick<TurnParts, 'store' | 'turns'>

/** A question that has been asked. */
interface AskedQuestion {
  readonly question: Question
  /** Whether an equal earlier request has asked it, and was answered. */
  readonly isReplayed: boolean
  /** Resolves with its answer. @throws Problem what the turn ended with */
  answer(): Promise<TurnAnswer>
}

/**
 * Asks a question synchronously: claims it, reserves a slot, and starts its turn; or finds the turn of an equal
 * request.
 *
 * @throws as `claimTurn` and `startTurn`; Problem `turn_running` while the first request is being answered, unless this one joins it
 */
export const askQuestion = async (parts: TurnParts, asker: Asker, request: TurnRequest): Promise<AskedQuestion> => {
  const { caller, organization } = asker
  const claimed = await claimTurn(parts, asker, request)
  const { input, state } = claimed
  const { question } = input
  if (state === 'pending') {
    const ended = await startTurn(parts, claimed, organization, 'ended')
    return { question, isReplayed: false, answer: () => answerOf(parts, input, ended) }
  }
  const { asked, answered } = await turnMessages(parts, caller, question.turnId)
  if (answered !== undefined) return { question, isReplayed: true, answer: () => storedAnswer(parts, question) }
  if (asked !== undefined && !request.joins) throw new Problem('turn_running')
  return { question, isReplayed: false, answer: () => answerOf(parts, input, undefined) }
}

/** @param ended how the turn has ended, if known */
const answerOf = async (parts: AnswerParts, input: TurnInput, ended: TurnResult | undefined): Promise<TurnAnswer> => {
  const result = ended ?? (await parts.turns.result(input))
  if (result.kind === 'refused') throw new Problem(result.problem)
  if (result.kind === 'failed') throw turnFailure(result.failure)
  return result.asStored === undefined
    ? await storedAnswer(parts, input.question)
    : await answerAsStored(parts, input.question, result.answer, result.asStored)
}
