import type { TurnAnswer } from '../ask/turns/stored-answer.ts'
import { answerMarkdown, type MarkdownParts, type TablePart } from './answer-markdown.ts'
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

interface TextOptions {
  /** Shown in the receipt. */
  readonly database?: { readonly name: string }
  readonly parts: MarkdownParts
}

/** An answer as Markdown, as the reader receives it. */
export const answerText = (answer: TurnAnswer, reader: AnswerReader, { database, parts }: TextOptions): string => {
  const { turnId, message, chart, choices } = answer
  const details = {
    turnId,
    database: database?.name ?? '',
    tables: answerTables(answer, reader),
    chart: chart && reader.chart(chart),
    choices: choices && reader.choices(choices),
  }
  return answerMarkdown(reader.text(message), details, parts)
}
