import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { McpServer } from '@modelcontextprotocol/server'

/** Address of the page that hosts with MCP Apps show beside an answer. */
const URI = 'ui://tabletalk/answer.html'

/** Media type of pages of MCP Apps, revision 2026-01-26. */
const MEDIA_TYPE = 'text/html;profile=mcp-app'

/** Metadata of tools whose answers the page shows; earlier hosts read the second key. */
export const ANSWER_APP = { ui: { resourceUri: URI }, 'ui/resourceUri': URI } as const

const PAGE = readFileSync(path.join(import.meta.dirname, 'app', 'answer.html'), 'utf8')

/** Pages of this service load nothing, and need no permission. */
const META = { ui: { csp: {}, prefersBorder: true } }

/** Adds the page of an answer: its text, chart, table, and questions to go on with. */
export const serveAnswerApp = (server: McpServer): void => {
  const contents = [{ uri: URI, mimeType: MEDIA_TYPE, text: PAGE, _meta: META }]
  server.registerResource(
    'answer-app',
    URI,
    { title: 'Answer', description: 'Shows an answer with its chart and table.', mimeType: MEDIA_TYPE, _meta: META },
    async () => ({ contents }),
  )
}
