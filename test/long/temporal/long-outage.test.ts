import { setTimeout as delay } from 'node:timers/promises'
import type { Observation } from '../../../src/platform/observation.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { type TcpProxy, tcpProxy } from '../../support/tcp-proxy.ts'
import { testServers } from '../../support/test-servers.ts'
import { waitFor } from '../../support/wait-for.ts'

const OUTAGE_MS = 5 * 60_000
const RECOVERY_MS_MAX = 15_000

const seen: Observation[] = []
let proxy: TcpProxy
let platform: Platform
beforeAll(async () => {
  proxy = await tcpProxy(Number(testServers().temporalAddress.split(':').at(-1)))
  proxy.cut()
  const env = { TEMPORAL_ADDRESS: `127.0.0.1:${proxy.port}` }
  platform = await startPlatform({ worker: false, env, observe: (observation) => void seen.push(observation) })
})
afterAll(async () => {
  proxy.mend()
  await platform.close()
  await proxy.close()
})

const ask = () => platform.request('/api/v1/chat/message', { json: { message: 'How many customers are there?' } })

/** Asks every 5 s during the outage; only retryable refusals are correct. */
const outage = async (): Promise<void> => {
  const end = Date.now() + OUTAGE_MS
  while (Date.now() < end) {
    const { status, headers } = await ask()
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    await delay(5_000)
  }
}

const outageReports = () => seen.filter(({ kind }) => kind === 'temporal_unreachable').length
/** One report at once, two per minute, and some for changes of the reason. */
const REPORTS_MAX = OUTAGE_MS / 30_000 + 3

const recovery = async (): Promise<void> => {
  const restored = Date.now()
  proxy.mend()
  await waitFor('an answer', async () => (await ask()).status === 200, 60_000)
  expect(Date.now() - restored).toBeLessThan(RECOVERY_MS_MAX)
}

describe('Temporal outage of five minutes', () => {
  it('at the start: the worker waits, and turns begin within 15 s of recovery without a restart', async () => {
    const starting = platform.startWorker()
    await outage()
    // Worker and API both report it.
    expect(outageReports()).toBeLessThanOrEqual(2 * REPORTS_MAX)
    await recovery()
    await starting
  }, 400_000)

  it('during operation: turns begin within 15 s of recovery, and the log gets about two entries per minute', async () => {
    seen.length = 0
    proxy.cut()
    await outage()
    expect(outageReports()).toBeGreaterThan(0)
    expect(outageReports()).toBeLessThanOrEqual(REPORTS_MAX)
    expect(seen.filter(({ kind }) => kind === 'temporal_sdk_logged').length).toBeLessThanOrEqual(REPORTS_MAX)
    await recovery()
  }, 400_000)
})
