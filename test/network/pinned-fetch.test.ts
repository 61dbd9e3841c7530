import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pinnedFetch } from '../../src/platform/network/pinned-fetch.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
let server: Server
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const MINUTE_MS = 60_000
const OPTIONS = { allowPrivate: true, timeoutMs: MINUTE_MS, answerBytesMax: 100 }
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

describe('pinnedFetch', () => {
  it('sends the body, and returns only the requested response headers', async () => {
    answer = async (request, response) => {
      const parts = await request.toArray()
      response.writeHead(201, { 'Content-Type': 'text/plain', 'Request-Id': 'req_1', 'X-Other': 'no' })
      response.end(`${request.headers['content-length']} ${parts.join('')}`)
    }
    const body = new URLSearchParams({ name: 'Zoë & co' })
    const sent = { method: 'POST', body, headers: { 'content-length': '1' } }
    const selected = await pinnedFetch(url(), sent, { ...OPTIONS, answerHeaders: ['request-id', 'x-absent'] })
    expect([selected.status, await selected.text(), Object.fromEntries(selected.headers)]).toEqual([
      ...[201, '20 name=Zo%C3%AB+%26+co', { 'request-id': 'req_1' }],
    ])
    const defaults = await pinnedFetch(url(), sent, OPTIONS)
    expect(Object.fromEntries(defaults.headers)).toEqual({ 'content-type': 'text/plain' })
  })

  it('aborts with its signal while the response is read, and throws the reason', async () => {
    const started = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    answer = (_, response) => {
      response.writeHead(200).write('{', () => started.resolve())
      response.on('close', closed.resolve)
    }
    const given = new AbortController()
    const fetched = pinnedFetch(url(), { signal: given.signal }, OPTIONS)
    await started.promise
    given.abort(new Error('no more time'))
    await expect(fetched).rejects.toThrow('no more time')
    await closed.promise
  })

  it('returns a redirect without following it', async () => {
    let asked = 0
    answer = (_, response) => {
      asked++
      response.writeHead(302, { Location: url() }).end()
    }
    expect((await pinnedFetch(url(), {}, OPTIONS)).status).toBe(302)
    expect(asked).toBe(1)
  })

  it.each([
    ['too long', (response: ServerResponse) => response.end('x'.repeat(101)), 'too_large'],
    ['cut off', (response: ServerResponse) => response.write('{', () => response.destroy()), 'cut'],
  ])('rejects a response that is %s', async (_, end, failure) => {
    answer = (_request, response) => end(response.writeHead(200))
    await expect(pinnedFetch(url(), {}, OPTIONS)).rejects.toMatchObject({ failure })
  })
})
