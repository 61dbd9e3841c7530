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

describe('a request to an address that was judged', () => {
  it('is sent with its body, and hands on those headers of the answer that were named', async () => {
    answer = async (request, response) => {
      const parts = await request.toArray()
      response.writeHead(201, { 'Content-Type': 'text/plain', 'Request-Id': 'req_1', 'X-Other': 'no' })
      response.end(`${request.headers['content-length']} ${parts.join('')}`)
    }
    const body = new URLSearchParams({ name: 'Zoë & co' })
    const sent = { method: 'POST', body, headers: { 'content-length': '1' } }
    const known = await pinnedFetch(url(), sent, { ...OPTIONS, answerHeaders: ['request-id', 'x-absent'] })
    expect([known.status, await known.text(), Object.fromEntries(known.headers)]).toEqual([
      ...[201, '20 name=Zo%C3%AB+%26+co', { 'request-id': 'req_1' }],
    ])
    const usual = await pinnedFetch(url(), sent, OPTIONS)
    expect(Object.fromEntries(usual.headers)).toEqual({ 'content-type': 'text/plain' })
  })

  it('ends with its signal, also while its answer is read, and says the reason', async () => {
    const isRead = Promise.withResolvers<void>()
    const isCut = Promise.withResolvers<void>()
    answer = (_, response) => {
      response.writeHead(200).write('{', () => isRead.resolve())
      response.on('close', isCut.resolve)
    }
    const given = new AbortController()
    const fetched = pinnedFetch(url(), { signal: given.signal }, OPTIONS)
    await isRead.promise
    given.abort(new Error('no more time'))
    await expect(fetched).rejects.toThrow('no more time')
    await isCut.promise
  })

  it('takes a redirect for an answer, and follows it nowhere', async () => {
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
  ])('gives no answer that is %s', async (_, end, failure) => {
    answer = (_request, response) => end(response.writeHead(200))
    await expect(pinnedFetch(url(), {}, OPTIONS)).rejects.toMatchObject({ failure })
  })
})
