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

/** A turn as tools return it; leaves out what else the API returns. */
export const AnswerOutput = z.object({
  status: z.enum(['answered', 'needs_choice', 'running', 'cancelled']),
  turn_id: z.string(),
  conversation_id: z.string().optional(),
  answer: z.string().optional(),
  ...z.object(table).partial().shape,
  parts: z
    .array(z.object({ title: z.string(), ...table }))
    .readonly()
    .optional(),
  choices: z
    .array(z.object({ label: z.string(), question: z.string() }))
    .readonly()
    .optional(),
  assumptions: z.array(z.string()).readonly().optional(),
  sources: z.array(z.string()).readonly().optional(),
  suggestions: z.array(z.string()).readonly().optional(),
  chart: z.looseObject({ title: z.string(), alt: z.string() }).optional(),
})

export type AnswerFound = z.input<typeof AnswerOutput>

/** An answer in the form that tools declare; each of its tables has at most `ROWS_MAX` rows, as every answer. */
export const answerFound = (answer: TurnAnswer, reader: AnswerReader): AnswerFound => {
  const { conversationId: sessionId, run } = answer
  const data = chatData(answer, { reader, sessionId })
  return {
    ...data,
    ...(run && resultData(reader.result(run.result))),
    status: data.choices === undefined ? 'answered' : 'needs_choice',
    answer: data.message,
  }
}
