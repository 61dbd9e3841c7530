import http from 'node:http'

export type Reply = (req: http.IncomingMessage & { readonly text: string }, res: http.ServerResponse) => void

/** Starts a service that sends `replies` in order and records its requests. */
export const scriptedService = async (...replies: readonly Reply[]) => {
  const requests: {
    readonly method: string
    readonly path: string
    readonly headers: http.IncomingHttpHeaders
    readonly text: string
  }[] = []
  const server = http.createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    const reply = replies[requests.length] ?? status(500, {})
    requests.push({ method: req.method ?? '', path: req.url ?? '', headers: req.headers, text })
    reply(Object.assign(req, { text }), res)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export const status =
  (code: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (_req, res) => {
    res.writeHead(code, { 'Content-Type': 'application/json', ...headers })
    res.end(JSON.stringify(body))
  }

interface ScriptedEvent {
  readonly event?: string
  readonly [field: string]: unknown
}

/** A stream of events whose ids start at `from`; `ending` says how the connection ends. */
export const stream =
  (
    events: readonly ScriptedEvent[],
    { from = 1, ending = 'end' }: { readonly from?: number; readonly ending?: 'end' | 'cut' | 'hang' } = {},
  ): Reply =>
  (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
    const frames = events.map(({ event, ...data }, index) => {
      const name = event === undefined ? '' : `event: ${event}\n`
      return `${name}id: turn.${from + index}\ndata: ${JSON.stringify({ content: '', ...data })}\n\n`
    })
    res.write(`retry: 5\n\n: ping\n\n${frames.join('')}`, () => {
      if (ending === 'end') res.end()
      if (ending === 'cut') res.destroy()
    })
  }

export const START = { event: 'start', turn_id: 'turn', conversation_id: 'c-1', message_id: 'm-1', attempt: 1 }
export const RUNNING = { event: 'status', status: 'executing_query', message: 'Running the query', attempt: 1 }
export const RESULTS = {
  event: 'results',
  query_id: 'q',
  columns: [
    { name: 'month', type: 'text' },
    { name: 'revenue', type: 'number' },
  ],
  rows: [
    { month: '2026-09', revenue: 1200.5 },
    { month: '2026-10', revenue: 98 },
  ],
  row_count: 2,
  truncated: false,
  execution_time_ms: 3,
}
export const done = (message: string) => ({
  event: 'done',
  message,
  message_id: 'm-1',
  conversation_id: 'c-1',
  session_id: 'c-1',
  sources: ['orders'],
  query_type: 'data_retrieval',
  execution_time_ms: 42,
  finish_reason: 'stop',
  assumptions: ['Months are calendar months.'],
})
