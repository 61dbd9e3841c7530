import type { Platform } from '../../support/platform.ts'

const VERSION = '2026-07-28'
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

export interface McpReply {
  readonly status: number
  readonly body: ReturnType<typeof JSON.parse>
}

interface McpOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Capabilities that the client declares; those of a client that polls tasks by default. */
  readonly capabilities?: object
  readonly meta?: object
  readonly signal?: AbortSignal
}

/** The name of what a request is about, as its header repeats it (SEP-2243). */
const nameOf = ({ name, uri, taskId }: Readonly<Record<string, unknown>>): Record<string, string> => {
  const named = [name, uri, taskId].find((value) => typeof value === 'string')
  return typeof named === 'string' ? { 'Mcp-Name': named } : {}
}

/** One request of revision 2026-07-28; the last message of a stream is its reply. */
export const mcpRequest = async (
  { baseUrl, headers }: Pick<Platform, 'baseUrl' | 'headers'>,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { headers: own = {}, capabilities = TASKS, meta = {}, signal }: McpOptions = {},
): Promise<McpReply> => {
  const _meta = {
    ...meta,
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...nameOf(params),
      ...own,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  const messages = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
  return { status: response.status, body: messages.length > 0 ? messages.at(-1) : JSON.parse(text) }
}

/** Calls a tool. */
export const callTool = (
  platform: Pick<Platform, 'baseUrl' | 'headers'>,
  name: string,
  args: Readonly<Record<string, unknown>>,
  options: McpOptions = {},
): Promise<McpReply> => mcpRequest(platform, 'tools/call', { name, arguments: args }, options)
