import type { TurnAnswer } from '../ask/turns/stored-answer.ts'
import type { TablePart } from './answer-markdown.ts'
import type { AnswerReader } from './answer-reader.ts'

/** The rows of an answer and of its parts, with their receipts, as the reader receives them. */
export const answerTables = ({ run }: Pick<TurnAnswer, 'run'>, reader: AnswerReader): readonly TablePart[] => {
  if (run === undefined) return []
  const parts = (run.parts ?? []).map(({ title, result, receipt }) => ({
    title: reader.text(title),
    result: reader.result(result),
    receipt: reader.receipt(receipt),
  }))
  return [{ result: reader.result(run.result), receipt: reader.receipt(run.receipt) }, ...parts]
}
