import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Serves the files of a folder, such as a built page. */
export const serveFolder = async (folder: string) => {
  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? '', 'http://served')
    const file = pathname === '/' ? '/index.html' : pathname
    const text = await readFile(path.join(folder, file)).catch(() => undefined)
    res.writeHead(text === undefined ? 404 : 200, { 'Content-Type': TYPES[path.extname(file)] ?? 'text/plain' })
    res.end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
