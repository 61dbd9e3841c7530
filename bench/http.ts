import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import express from 'express'
import { DEMO } from '../demo/organization.ts'
import { effectiveColours } from '../src/manage/branding/rules/effective-colours.ts'
import { startService } from './http/service.ts'
import { startStoreServer } from './http/store-server.ts'

/**
 * Benchmarks the middleware: `GET /api/v1/branding` with key, plan, limits, validation and envelope, and a bare express
 * handler of the same response, alternating, one request at a time: `node bench/http.ts [--requests 2000]`. The store
 * is the one of `npm start`, or `MONGODB_URI`; Redis is measured if `REDIS_URL` is set.
 */
const { values: options } = parseArgs({ options: { requests: { type: 'string', default: '2000' } } })
const REQUESTS = Number(options.requests)
const WARM = 300

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

const ask = (port: number, headers: Readonly<Record<string, string>> = {}): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/api/v1/branding', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`))
      response.resume().once('end', resolve)
    })
    request.once('error', reject)
  })

const bare = express()
const data = { ...DEMO.branding, effective: effectiveColours(DEMO.branding) }
bare.get('/api/v1/branding', (_req, res) => void res.json({ success: true, data }))
const listening = bare.listen(0, '127.0.0.1')
await new Promise((resolve) => listening.once('listening', resolve))
const { port: barePort } = listening.address() as AddressInfo

/** Times of one kind of request; on a shared machine p10 is more stable than the median. */
const meter = (request: () => Promise<void>) => {
  const times: number[] = []
  let processorUs = 0
  return {
    async run(isCounted: boolean): Promise<void> {
      const [begun, before] = [performance.now(), process.cpuUsage()]
      await request()
      if (!isCounted) return
      times.push(performance.now() - begun)
      const { user, system } = process.cpuUsage(before)
      processorUs += user + system
    },
    wallMs: (share: number): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0,
    processorMs: (): number => processorUs / times.length / 1000,
  }
}

const place = await startStoreServer()
const { REDIS_URL = '' } = process.env
const counted = ['off', 'memory', 'mongo', ...(REDIS_URL === '' ? [] : ['redis'])]
console.log(`store: ${place.name}; ${REQUESTS} requests of each kind in turns, one at a time; milliseconds`)
for (const limits of counted) {
  const env = { MONGODB_URI: place.mongoUri, REDIS_URL, TABLETALK_LIMITS: limits }
  const service = await startService(env)
  const plain = meter(() => ask(barePort))
  const whole = meter(() => ask(service.port, { 'X-API-Key': service.orgKey }))
  for (let turn = -WARM; turn < REQUESTS; turn++) for (const one of [plain, whole]) await one.run(turn >= 0)
  const added = [0.5, 0.1].map((share) => (whole.wallMs(share) - plain.wallMs(share)).toFixed(2))
  const figures = [
    `bare p50 ${plain.wallMs(0.5).toFixed(2)}`,
    `whole p50 ${whole.wallMs(0.5).toFixed(2)} (${(whole.wallMs(0.5) / plain.wallMs(0.5)).toFixed(1)} ×)`,
    `added p50 ${added[0]}, p10 ${added[1]}`,
    `added processor time of this process ${(whole.processorMs() - plain.processorMs()).toFixed(2)}`,
  ]
  console.log(`limits ${limits.padEnd(6)} ${figures.join(', ')}`)
  await service.close()
}
agent.destroy()
listening.close()
await place.stop()
process.exit()
