import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { assistantMessageId, userMessageId } from '../../ask/rules/history/message.ts'
import { makeupOf, schemaText } from '../../ask/rules/prompts/schema-text.ts'
import { storedAnswer } from '../../ask/turns/stored-answer.ts'
import { MEDIA_TYPES } from '../../manage/exports/rules/export-format.ts'
import { resultFile } from '../../manage/exports/rules/result-file.ts'
import { Problem, problemRow } from '../../platform/problems/problem.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { askableDatabases } from '../routes/chat/list-askable.ts'
import { AnswerOutput } from './answer-output.ts'
import { answerResult } from './answer-result.ts'
import { ANSWER_URI, ROWS_URI, SCHEMA_URI, schemaUri } from './answer-uri.ts'
import { toolResult } from './mcp-tool.ts'

/** Tables in the resource of a schema: `search_schema` finds the others. */
const TABLES_MAX = 200

/** What a caller can read: the schemas of its databases, and its answers. */
export const serveResources = (server: McpServer, app: RouteParts, exchange: Exchange): void => {
  const { caller, revision } = exchange
  const schemas = async () => ({
    resources: (await askableDatabases(app, exchange)).map(({ id, name }) => ({
      uri: schemaUri(id),
      name: `schema of ${name}`,
      title: `Schema of ${name}`,
      mimeType: 'text/plain',
    })),
  })
  const ids = async (begun: string) =>
    (await askableDatabases(app, exchange)).map(({ id }) => id).filter((id) => id.startsWith(begun))
  server.registerResource(
    'schema',
    new ResourceTemplate(SCHEMA_URI, { list: schemas, complete: { database_id: ids } }),
    { title: 'Schema of a database', description: 'The tables and columns that you may read.', mimeType: 'text/plain' },
    async (uri, { database_id: id }, { mcpReq }) =>
      await readable(uri, async () => {
        const { view, tables } = await app.databases.visibleTables(
          caller,
          textOf(id),
          undefined,
          mcpReq.signal,
          revision,
        )
        const more = tables.length > TABLES_MAX ? [`… ${tables.length - TABLES_MAX} more: use search_schema`] : []
        return {
          text: [schemaText(tables.slice(0, TABLES_MAX), makeupOf(view)), ...more].join('\n'),
          mimeType: 'text/plain',
        }
      }),
  )
  server.registerResource(
    'answer',
    new ResourceTemplate(ANSWER_URI, { list: undefined }),
    { title: 'Answer', description: 'An answer with its first rows.', mimeType: 'application/json' },
    async (uri, { turn_id: id }) =>
      await readable(uri, async () => {
        const answer = await storedAnswer(app, { turnId: textOf(id), caller })
        const { structuredContent } = toolResult(AnswerOutput, await answerResult(app, exchange, answer))
        return { text: JSON.stringify(structuredContent), mimeType: 'application/json' }
      }),
  )
  server.registerResource(
    'rows',
    new ResourceTemplate(ROWS_URI, { list: undefined }),
    { title: 'Rows of an answer', description: 'All stored rows as CSV.', mimeType: MEDIA_TYPES.csv },
    async (uri, { turn_id: id }) =>
      await readable(uri, async () => ({ text: await rowsOf(app, exchange, textOf(id)), mimeType: MEDIA_TYPES.csv })),
  )
}

const textOf = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '')

const NOT_FOUND = 404

/** @throws ResourceNotFoundError for what the caller does not see, which is the same as what there is not */
const readable = async (
  uri: URL,
  read: () => Promise<{ readonly text: string; readonly mimeType: string }>,
): Promise<ReadResourceResult> => {
  try {
    return { contents: [{ uri: uri.href, ...(await read()) }] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (problemRow(error.problem).status === NOT_FOUND) throw new ResourceNotFoundError(uri.href)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
  }
}

const rowsOf = async (app: RouteParts, { caller, disclosure }: Exchange, turnId: string): Promise<string> => {
  const [asked, run] = await Promise.all([
    app.store.messages.find(caller, userMessageId(turnId)),
    app.store.results.find(caller, turnId),
  ])
  if (asked === undefined || run === undefined) throw new Problem('turn_not_found')
  const { content, rows } = resultFile({
    format: 'csv',
    messageId: assistantMessageId(turnId),
    part: undefined,
    disclosure,
    result: run.result,
    question: asked.content,
    receipt: run.receipt,
    tenantId: caller.tenantId,
    scopeId: caller.scopeId,
  })
  return Buffer.from((await app.files.write(content, rows, caller)).bytes).toString()
}
