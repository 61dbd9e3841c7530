import Table from 'cli-table3'
import type { Figures, Load, ProcessorTime, Ratios } from './figures.ts'
import type { HistoryCost } from './history-cost.ts'
import type { StoreCost } from './store-cost.ts'

/** All results of the benchmark. */
export interface TurnReport {
  readonly machine: string
  readonly rounds: number
  readonly load: Load
  readonly kinds: readonly MeasuredKind[]
  readonly ratios: readonly (Ratios & { readonly beside: string })[]
  /** Of the whole turn: first with the store as it is, then delayed. */
  readonly store: readonly StoreCost[]
}

export interface MeasuredKind {
  readonly name: string
  readonly figures: Figures
  readonly history: HistoryCost
}

export const reportText = ({ machine, rounds, load, kinds, ratios, store }: TurnReport): string => {
  const { one, many, clients } = load
  const table = new Table({
    head: [
      '',
      'p50, ms\nat 1',
      'p99, ms\nat 1',
      `turns/s\nat ${clients}`,
      'CPU, ms/turn at 1, sum:\nown, Temporal, store',
      `CPU, ms/turn at ${clients}, sum:\nown, Temporal, store`,
      'events',
      'kB',
      'actions',
    ],
    style: { head: [], border: [], compact: true },
  })
  for (const { name, figures, history } of kinds) {
    const { p50Ms, p99Ms, perSecond, ofOne, ofMany } = figures
    table.push([
      name,
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      perSecond.toFixed(1),
      processorText(ofOne),
      processorText(ofMany),
      history.events,
      (history.bytes / 1024).toFixed(1),
      history.actions,
    ])
  }
  return [
    machine,
    `medians of ${rounds} rounds in turns, each ${one} turns of 1 client and ${many} of ${clients} clients; history events, kB and Temporal actions of a turn`,
    table.toString(),
    "the whole turn, medians of the rounds' ratios:",
    ...ratios.map(
      ({ beside, latency, throughput, processorTime }) =>
        `  beside ${beside}: latency × ${latency.toFixed(2)}, throughput × ${throughput.toFixed(2)}, CPU at ${clients} × ${processorTime.toFixed(2)}`,
    ),
    ...store.flatMap(storeText),
  ].join('\n')
}

const processorText = ({ sum, own, temporal, store }: ProcessorTime): string =>
  `${msText(sum)}: ${[own, temporal, store].map(msText).join(', ')}`

/** An external server has no processor time here. */
const msText = (ms: number): string => (Number.isNaN(ms) ? '–' : ms.toFixed(1))

const storeText = ({ delayMs, commands, chain, p50Ms, byName }: StoreCost): readonly string[] => [
  `a store that answers ${delayMs === 0 ? 'at once' : `after ${delayMs} ms`}: ${commands} commands a turn, ${chain} of them in a row, p50 ${p50Ms.toFixed(1)} ms`,
  ...byName.map(([name, count]) => `  ${count} ${name}`),
]

/** The report for programs; figures that the system does not provide are null. */
export const reportJson = ({ machine, rounds, load, kinds, ratios, store }: TurnReport): string =>
  JSON.stringify(
    {
      machine,
      rounds,
      turns_one: load.one,
      turns_many: load.many,
      clients: load.clients,
      kinds: kinds.map(({ name, figures, history }) => ({
        name,
        p50_ms: figures.p50Ms,
        p99_ms: figures.p99Ms,
        turns_per_second: figures.perSecond,
        cpu_ms_one: figures.ofOne,
        cpu_ms_many: figures.ofMany,
        history_events: history.events,
        history_bytes: history.bytes,
        temporal_actions: history.actions,
      })),
      ratios: ratios.map(({ beside, latency, throughput, processorTime }) => ({
        beside,
        latency,
        throughput,
        cpu_many: processorTime,
      })),
      store: store.map(({ delayMs, commands, chain, p50Ms, byName }) => ({
        delay_ms: delayMs,
        commands,
        sequential: chain,
        p50_ms: p50Ms,
        by_name: Object.fromEntries(byName),
      })),
    },
    undefined,
    2,
  )
