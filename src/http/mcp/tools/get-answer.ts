import { z } from 'zod'
import { uuid } from '../../input.ts'
import { ANSWER_APP } from '../answer-app.ts'
import { AnswerOutput } from '../answer-output.ts'
import { mcpTool } from '../mcp-tool.ts'
import { waitForAnswer } from '../wait-for-answer.ts'

/** Clients give up after about 60 s. */
const WAIT_MAX_S = 40
const WAIT_S = 30

const Input = z.object({
  turn_id: uuid,
  wait_seconds: z.int().min(0).max(WAIT_MAX_S).default(WAIT_S),
})

/** `get_answer` */
export const getAnswer = mcpTool({
  name: 'get_answer',
  title: 'Get an answer',
  description:
    'The answer of a question that ask_database has begun; waits for it. While status is "running", call it again.',
  input: Input,
  output: AnswerOutput,
  _meta: ANSWER_APP,
  run: ({ turn_id: turnId, wait_seconds: seconds }, call) => waitForAnswer(call, turnId, seconds * 1_000),
})
