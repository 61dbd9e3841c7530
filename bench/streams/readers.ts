import net from 'node:net'
import { clockMs } from '../measure/clock.ts'
import { quantile } from '../measure/quantile.ts'
import { turnName } from './turn-name.ts'

/**
 * Readers of streams on separate sockets, one turn each: `open` resolves when each has its first event, `pieces`
 * returns the delays of pieces since its last call, `close` closes all.
 */
const { PORT = '', ORG_KEY = '', FROM = '0', COUNT = '1' } = process.env
const [port, from, count] = [PORT, FROM, COUNT].map(Number) as [number, number, number]
const AT_ONCE = 64

const sockets = new Set<net.Socket>()
let late: number[] = []
let ended = 0

const PIECE = /^data: \{"content":"([\d.]+) "\}$/gm

const open = (index: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.setEncoding('latin1')
    let rest = ''
    socket.on('data', (text: string) => {
      const now = clockMs()
      const whole = rest + text
      const end = whole.lastIndexOf('\n') + 1
      rest = whole.slice(end)
      const lines = whole.slice(0, end)
      for (const [, sent] of lines.matchAll(PIECE)) late.push(now - Number(sent))
      if (lines.includes('event: error')) ended += 1
      if (lines.includes('event: start')) resolve()
    })
    socket.once('error', reject).once('close', () => {
      sockets.delete(socket)
      reject(new Error('the service has closed a stream'))
    })
    socket.write(
      [
        'GET /api/v1/chat/new/stream HTTP/1.1',
        'Host: 127.0.0.1',
        `X-API-Key: ${ORG_KEY}`,
        'X-Tenant-Id: 1',
        'X-Scope-Id: bench',
        `Last-Event-ID: ${turnName(index)}.0`,
        '\r\n',
      ].join('\r\n'),
    )
  })

const openAll = async (): Promise<void> => {
  let next = from
  const opening = async (): Promise<void> => {
    while (next < from + count) await open(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, opening))
}

process.once('disconnect', () => process.exit())
process.send?.('ready')
process.on('message', async (word: string) => {
  if (word === 'stop') process.exit()
  if (word === 'open') await openAll()
  if (word === 'close') for (const socket of sockets) socket.destroy()
  if (word !== 'pieces') return process.send?.('done')
  process.send?.({ count: late.length, p50: quantile(late, 0.5), p99: quantile(late, 0.99), ended })
  late = []
})
