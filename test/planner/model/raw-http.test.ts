import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { modelPlanner } from '../../../src/planner/model/index.ts'
import { draftRequest, problemOf, QUERY, REPLY } from './cases.ts'

/** Drafts with a server that answers each connection with these bytes and closes it. */
const draftFrom = async (...parts: readonly (string | Uint8Array)[]) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      for (const part of parts) socket.write(part)
      socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const planner = modelPlanner({ model: 'scripted', baseUrl: `http://127.0.0.1:${port}/v1`, callTimeoutMs: 3_000 })
  try {
    return await planner.draft(draftRequest())
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

const OK = 'HTTP/1.1 200 OK\r\nconnection: close\r\n'
const chunk = JSON.stringify({
  choices: [{ index: 0, delta: { content: JSON.stringify(REPLY) }, finish_reason: 'stop' }],
})
const EVENTS = `data: ${chunk}\n\ndata: [DONE]\n\n`
const WHOLE = JSON.stringify({ choices: [{ message: { content: [{ type: 'text', text: JSON.stringify(REPLY) }] } }] })

describe('Complete reply', () => {
  it.each<[string, readonly (string | Uint8Array)[]]>([
    ['over HTTP/1.0', [`HTTP/1.0 200 OK\r\n\r\n${EVENTS}`]],
    ['with CRLF line ends', [`${OK}\r\n${EVENTS.replaceAll('\n', '\r\n')}`]],
    ['after a byte order mark', [`${OK}\r\n\ufeff${EVENTS}`]],
    ['after comments and empty lines', [`${OK}\r\n: OPENROUTER PROCESSING\n\n\n${EVENTS}`]],
    ['compressed', [`${OK}content-encoding: gzip\r\n\r\n`, gzipSync(EVENTS)]],
    ['shorter than its Content-Length', [`${OK}content-length: 9999\r\n\r\n${EVENTS}`]],
    ['as one object with content in parts', [`${OK}content-type: application/json\r\n\r\n${WHOLE}`]],
    ['among unreadable events', [`${OK}\r\ndata: {"cho\n\ndata: hello\n\ndata: null\n\n${EVENTS}`]],
    ['before further events after [DONE]', [`${OK}\r\n${EVENTS}data: {"error":"late"}\n\n`]],
  ])('is read: %s', async (_, parts) => {
    expect(await draftFrom(...parts)).toMatchObject({
      mode: 'query',
      query: QUERY,
      usage: { calls: 1, estimated: true },
    })
  })
})

describe('Incomplete reply', () => {
  it.each<[string, readonly string[]]>([
    ['a connection that closes at once', []],
    ['a server that does not speak HTTP', ['SSH-2.0-OpenSSH_9.6\r\n']],
  ])('is a transient model_unavailable: %s', async (_, parts) => {
    expect(await problemOf(draftFrom(...parts))).toMatchObject({ problem: 'model_unavailable', transient: true })
  })

  it.each<[string, readonly string[]]>([
    ['204', ['HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n']],
    ['half of one object', [`${OK}\r\n${WHOLE.slice(0, 60)}`]],
    ['an error body that is JSON null', ['HTTP/1.1 500 No\r\nconnection: close\r\n\r\nnull']],
  ])('is a transient model_failed: %s', async (_, parts) => {
    expect(await problemOf(draftFrom(...parts))).toMatchObject({ problem: 'model_failed', transient: true })
  })
})
