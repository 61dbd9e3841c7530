import { setTimeout as delay } from 'node:timers/promises'
import type { Observation } from '../../../src/platform/observation.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { type TcpProxy, tcpProxy } from '../../support/tcp-proxy.ts'
import { testServers } from '../../support/test-servers.ts'
import { waitFor } from '../../support/wait-for.ts'

const OUTAGE_MS = 5 * 60_000
const AGAIN_WITHIN_MS = 15_000

const seen: Observation[] = []
let way: TcpProxy
let platform: Platform
beforeAll(async () => {
  way = await tcpProxy(Number(testServers().temporalAddress.split(':').at(-1)))
  way.cut()
  const env = { TEMPORAL_ADDRESS: `127.0.0.1:${way.port}` }
  platform = await startPlatform({ worker: false, env, observe: (observation) => void seen.push(observation) })
})
afterAll(async () => {
  way.mend()
  await platform.close()
  await way.close()
})

const ask = () => platform.request('/api/v1/chat/message', { json: { message: 'How many customers are there?' } })

/** Asks now and then; only retryable refusals are correct. */
const outage = async (): Promise<void> => {
  const end = Date.now() + OUTAGE_MS
  while (Date.now() < end) {
    const { status, headers } = await ask()
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    await delay(5_000)
  }
}

const away = () => seen.filter(({ kind }) => kind === 'temporal_unreachable').length
/** Reported at once, and twice a minute; a change of the reason is reported too. */
const MOST = OUTAGE_MS / 30_000 + 3

const back = async (): Promise<void> => {
  const mended = Date.now()
  way.mend()
  await waitFor('an answer', async () => (await ask()).status === 200, 60_000)
  expect(Date.now() - mended).toBeLessThan(AGAIN_WITHIN_MS)
}

describe('a Temporal that is away for five minutes', () => {
  it('at the start: the worker waits, and turns begin within seconds of its return, with no restart', async () => {
    const starting = platform.startWorker()
    await outage()
    // Worker and API each tell of it.
    expect(away()).toBeLessThanOrEqual(2 * MOST)
    await back()
    await starting
  }, 400_000)

  it('in the middle: as well, and the log holds a sentence twice a minute and nothing else', async () => {
    seen.length = 0
    way.cut()
    await outage()
    expect(away()).toBeGreaterThan(0)
    expect(away()).toBeLessThanOrEqual(MOST)
    expect(seen.filter(({ kind }) => kind === 'temporal_sdk_logged').length).toBeLessThanOrEqual(MOST)
    await back()
  }, 400_000)
})
