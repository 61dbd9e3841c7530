import { setTimeout as sleep } from 'node:timers/promises'
import Table from 'cli-table3'
import { median } from '../../../bench/measure/quantile.ts'
import { questionOf } from '../../../chaos/questions.ts'
import type { Progress } from '../../../src/local/progress.ts'
import { type ProcessorTime, processorTime } from '../stack/processor-time.ts'
import type { Stack } from '../stack/stack.ts'
import { untilReady } from '../stack/until-ready.ts'
import { atPace } from './at-pace.ts'
import { untilBack } from './faults.ts'
import { postQuestion } from './post-question.ts'

export interface GrowthSettings {
  readonly stack: Stack
  readonly address: string
  readonly keys: readonly string[]
  readonly perSecond: number
  readonly progress: Progress
}

interface Asked {
  /** Until there was an answer. */
  readonly tookMs: number
  readonly refusals: number
}

/** So many workers and APIs, one after the other. */
const SIZES = [
  { worker: 1, api: 1 },
  { worker: 2, api: 1 },
  { worker: 4, api: 1 },
  { worker: 1, api: 2 },
  { worker: 2, api: 2 },
  { worker: 4, api: 2 },
] as const

const PARTS = ['api', 'worker', 'temporal', 'postgres', 'mongo', 'redis', 'proxy'] as const
const ASKED_MS = 30_000
/** Who asks again as soon as there is an answer. */
const CLIENTS = 32
const SETTLES_MS = 5_000

/** What a turn costs each part, at a pace and at the limit of this machine, by how many workers and APIs there are. */
export const growth = async ({ stack, address, keys, perSecond, progress }: GrowthSettings): Promise<string> => {
  const table = new Table({
    head: ['workers', 'APIs', 'asked by', ...PARTS, 'together', 'a second', 'median (ms)', 'refused'],
    style: { head: [], border: [] },
  })
  let number = 0
  const ask = async (): Promise<Asked> => {
    const scope = `grow${number++}`
    const began = performance.now()
    const key = keys[number % keys.length] ?? ''
    const { refusals } = await postQuestion({ address, key, scope, text: questionOf({ scope }) })
    return { tookMs: performance.now() - began, refusals }
  }
  const measured = async (asking: (ms: number) => Promise<readonly Asked[]>): Promise<readonly string[]> => {
    const [before, began] = [await processorTime(stack), performance.now()]
    const asked = await asking(ASKED_MS)
    const seconds = (performance.now() - began) / 1000
    const costs = costsOf(before, await processorTime(stack), asked.length)
    const tookMs = median(asked.map((one) => one.tookMs))
    const refused = asked.reduce((sum, { refusals }) => sum + refusals, 0)
    return [...costs, (asked.length / seconds).toFixed(1), tookMs.toFixed(0), String(refused)]
  }
  for (const { worker, api } of SIZES)
    await progress.step(`Asking ${worker} workers and ${api} APIs`, async () => {
      const scale = ['--scale', `worker=${worker}`, '--scale', `api=${api}`]
      await stack.compose(['up', '--detach', '--no-deps', '--no-build', '--no-recreate', ...scale, 'api', 'worker'])
      await Promise.all([untilBack(stack, 'api'), untilBack(stack, 'worker')])
      await untilReady(`${address}/readyz`, 60_000)
      await sleep(SETTLES_MS)
      const paced = (ms: number) => atPace(perSecond, AbortSignal.timeout(ms), ask)
      await paced(SETTLES_MS)
      table.push([worker, api, `${perSecond} a second`, ...(await measured(paced))])
      const atOnce = (ms: number) => byClients(CLIENTS, ms, ask)
      table.push([worker, api, `${CLIENTS} clients`, ...(await measured(atOnce))])
    })
  return `Milliseconds of a processor that a turn takes\n${table.toString()}`
}

/** Of each part, and of all together. */
const costsOf = (before: ProcessorTime, after: ProcessorTime, turns: number): readonly string[] => {
  const costs = PARTS.map((part) => ((after.get(part) ?? 0) - (before.get(part) ?? 0)) / turns)
  return [...costs, costs.reduce((sum, cost) => sum + cost, 0)].map((cost) => cost.toFixed(1))
}

const byClients = async (clients: number, ms: number, ask: () => Promise<Asked>): Promise<readonly Asked[]> => {
  const [ends, asked] = [performance.now() + ms, [] as Asked[]]
  const client = async (): Promise<void> => {
    while (performance.now() < ends) asked.push(await ask())
  }
  await Promise.all(Array.from({ length: clients }, client))
  return asked
}
