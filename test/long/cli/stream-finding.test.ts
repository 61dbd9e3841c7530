import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { streamFinding } from '../../../src/cli/doctor.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'

let platform: Platform
const proxies: Server[] = []
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(async () => {
  for (const proxy of proxies) proxy.close().closeAllConnections()
  await platform.close()
})

/** A reverse proxy that forwards chunks at once, or buffers the whole response. */
const proxy = async (buffers: boolean): Promise<string> => {
  const server = createServer(async ({ url, headers }, res) => {
    const { host, connection, ...passed } = headers
    const answer = await fetch(`${platform.baseUrl}${url}`, {
      headers: Object.entries(passed).map(([name, value]) => [name, String(value)]),
    })
    res.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' })
    if (buffers) return res.end(Buffer.from(await answer.arrayBuffer()))
    for await (const chunk of answer.body ?? []) res.write(chunk)
    res.end()
  }).listen(0, '127.0.0.1')
  proxies.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${Object(server.address()).port}`
}

const through = (baseUrl: string) =>
  streamFinding({
    baseUrl,
    advice: '',
    apiKey: platform.access.orgKey,
    tenantId: '1',
    databaseId: platform.access.databaseId,
  })

describe('tabletalk doctor --through', () => {
  it('reports a proxy that buffers streams, with advice', async () => {
    expect(await through(await proxy(true))).toMatchObject({
      state: 'missing',
      detail: expect.stringMatching(/buffers events until the end: the first event after \d+ ms/),
      helps: [expect.stringContaining('disable response buffering')],
    })
  })

  it('reports working streams through a proxy that does not buffer, and without a proxy', async () => {
    expect(await through(await proxy(false))).toMatchObject({ state: 'found' })
    expect(await through(platform.baseUrl)).toMatchObject({ state: 'found' })
  })
})
