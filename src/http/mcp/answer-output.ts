import { z } from 'zod'
import type { TurnAnswer } from '../../ask/turns/stored-answer.ts'
import type { AnswerReader } from '../answer-reader.ts'
import { resultData } from '../result-data.ts'
import { chatData } from '../routes/chat/chat-data.ts'

const table = {
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })).readonly(),
  rows: z.array(z.record(z.string(), z.unknown())).readonly(),
  row_count: z.int(),
  truncated: z.boolean().describe('Whether the database has more rows than row_count.'),
}

/** A turn as tools return it. */
export const AnswerOutput = z.looseObject({
  status: z.enum(['answered', 'needs_choice', 'running', 'cancelled']),
  turn_id: z.string(),
  conversation_id: z.string().optional(),
  answer: z.string().optional(),
  ...z.object(table).partial().shape,
  parts: z
    .array(z.looseObject({ title: z.string(), ...table }))
    .readonly()
    .optional(),
  choices: z
    .array(z.looseObject({ label: z.string(), question: z.string() }))
    .readonly()
    .optional(),
  assumptions: z.array(z.string()).readonly().optional(),
  sources: z.array(z.string()).readonly().optional(),
  chart: z.looseObject({ title: z.string(), alt: z.string() }).optional(),
})

export type AnswerFound = z.input<typeof AnswerOutput>

/** An answer in the form that tools declare; each of its tables has at most `ROWS_MAX` rows, as every answer. */
export const answerFound = (answer: TurnAnswer, reader: AnswerReader): AnswerFound => {
  const { conversationId, turnId, run } = answer
  const { message, sources, assumptions, suggestions, choices, chart, parts } = chatData(answer, {
    reader,
    sessionId: conversationId,
  })
  return {
    status: choices === undefined ? 'answered' : 'needs_choice',
    turn_id: turnId,
    conversation_id: conversationId,
    answer: message,
    ...(run === undefined ? {} : tableFound(resultData(reader.result(run.result)))),
    ...(parts === undefined ? {} : { parts: parts.map((part) => ({ title: part.title, ...tableFound(part) })) }),
    ...(choices === undefined ? {} : { choices: choices.map((choice) => ({ ...choice })) }),
    ...(assumptions === undefined ? {} : { assumptions }),
    sources,
    ...(suggestions === undefined ? {} : { suggestions }),
    ...(chart === undefined ? {} : { chart: { ...chart } }),
  }
}

interface FoundTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly row_count: number
  readonly truncated: boolean
}

const tableFound = ({ columns, rows, row_count, truncated }: FoundTable) => ({
  columns: columns.map((column) => ({ ...column })),
  rows,
  row_count,
  truncated,
})
