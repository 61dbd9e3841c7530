import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { MockActivityEnvironment } from '@temporalio/testing'
import { createActivities } from '../activities/index.ts'
import { generateDemo } from '../demo/generate.ts'
import { type App, createApp } from '../src/app.ts'
import type { TurnInput, TurnResult } from '../src/ask/rules/turn.ts'
import { readConfig } from '../src/config.ts'
import { seedDemo } from '../src/platform/process/demo/seed-demo.ts'
import { serveApi } from '../src/platform/process/serve-api.ts'
import { deriveKey } from '../src/store/sealer.ts'
import { startStoreServer } from './http/store-server.ts'
import { closedLoop } from './measure/closed-loop.ts'
import { machine } from './measure/machine.ts'
import { poster } from './measure/post.ts'
import { quantile } from './measure/quantile.ts'

/**
 * Benchmarks a turn over HTTP whose steps are called directly, without a workflow: the cost of everything but Temporal.
 * `node bench/overhead.ts [--turns 300]`
 */
const { values } = parseArgs({ options: { turns: { type: 'string', default: '300' } } })
const TURNS = Number(values.turns)
const WARM = 50
const SECRET = 'a secret of the benchmark, long enough'

/** Runs the steps of a turn in this process. @throws if it does not end with an answer */
const directly = (app: App) => {
  const steps = createActivities(app)
  const run = <Input, Output>(step: (input: Input) => Promise<Output>, input: Input): Promise<Output> =>
    new MockActivityEnvironment({ isLocal: true }).run(step, input)
  return async ({ question, claim, keyed, timeoutMs, queryTimeoutMs }: TurnInput): Promise<TurnResult> => {
    const opened = await run(steps.openTurn, { question, claim, timeoutMs })
    if (opened.kind === 'refused') return opened
    const draft = await run(steps.draftQuery, { question, recentTurns: opened.recentTurns })
    if (draft.mode !== 'query') throw new Error('no query')
    const outcome = await run(steps.runQuery, { question, draft, queryTimeoutMs })
    if (outcome.kind !== 'rows') throw new Error('no rows')
    const rowsBy = outcome.writer
    const composition = await run(steps.composeAnswer, { question, draft, rowsBy })
    const ending = { kind: 'composed', draft, composition, rowsBy } as const
    return await run(steps.closeTurn, { question, claim, keyed, ending })
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-bench-'))
const demoFile = path.join(folder, 'demo.db')
generateDemo(demoFile, new Date())
const place = await startStoreServer()
const config = readConfig({ TABLETALK_SECRET: SECRET, LOG_LEVEL: 'silent' })
const { mongoUri } = place
const app = await createApp({ config, temporalAddress: '127.0.0.1:9', mongoUri, secret: SECRET, observe: () => {} })
const { orgKey, organizationId } = await seedDemo(app.store, demoFile, deriveKey(SECRET, 'api-keys'))
const limits = { per_minute: 10_000_000, per_hour: 10_000_000, concurrent: 1_000 }
await app.store.organizations.change({ organizationId }, { limits })
const answer = directly(app)
const api = await serveApi({ ...app, turns: { ...app.turns, answer } }, { host: '127.0.0.1', port: 0, secret: SECRET })
const asker = poster(api.port, '/api/v1/chat/message', { 'X-API-Key': orgKey, 'X-Tenant-Id': '1', 'X-Scope-Id': 'b' })
const ask = async (): Promise<void> => {
  const answer = await asker.post({ message: 'How many orders were placed last month?' })
  if (!answer.includes('"row_count":1')) throw new Error(`not the answer: ${answer}`)
}
await closedLoop(ask, { clients: 1, requests: WARM })
const before = process.cpuUsage()
const { times } = await closedLoop(ask, { clients: 1, requests: TURNS })
const { user, system } = process.cpuUsage(before)
const [p10, p50, p99] = [0.1, 0.5, 0.99].map((share) => quantile(times, share).toFixed(1))
console.log(`${machine()}; store: ${place.name}`)
console.log(`${TURNS} turns without a workflow: p10 ${p10} ms, p50 ${p50} ms, p99 ${p99} ms`)
console.log(
  `${((user + system) / 1000 / TURNS).toFixed(1)} ms of processor time a turn, its client in the same process`,
)
asker.close()
await api.drain(1_000)
await app.close()
await place.stop()
await rm(folder, { recursive: true, force: true })
process.exit()
