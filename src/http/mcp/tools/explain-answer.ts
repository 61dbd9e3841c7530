import { z } from 'zod'
import { userMessageId } from '../../../ask/rules/history/message.ts'
import { storedAnswer } from '../../../ask/turns/stored-answer.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { receiptMarkdown } from '../../answer-markdown.ts'
import { answerReader } from '../../answer-reader.ts'
import { answerTables } from '../../answer-tables.ts'
import { uuid } from '../../input.ts'
import { mcpTool } from '../mcp-tool.ts'

const Input = z.object({ turn_id: uuid })

const Output = z.looseObject({
  question: z.string(),
  database: z.string(),
  assumptions: z.array(z.string()).readonly(),
  receipts: z.array(z.looseObject({ query: z.string().optional(), guarded_query: z.string().optional() })).readonly(),
})

/** `explain_answer` */
export const explainAnswer = mcpTool({
  name: 'explain_answer',
  title: 'Explain an answer',
  description: 'How an answer was found: its query, the rows that it was restricted to, and what was assumed.',
  input: Input,
  output: Output,
  async run({ turn_id: turnId }, { app, exchange }) {
    const { caller, revision } = exchange
    const asked = await app.store.messages.find(caller, userMessageId(turnId))
    const conversation = asked && (await app.store.conversations.find(caller, asked.conversationId))
    if (asked === undefined || conversation === undefined) throw new Problem('turn_not_found')
    const answer = await storedAnswer(app, { turnId, caller })
    const reader = await answerReader(app, exchange)
    const tables = answerTables(answer, reader)
    const database = (await app.cachedReads.database(caller, conversation.databaseId, revision))?.name ?? ''
    const assumptions = reader.discloses.assumptions ? reader.texts(answer.assumptions) : []
    const receipts = tables.flatMap(({ receipt }) => (receipt === undefined ? [] : { ...receipt }))
    const text = [
      `Question: ${asked.content}`,
      ...(receipts.length === 0 ? ['No query was run for this answer.'] : []),
      ...assumptions.map((assumption) => `Assumed: ${assumption}`),
      receiptMarkdown({ turnId, database, tables }),
    ]
    return {
      found: { question: asked.content, database, assumptions, receipts },
      content: [{ type: 'text', text: text.join('\n\n') }],
    }
  },
})
