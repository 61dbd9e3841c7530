import http from 'node:http'

export interface HeaderProxy {
  readonly baseUrl: string
  close(): Promise<void>
}

/** Adds headers to every request for `baseUrl`, for clients that can send none. Host and Origin stay those of the client. */
export const headerProxy = async (baseUrl: string, added: Readonly<Record<string, string>>): Promise<HeaderProxy> => {
  const { hostname, port } = new URL(baseUrl)
  const server = http.createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming
    const asked = http.request({ hostname, port, path, method, headers: { ...headers, ...added } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    outgoing.once('close', () => asked.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
