import { jest } from '@jest/globals'
import { ENGINE_NAMES } from '../../src/engines/index.ts'
import { healthRoutes } from '../../src/http/health.ts'
import { CannotListen } from '../../src/http/listen.ts'
import { readinessOf } from '../../src/http/readiness.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { serveApi } from '../../src/platform/process/serve-api.ts'
import { serveMetrics } from '../../src/platform/process/serve-metrics.ts'
import { type Platform, SECRET, startPlatform } from '../support/platform.ts'
import { type TcpProxy, tcpProxy } from '../support/tcp-proxy.ts'
import { testServers } from '../support/test-servers.ts'
import { serve } from './event-stream.ts'

let toTemporal: TcpProxy
let toStore: TcpProxy
let platform: Platform
beforeAll(async () => {
  const { temporalAddress, mongoUri } = testServers()
  toTemporal = await tcpProxy(Number(temporalAddress.split(':').at(-1)))
  const store = new URL(`${mongoUri}${`t${crypto.randomUUID().replaceAll('-', '')}`}`)
  toStore = await tcpProxy(Number(store.port))
  store.hostname = '127.0.0.1'
  store.port = String(toStore.port)
  const env = { TEMPORAL_ADDRESS: `127.0.0.1:${toTemporal.port}`, MONGODB_URI: store.href }
  platform = await startPlatform({ worker: false, env })
})
afterEach(() => {
  toTemporal.mend()
  toStore.mend()
})
afterAll(async () => {
  await platform.close()
  await Promise.all([toTemporal.close(), toStore.close()])
})

/** Slow enough that no data arrives during the test. */
const FROZEN = { bytesPerSecond: 1 / 3_600 }

/** Wraps the running application and counts the pings of its store and of Temporal. */
const counting = (missing: readonly string[] = []) => {
  const counts = { stores: 0, temporals: 0 }
  const { store, turns } = platform.app
  const counted = {
    ...platform.app,
    store: {
      ...store,
      missingIndexes: () => missing,
      ping: () => {
        counts.stores += 1
        return store.ping()
      },
    },
    turns: {
      ...turns,
      ping: () => {
        counts.temporals += 1
        return turns.ping()
      },
    },
  }
  return { counted, counts }
}

/** Serves the readiness of the running application with these intervals. */
const serveReadiness = async (
  times: { readonly withinMs: number; readonly everyMs: number },
  missing: readonly string[] = [],
) => {
  const { counted, counts } = counting(missing)
  const shutdown = new AbortController()
  const ready = readinessOf(counted, () => ({ draining: shutdown.signal.aborted }), times)
  const service = await serve((app) => app.use(healthRoutes(ready)))
  const readiness = async () => {
    const response = await fetch(`${service.url}/readyz`)
    const { checks, missing: named }: ReturnType<typeof JSON.parse> = await response.json()
    return { status: response.status, retryAfter: response.headers.get('retry-after'), checks, named }
  }
  return { ...service, readiness, shutdown, counts }
}

describe('an address that is not available', () => {
  const serveAt = (host: string, port: number) => serveApi(platform.app, { host, port, secret: SECRET })
  const held = () => Number(new URL(platform.baseUrl).port)

  it('is reported with the setting to change', async () => {
    for (const refused of [
      [serveAt('127.0.0.1', held()), `Port ${held()} is already in use. Set PORT to another port.`],
      [serveAt('192.0.2.1', 0), '192.0.2.1 is not an address of this machine. Set HOST to one of its addresses.'],
      [
        serveMetrics(createMetrics({ engines: ENGINE_NAMES, version: '0.1.0' }), { host: '127.0.0.1', port: held() }),
        `Port ${held()} is already in use. Set TABLETALK_METRICS to another port.`,
      ],
    ] as const) {
      const error = await refused[0].then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(CannotListen)
      expect(error).toHaveProperty('message', refused[1])
    }
  })
})

describe('GET /readyz', () => {
  it('pings Temporal and the store once for concurrent requests', async () => {
    const { readiness, close, counts } = await serveReadiness({ withinMs: 60_000, everyMs: 3_600_000 })
    const all = await Promise.all(Array.from({ length: 50 }, readiness))
    all.push(await readiness())
    for (const { status, retryAfter } of all) expect([status, retryAfter]).toEqual([200, null])
    expect(counts).toEqual({ stores: 1, temporals: 1 })
    await close()
  })

  it('shares its checks with the readiness that metrics read', async () => {
    const { counted, counts } = counting()
    const api = await serveApi(counted, { host: '127.0.0.1', port: 0, secret: SECRET })
    const stopped = jest.spyOn(performance, 'now').mockReturnValue(performance.now())
    const [answer] = await Promise.all([fetch(`http://127.0.0.1:${api.port}/readyz`), api.readiness()])
    await answer.text()
    stopped.mockRestore()
    await api.drain(1_000)
    expect(counts).toEqual({ stores: 1, temporals: 1 })
  })

  it('reports missing indexes, and stays ready', async () => {
    const incomplete = await serveReadiness({ withinMs: 60_000, everyMs: 0 }, [
      'the index of patterns (a) is missing: why',
    ])
    expect(await incomplete.readiness()).toMatchObject({
      status: 200,
      checks: { indexes: false, store: true },
      named: ['the index of patterns (a) is missing: why'],
    })
    await incomplete.close()
    const complete = await serveReadiness({ withinMs: 60_000, everyMs: 0 })
    expect(await complete.readiness()).toMatchObject({ status: 200, checks: { indexes: true }, named: undefined })
    await complete.close()
  })

  it('pings again when the cached result has expired', async () => {
    const { readiness, close, counts } = await serveReadiness({ withinMs: 60_000, everyMs: 0 })
    for (let time = 0; time < 3; time++) await readiness()
    expect(counts).toEqual({ stores: 3, temporals: 3 })
    await close()
  })

  it.each([
    ['temporal', () => toTemporal],
    ['store', () => toStore],
  ] as const)('returns 503 with Retry-After if %s does not respond on an open connection', async (name, proxy) => {
    const { readiness, close } = await serveReadiness({ withinMs: 60_000, everyMs: 0 })
    expect((await readiness()).status).toBe(200)
    await close()
    const withShortTimeout = await serveReadiness({ withinMs: 200, everyMs: 0 })
    proxy().slow(FROZEN)
    const { status, retryAfter, checks } = await withShortTimeout.readiness()
    expect([status, checks[name]]).toEqual([503, false])
    expect(retryAfter).toMatch(/^[1-9]\d*$/)
    await withShortTimeout.close()
    proxy().cut()
    proxy().mend()
  })

  it('returns 503 with Retry-After while the process drains', async () => {
    const { readiness, close, shutdown } = await serveReadiness({ withinMs: 60_000, everyMs: 0 })
    shutdown.abort()
    expect(await readiness()).toMatchObject({ status: 503, retryAfter: '2', checks: { draining: true } })
    await close()
  })

  it('is served by the application as documented', async () => {
    expect((await platform.request('/readyz')).body.status).toBe('ready')
    toTemporal.slow(FROZEN)
    await expect(platform.app.turns.ping(1)).rejects.toThrow()
  })
})
