import type { Platform, Reply } from '../../support/platform.ts'

export const REVISION = '2026-07-28'

interface McpOptions {
  /** What the client declares. */
  readonly capabilities?: object
  /** Beside those of a client of revision 2026-07-28; `null` leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly signal?: AbortSignal
}

/** What a client declares that polls tasks. */
export const POLLS_TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

/** A request of a client of revision 2026-07-28, with the message that answers it, which may come as an event. */
export const mcpRequest = async (
  platform: Pick<Platform, 'baseUrl' | 'headers'>,
  method: string,
  params: object = {},
  { capabilities = {}, headers = {}, signal }: McpOptions = {},
): Promise<Reply> => {
  const named = Object.entries(params).find(([key]) => ['name', 'uri', 'taskId'].includes(key))?.[1]
  const response = await fetch(`${platform.baseUrl}/mcp`, {
    method: 'POST',
    headers: sentHeaders({
      ...platform.headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(named === undefined ? {} : { 'Mcp-Name': String(named) }),
      ...headers,
    }),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope(capabilities) } }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  const message =
    text
      .split('\n')
      .findLast((line) => line.startsWith('data: {'))
      ?.slice('data: '.length) ?? text
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: message === '' ? undefined : JSON.parse(message),
  }
}

const envelope = (capabilities: object) => ({
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
})

const sentHeaders = (headers: Readonly<Record<string, string | null>>): Headers => {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) if (value !== null) sent.set(name, value)
  return sent
}

/** Calls a tool. */
export const callTool = (
  platform: Pick<Platform, 'baseUrl' | 'headers'>,
  name: string,
  args: object,
  options: McpOptions = {},
): Promise<Reply> => mcpRequest(platform, 'tools/call', { name, arguments: args }, options)
