import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { gzipSync } from 'node:zlib'
import express from 'express'
import { listen } from '../../../src/http/listen.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'

const MiB = 1024 * 1024

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

describe('Request body', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, key) => `"${key}":1`).join()

  it.each([
    { name: '100,000 levels', sent: `{"message":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
    { name: 'a million keys', sent: `{${keys(1_000_000)}}` },
    { name: 'a bomb of 64 MB', sent: Uint8Array.from(gzipSync(Buffer.alloc(64 * MiB, 0x20))), encoding: 'gzip' },
  ])('S31: with $name adds less than 200 MiB of memory', async ({ sent, encoding }) => {
    const before = process.memoryUsage().rss
    const response = await fetch(`${platform.baseUrl}/api/v1/chat/message`, {
      method: 'POST',
      body: sent,
      headers: {
        ...platform.headers,
        'Content-Type': 'application/json',
        ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      },
    })
    await response.text()
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MiB)
  })

  it('S31: of 100 MB in chunks is not buffered', async () => {
    const sent = http.request(`${platform.baseUrl}/api/v1/chat/message`, {
      method: 'POST',
      headers: { ...platform.headers, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
    })
    const ended = new Promise<void>((resolve, reject) => {
      sent.once('response', (response) => response.resume().once('end', resolve))
      sent.once('error', reject)
    })
    const before = process.memoryUsage().rss
    const chunk = Buffer.alloc(64 * 1024, 0x20)
    for (let written = 0; written < 100 * MiB; written += chunk.length)
      if (!sent.write(chunk) && (await Promise.race([once(sent, 'drain'), ended])) === undefined) break
    sent.end()
    await ended
    sent.destroy()
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MiB)
  })
})

it('S37: server closes connections of slow senders, and serves other clients meanwhile', async () => {
  const server = express().get('/', (_req, res) => void res.send('ok'))
  server.post('/', express.json(), (_req, res) => void res.send('ok'))
  const slow = await listen(server, '127.0.0.1', 0, { headersMs: 300, requestMs: 600 })
  const trickle = async (first: string, piece: string): Promise<number> => {
    const socket = net.connect({ host: '127.0.0.1', port: slow.port })
    socket.on('error', () => undefined).resume()
    // Not with once(): it rejects on 'error', and the server may answer the next piece with a reset.
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const began = performance.now()
    socket.write(first)
    const drip = setInterval(() => socket.write(piece), 20)
    await closed
    clearInterval(drip)
    return performance.now() - began
  }
  const trickling = Promise.all([
    trickle('GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'),
    trickle('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n', ' '),
  ])
  expect(await (await fetch(`http://127.0.0.1:${slow.port}`)).text()).toBe('ok')
  for (const held of await trickling) expect(held).toBeLessThan(60_000)
  await slow.drain(1_000)
})
