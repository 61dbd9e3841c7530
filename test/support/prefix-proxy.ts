import http from 'node:http'

/** Serves what is at `baseUrl` below a prefix, as a reverse proxy that takes the prefix off. */
export const prefixProxy = async (
  prefix: string,
  baseUrl: string,
): Promise<{ readonly port: number; close(): Promise<void> }> => {
  const server = http.createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    if (!url.startsWith(prefix)) return void outgoing.writeHead(404).end()
    const { hostname, port } = new URL(baseUrl)
    const path = url.slice(prefix.length)
    const asked = http.request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    port: address.port,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
