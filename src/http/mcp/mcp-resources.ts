import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ResourceMetadata,
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
import { answerResult, ROWS_URI } from './answer-result.ts'
import { toolResult } from './mcp-tool.ts'

const SCHEMA_URI = 'tabletalk://databases/{database_id}/schema'

/** Tables in the resource of a schema: `search_schema` finds the others. */
const TABLES_MAX = 200

/** What a caller can read: the schemas of its databases, and its answers. */
export const serveResources = (server: McpServer, app: RouteParts, exchange: Exchange): void => {
  const { caller, revision } = exchange
  const serve = (name: string, template: ResourceTemplate, listed: Listed, read: ReadText) =>
    server.registerResource(name, template, listed, async (uri, variables, { mcpReq }) => {
      const [id = ''] = Object.values(variables).flat()
      const text = await readable(uri, () => read(id, mcpReq.signal))
      return { contents: [{ uri: uri.href, text, mimeType: listed.mimeType }] }
    })
  const schemas = async () => ({
    resources: (await askableDatabases(app, exchange)).map(({ id, name }) => ({
      uri: SCHEMA_URI.replace('{database_id}', id),
      name: `schema of ${name}`,
      title: `Schema of ${name}`,
      mimeType: 'text/plain',
    })),
  })
  const ids = async (begun: string) =>
    (await askableDatabases(app, exchange)).map(({ id }) => id).filter((id) => id.startsWith(begun))
  serve(
    'schema',
    new ResourceTemplate(SCHEMA_URI, { list: schemas, complete: { database_id: ids } }),
    { title: 'Schema of a database', description: 'The tables and columns that you may read.', mimeType: 'text/plain' },
    async (id, signal) => {
      const { view, tables } = await app.databases.visibleTables(caller, id, undefined, signal, revision)
      const more = tables.length > TABLES_MAX ? [`… ${tables.length - TABLES_MAX} more: use search_schema`] : []
      return [schemaText(tables.slice(0, TABLES_MAX), makeupOf(view)), ...more].join('\n')
    },
  )
  serve(
    'answer',
    new ResourceTemplate('tabletalk://answers/{turn_id}', { list: undefined }),
    { title: 'Answer', description: 'An answer with its first rows.', mimeType: 'application/json' },
    async (turnId) => {
      const answer = await storedAnswer(app, { turnId, caller })
      return JSON.stringify(toolResult(AnswerOutput, await answerResult(app, exchange, answer)).structuredContent)
    },
  )
  serve(
    'rows',
    new ResourceTemplate(ROWS_URI, { list: undefined }),
    { title: 'Rows of an answer', description: 'All stored rows as CSV.', mimeType: MEDIA_TYPES.csv },
    (turnId) => rowsOf(app, exchange, turnId),
  )
}

type Listed = ResourceMetadata & { readonly mimeType: string }

/** @param id the one in the address */
type ReadText = (id: string, signal: AbortSignal) => Promise<string>

const NOT_FOUND = 404

/** @throws ResourceNotFoundError for what the caller does not see, which is the same as what there is not */
const readable = async (uri: URL, read: () => Promise<string>): Promise<string> => {
  try {
    return await read()
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
