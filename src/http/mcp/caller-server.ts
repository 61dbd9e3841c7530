import type { McpServer } from '@modelcontextprotocol/server'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { serveAnswerApp } from './answer-app.ts'
import { serveResources } from './mcp-resources.ts'
import { mcpServer } from './mcp-server.ts'
import type { McpTool } from './mcp-tool.ts'
import { serveStarters } from './starter-prompts.ts'
import { askDatabase } from './tools/ask-database.ts'
import { explainAnswer } from './tools/explain-answer.ts'
import { exportResult } from './tools/export-result.ts'
import { getAnswer } from './tools/get-answer.ts'
import { listDatabases } from './tools/list-databases.ts'
import { searchSchema } from './tools/search-schema.ts'
import { turnTasks } from './turn-tasks.ts'

const TOOLS = [listDatabases, askDatabase, getAnswer, searchSchema, explainAnswer]

/** The server of one caller: what it may ask, read and follow. */
export const serverOf = (app: RouteParts, exchange: Exchange, shutdown: AbortSignal): McpServer => {
  const { req, traceId } = exchange
  // Exports are for clients whose address asks for them.
  const offered = req.query.tools === 'export_result' ? [...TOOLS, exportResult] : TOOLS
  const tools = offered.map(
    ({ definition, call }): McpTool => ({
      definition,
      call: (sent, context) => call(sent, { app, exchange, context, shutdown }),
    }),
  )
  const server = mcpServer({ tools, tasks: turnTasks(app, exchange), traceId, observe: app.observe })
  serveResources(server, app, exchange)
  serveAnswerApp(server)
  serveStarters(server, app, exchange)
  return server
}
