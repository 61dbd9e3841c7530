import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { delayingProxy } from '../../bench/measure/delaying-proxy.ts'

/** A server that responds to each request with the request. */
const startEcho = async () => {
  const server = net.createServer((socket) => socket.pipe(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return { port: address.port, close: () => server.close() }
}

/** Each run of one character with its length. */
const shapeOf = (text: string): string[] =>
  [...text.matchAll(/(.)\1*/gs)].map(([run, character = '']) => `${run.length} × ${JSON.stringify(character)}`)

it('A delaying proxy passes responses on unchanged and in order, also while its delay changes', async () => {
  const echo = await startEcho()
  const proxy = await delayingProxy({ host: '127.0.0.1', port: echo.port })
  const client = net.connect(proxy.port, '127.0.0.1')
  const received = text(client)
  const sent = Array.from({ length: 60 }, (_, at) => `${String.fromCodePoint(65 + at).repeat(1 + at * 500)}\n`)
  for (const [at, line] of sent.entries()) {
    proxy.setDelay(at % 3 === 0 ? 0 : 20 - (at % 20))
    client.write(line)
    // Lets responses arrive between two changes of the delay.
    await new Promise((resolve) => setImmediate(resolve))
  }
  client.end()
  expect(shapeOf(await received)).toEqual(shapeOf(sent.join('')))
  await proxy.close()
  echo.close()
})

it('A closed delaying proxy ends its connections', async () => {
  const echo = await startEcho()
  const proxy = await delayingProxy({ host: '127.0.0.1', port: echo.port })
  const client = net.connect(proxy.port, '127.0.0.1')
  await once(client.setEncoding('utf8'), 'connect')
  client.write('x')
  await once(client, 'data')
  const ended = once(client, 'close')
  await proxy.close()
  await ended
  expect(client.destroyed).toBe(true)
  echo.close()
})
