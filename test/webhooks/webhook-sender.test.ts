import dns from 'node:dns'
import { createServer, type Server, type Socket } from 'node:net'
import { jest } from '@jest/globals'
import { turnCompleted } from '../../src/manage/webhooks/rules/webhook-event.ts'
import { type Endpoint, webhookSender } from '../../src/manage/webhooks/webhook-sender.ts'
import { makeAuthority } from '../support/certificates.ts'
import { isSignedBy, type Receiver, type ReceiverOptions, startReceiver } from '../support/webhook-receiver.ts'

const [SECRET, OLD] = [
  `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
]
const EVENT = turnCompleted('2026-11-25T10:00:00.000Z', {
  turn_id: 'a-turn',
  conversation_id: 'a-conversation',
  database_id: 'a-database',
  asked_at: '2026-11-25T09:59:59.000Z',
  execution_time_ms: 1_000,
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const receiver = async (...args: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const started = await startReceiver(...args)
  closing.push(() => started.close())
  return started
}

const endpoint = (url: string, secrets: readonly string[] = [SECRET]): Endpoint => ({
  organizationId: 1,
  id: 'a-webhook',
  url,
  secrets,
})
const inside = webhookSender({ allowPrivate: true })
const outside = webhookSender({ allowPrivate: false })
const hurried = webhookSender({ allowPrivate: true, timeoutMs: 150 })

describe('a sent event', () => {
  it('is signed according to Standard Webhooks and contains type, time and ids', async () => {
    const { url, had } = await receiver()
    expect(await inside.send(endpoint(url), EVENT)).toMatchObject({ kind: 'taken', status: 204 })
    const [received] = await had(1)
    if (received === undefined) throw new Error('nothing came')
    expect([received.method, received.path, received.headers['webhook-id']]).toEqual(['POST', '/hook', 'evt_a-turn'])
    expect(received.headers['content-type']).toBe('application/json')
    expect(received.body).toEqual({ type: 'turn.completed', timestamp: EVENT.timestamp, data: EVENT.data })
    expect([isSignedBy(SECRET, received), isSignedBy(OLD, received)]).toEqual([true, false])
    expect(isSignedBy(SECRET, { ...received, text: `${received.text} ` })).toBe(false)
    const replayed = { ...received, headers: { ...received.headers, 'webhook-id': 'evt_other' } }
    expect(isSignedBy(SECRET, replayed)).toBe(false)
  })

  it('is signed with both secrets during a rotation', async () => {
    const { url, had } = await receiver()
    await inside.send(endpoint(url, [SECRET, OLD]), EVENT)
    const [received] = await had(1)
    if (received === undefined) throw new Error('nothing came')
    expect(received.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect([isSignedBy(SECRET, received), isSignedBy(OLD, received)]).toEqual([true, true])
  })

  it('has the timestamp of the attempt, so that a retry is not refused as too old', async () => {
    const { url, had } = await receiver()
    const later = webhookSender({ allowPrivate: true }, () => new Date('2026-11-26T10:00:00Z'))
    await later.send(endpoint(url), EVENT)
    const [received] = await had(1)
    expect(received?.headers['webhook-timestamp']).toBe(String(Date.parse('2026-11-26T10:00:00Z') / 1000))
  })
})

/** A listener that does not speak HTTP. */
const tcp = async (onConnection: (socket: Socket) => void): Promise<string> => {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('an endpoint', () => {
  it.each([
    ['200', 200, 'taken'],
    ['299', 299, 'taken'],
    ['400', 400, 'status_400'],
    ['500', 500, 'status_500'],
    ['410', 410, 'status_410'],
  ])('accepts or rejects the event with status %s', async (_, status, came) => {
    const { url } = await receiver(status)
    const sent = await inside.send(endpoint(url), EVENT)
    expect(sent.kind === 'failed' ? sent.failure : sent.kind).toBe(came)
  })

  it('that redirects is not followed', async () => {
    const target = await receiver()
    const { url } = await receiver((response) => response.writeHead(307, { Location: target.url }).end())
    expect(await inside.send(endpoint(url), EVENT)).toMatchObject({ kind: 'failed', failure: 'status_307' })
    expect(target.received).toEqual([])
  })

  it('that is silent times out, before or during its response', async () => {
    const silent = await receiver(() => undefined)
    expect(await hurried.send(endpoint(silent.url), EVENT)).toMatchObject({ kind: 'failed', failure: 'timeout' })
    const halfway = await receiver((response) => response.writeHead(200).write('…'))
    expect(await hurried.send(endpoint(halfway.url), EVENT)).toMatchObject({ kind: 'taken', status: 200 })
    const deaf = await tcp(() => undefined)
    expect(await hurried.send(endpoint(`https://${deaf}/`), EVENT)).toMatchObject({ failure: 'timeout' })
  })

  it('that is down gives the failure refused', async () => {
    const { url, close } = await startReceiver()
    await close()
    expect(await inside.send(endpoint(url), EVENT)).toMatchObject({ kind: 'failed', failure: 'refused' })
  })

  it('that closes the connection or speaks another protocol has not accepted the event', async () => {
    const hangsUp = await tcp((socket) => socket.on('data', () => socket.destroy()))
    expect(await inside.send(endpoint(`http://${hangsUp}/`), EVENT)).toMatchObject({ failure: 'reset' })
    const mail = await tcp((socket) => socket.end('220 mail.example ESMTP\r\n'))
    expect(await inside.send(endpoint(`http://${mail}/`), EVENT)).toMatchObject({ failure: 'answer_invalid' })
    const upgrades = await receiver((response) =>
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    )
    expect(await inside.send(endpoint(upgrades.url), EVENT)).toMatchObject({ kind: 'failed', failure: 'reset' })
  })

  it('is judged by its status, and a long response is not read', async () => {
    const page = await receiver((response) => response.writeHead(200).end('<!doctype html><p>Hello.'))
    expect(await inside.send(endpoint(page.url), EVENT)).toMatchObject({ kind: 'taken' })
    const cut = Promise.withResolvers<number>()
    const endless = await receiver((response) => {
      response.on('close', () => cut.resolve(response.socket?.bytesWritten ?? 0))
      response.writeHead(200)
      const more = (): void => {
        if (response.destroyed) return
        response.write(Buffer.alloc(64 * 1024), more)
      }
      more()
    })
    expect(await inside.send(endpoint(endless.url), EVENT)).toMatchObject({ kind: 'taken' })
    await cut.promise
  })

  it('can delay retries with Retry-After on status 429 and 503', async () => {
    const asks = (status: number, after: string) => () =>
      receiver((response) => response.writeHead(status, { 'Retry-After': after }).end())
    const waits = async (start: () => Promise<Receiver>) => inside.send(endpoint((await start()).url), EVENT)
    expect(await waits(asks(429, '7'))).toMatchObject({ failure: 'status_429', retryAfterMs: 7_000 })
    expect(await waits(asks(503, 'Wed, 25 Nov 2099 10:00:00 GMT'))).toMatchObject({ retryAfterMs: expect.any(Number) })
    expect(await waits(asks(503, 'soon'))).not.toHaveProperty('retryAfterMs')
    expect(await waits(asks(500, '7'))).not.toHaveProperty('retryAfterMs')
  })

  it('with an untrusted certificate is sent nothing', async () => {
    const certificate = makeAuthority().sign('IP:127.0.0.1')
    const { url, received } = await receiver(204, { certificate } satisfies ReceiverOptions)
    expect(await inside.send(endpoint(url), EVENT)).toMatchObject({ kind: 'failed', failure: 'tls' })
    const plain = await receiver()
    const asTls = plain.url.replace('http:', 'https:')
    expect(await inside.send(endpoint(asTls), EVENT)).toMatchObject({ failure: 'tls' })
    expect([received, plain.received]).toEqual([[], []])
  })
})

describe('S39: where private addresses are not allowed', () => {
  it.each(['localhost', 'no-such-host.invalid'])(
    'a private host name and an unknown one give the same failure: %s',
    async (host) => {
      const { port, received } = await receiver()
      const sent = await outside.send(endpoint(`https://${host}:${port}/`), EVENT)
      expect(sent).toMatchObject({ kind: 'failed', failure: 'host' })
      expect(received).toEqual([])
    },
  )

  it('nothing is sent to an address that was allowed before, nor without encryption', async () => {
    const { url, received } = await receiver()
    expect(await outside.send(endpoint(url), EVENT)).toMatchObject({ kind: 'failed', failure: 'address' })
    const literal = url.replace('http:', 'https:')
    expect(await outside.send(endpoint(literal), EVENT)).toMatchObject({ kind: 'failed', failure: 'address' })
    expect(received).toEqual([])
  })
})

it('the connection goes to the validated address: the name is not resolved again', async () => {
  const { url, had } = await receiver(204, { host: 'localhost' })
  const again = jest.spyOn(dns, 'lookup')
  try {
    expect(await inside.send(endpoint(url), EVENT)).toMatchObject({ kind: 'taken' })
    expect(again).not.toHaveBeenCalled()
  } finally {
    again.mockRestore()
  }
  const [received] = await had(1)
  expect(received?.headers.host).toBe(new URL(url).host)
})

it('proxies of the environment are not used', async () => {
  const [proxy, target] = [await receiver(500), await receiver()]
  const before = { ...process.env }
  Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NODE_USE_ENV_PROXY: '1' })
  try {
    expect(await inside.send(endpoint(target.url), EVENT)).toMatchObject({ kind: 'taken' })
  } finally {
    process.env = before
  }
  expect(proxy.received).toEqual([])
})

it('an endpoint is tested while all delivery slots of its organization hang', async () => {
  const sender = webhookSender({ allowPrivate: true })
  const stopping = new AbortController()
  const slow = await receiver(() => undefined)
  const all = Array.from({ length: 64 }, (_, n) =>
    sender.send({ ...endpoint(slow.url), id: `w${n % 20}` }, EVENT, { signal: stopping.signal }).catch(() => 'stopped'),
  )
  await slow.had(10)
  const other = await receiver()
  expect(await sender.send(endpoint(other.url), EVENT, { isTry: true })).toMatchObject({ kind: 'taken' })
  stopping.abort(new Error('the test is over'))
  await Promise.all(all)
})

it('an organization with slow endpoints fills only its own slots', async () => {
  const sender = webhookSender({ allowPrivate: true })
  const stopping = new AbortController()
  const slow = await receiver(() => undefined)
  const all = Array.from({ length: 200 }, (_, n) =>
    sender.send({ ...endpoint(slow.url), id: `w${n % 20}` }, EVENT, { signal: stopping.signal }).catch(() => 'stopped'),
  )
  await slow.had(10)
  const other = await receiver()
  expect(await sender.send({ ...endpoint(other.url), organizationId: 2 }, EVENT)).toMatchObject({ kind: 'taken' })
  stopping.abort(new Error('the test is over'))
  const came = await Promise.all(all)
  expect(came.filter((one) => typeof one === 'object' && one.kind === 'crowded').length).toBeGreaterThan(0)
  expect(slow.received.length).toBeLessThan(32)
})
