import { parseArgs } from 'node:util'
import { Client, Connection } from '@temporalio/client'
import { closedLoop } from './measure/closed-loop.ts'
import { startLocalServers } from './measure/local-servers.ts'
import { machine } from './measure/machine.ts'
import { median } from './measure/quantile.ts'
import { type Figures, measureRound, medians, ratios } from './turn/figures.ts'
import { type HistoryCost, historyCost } from './turn/history-cost.ts'
import { type MeasuredKind, reportJson, reportText, type TurnReport } from './turn/report.ts'
import { storeCosts } from './turn/store-cost.ts'
import { startBare, startService, type TurnKind } from './turn/turn-kind.ts'

/**
 * Benchmarks a whole turn over HTTP (built-in planner, the demo's SQLite file, API and worker in one process as in `npm start`)
 * and two bare Temporal workflows of the same, empty steps on the same server: alternating, medians of the rounds.
 * `node bench/turn.ts [--rounds 5] [--one 60] [--many 320] [--clients 32] [--delay 5] [--tuned] [--json]`
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    one: { type: 'string', default: '60' },
    many: { type: 'string', default: '320' },
    clients: { type: 'string', default: '32' },
    delay: { type: 'string', default: '5' },
    tuned: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const load = { one: Number(values.one), many: Number(values.many), clients: Number(values.clients) }
const WARM = { clients: 8, requests: 100 }
const HISTORIES = 5

const servers = await startLocalServers()
const machineAtStart = machine()
const service = await startService(servers)
const bare = await startBare(servers, values.tuned)
const temporal = new Client({ connection: await Connection.connect({ address: servers.temporalAddress }) })

/** Medians of some turns: an unusually slow step adds events. */
const historyOf = async ({ ask, workflowIdOf }: TurnKind): Promise<HistoryCost> => {
  const costs: HistoryCost[] = []
  for (let at = 0; at < HISTORIES; at++) {
    const workflowId = workflowIdOf(await ask())
    // Waits for the end only: the result may be encrypted.
    await temporal.workflow
      .getHandle(workflowId)
      .result()
      .catch(() => undefined)
    costs.push(await historyCost(temporal, workflowId))
  }
  const of = (name: keyof HistoryCost): number => median(costs.map((cost) => cost[name]))
  return { events: of('events'), bytes: of('bytes'), actions: of('actions') }
}

interface Measured {
  readonly kind: TurnKind
  readonly rounds: Figures[]
}
const unmeasured = (kind: TurnKind): Measured => ({ kind, rounds: [] })
const turn = unmeasured(service.turn)
const beside = bare.kinds.map(unmeasured)
const all = [turn, ...beside]
for (const { kind } of all) await closedLoop(async () => void (await kind.ask()), WARM)
for (let at = 0; at < rounds; at++)
  for (const { kind, rounds: measured } of all) measured.push(await measureRound(kind, servers, load))
const kinds: MeasuredKind[] = []
for (const { kind, rounds: measured } of all)
  kinds.push({ name: kind.name, figures: medians(measured), history: await historyOf(kind) })

await service.stop()
await bare.stop()
const store = await storeCosts(servers, [0, Number(values.delay)])
await servers.stop()

const report: TurnReport = {
  machine: machineAtStart,
  rounds,
  load,
  kinds,
  ratios: beside.map(({ kind, rounds: measured }) => ({ beside: kind.name, ...ratios(turn.rounds, measured) })),
  store,
}
console.log(values.json ? reportJson(report) : reportText(report))
process.exit()
