import { z } from 'zod'
import { acceptQuestion } from '../../../ask/turns/accept-question.ts'
import { requestDigest } from '../../../ask/turns/request-digest.ts'
import { stopTurn } from '../../../ask/turns/stop-turn.ts'
import { uuid } from '../../input.ts'
import { countInConversation } from '../../rate-limit.ts'
import { messageText } from '../../routes/chat/chat-schema.ts'
import { ANSWER_APP } from '../answer-app.ts'
import { AnswerOutput } from '../answer-output.ts'
import { namedDatabase } from '../database-argument.ts'
import { mcpTool, type ToolCall } from '../mcp-tool.ts'
import { takesTasks, turnTask } from '../task-methods.ts'
import { choiceRound, chosenTurn } from '../turn-choice.ts'
import { waitForAnswer } from '../wait-for-answer.ts'

/** Clients give up after about 60 s. */
const WAIT_MS = 45_000

const Input = z.object({
  question: messageText.describe('In any language, complete in itself, or referring to the conversation.'),
  database: z
    .string()
    .max(200, 'is too long')
    .optional()
    .describe('Name or id from list_databases. Optional if there is only one.'),
  conversation_id: uuid.optional().describe('Continues the conversation of an earlier answer.'),
})

/** `ask_database`: a task if the client polls tasks; else the answer, or its turn if it takes long. */
export const askDatabase = mcpTool({
  name: 'ask_database',
  title: 'Ask a database',
  description:
    'Answers a question in plain language from the rows of a database, read-only and within your permissions. Ask for what you want to know, not in SQL. If status is "running", call get_answer with the turn_id. If it is "needs_choice", ask again with the question of one of the choices and the same conversation_id.',
  input: Input,
  output: AnswerOutput,
  _meta: ANSWER_APP,
  async run({ question, database, conversation_id: conversationId }, call) {
    const { app, exchange, context } = call
    const chosen = await chosenTurn(app, exchange, context)
    if (chosen !== undefined) return await answerOrChoice(call, chosen)
    if (conversationId !== undefined) await countInConversation(app.limits, exchange.res, exchange.organization)
    const named = conversationId === undefined || database !== undefined
    const { input, note } = await acceptQuestion(app, exchange, {
      text: question,
      databaseId: named ? (await namedDatabase(app, exchange, database)).id : undefined,
      conversationId,
      digest: requestDigest('ask_database', { question, database, conversationId }),
      joins: false,
    })
    await note()
    const { turnId, askedAt } = input.question
    if (takesTasks(context)) return turnTask(turnId, 'working', { createdAt: askedAt, updatedAt: askedAt })
    return await answerOrChoice(call, turnId)
  },
})

const answerOrChoice = async (call: ToolCall, turnId: string) => {
  const { app, exchange, context, shutdown } = call
  const { signal, envelope } = context.mcpReq
  try {
    const ran = await waitForAnswer(call, turnId, WAIT_MS)
    return choiceRound(ran.found, context) ?? ran
  } finally {
    // A client of revision 2026-07-28 that closes the connection cancels its request; earlier ones may have lost it.
    if (envelope !== undefined && signal.aborted && !shutdown.aborted)
      await stopTurn(app, exchange.caller, turnId).catch(() => undefined)
  }
}
