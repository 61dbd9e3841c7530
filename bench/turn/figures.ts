import { closedLoop, type LoopResult } from '../measure/closed-loop.ts'
import { processorMs } from '../measure/processor-time.ts'
import { median, quantile } from '../measure/quantile.ts'
import type { Servers, TurnKind } from './turn-kind.ts'

/** Processor time of a turn in ms, of all processes; NaN where a server is an external one. */
export interface ProcessorTime {
  readonly sum: number
  readonly own: number
  readonly temporal: number
  readonly store: number
}

/** Figures of one kind of turn in a round, or their medians. */
export interface Figures {
  /** Latency of one client. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of all clients. */
  readonly perSecond: number
  readonly ofOne: ProcessorTime
  readonly ofMany: ProcessorTime
}

export interface Load {
  /** Turns of one client. */
  readonly one: number
  /** Turns of all clients. */
  readonly many: number
  readonly clients: number
}

/** One round of a kind of turn: first one client, then all. */
export const measureRound = async (
  kind: TurnKind,
  servers: Servers,
  { one, many, clients }: Load,
): Promise<Figures> => {
  const alone = await costed(kind, servers, { clients: 1, requests: one })
  const together = await costed(kind, servers, { clients, requests: many })
  return {
    p50Ms: quantile(alone.result.times, 0.5),
    p99Ms: quantile(alone.result.times, 0.99),
    perSecond: together.result.perSecond,
    ofOne: alone.cost,
    ofMany: together.cost,
  }
}

const costed = async (
  { ask, processorMs: ownMs }: TurnKind,
  { pids }: Servers,
  load: { readonly clients: number; readonly requests: number },
): Promise<{ readonly result: LoopResult; readonly cost: ProcessorTime }> => {
  const spent = (pid: number | undefined): number => (pid === undefined ? Number.NaN : processorMs(pid))
  const now = () => [ownMs(), spent(pids.temporal), spent(pids.store)] as const
  const before = now()
  const result = await closedLoop(async () => void (await ask()), load)
  const after = now()
  const own = (after[0] - before[0]) / load.requests
  const temporal = (after[1] - before[1]) / load.requests
  const store = (after[2] - before[2]) / load.requests
  return { result, cost: { sum: own + temporal + store, own, temporal, store } }
}

/** The median of each figure by itself: the median of a sum may differ from the sum of medians. */
export const medians = (rounds: readonly Figures[]): Figures => {
  const of = (figure: (round: Figures) => number): number => median(rounds.map(figure))
  const processorTime = (time: (round: Figures) => ProcessorTime): ProcessorTime => ({
    sum: of((round) => time(round).sum),
    own: of((round) => time(round).own),
    temporal: of((round) => time(round).temporal),
    store: of((round) => time(round).store),
  })
  return {
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    perSecond: of((round) => round.perSecond),
    ofOne: processorTime(({ ofOne }) => ofOne),
    ofMany: processorTime(({ ofMany }) => ofMany),
  }
}

/** What a turn costs relative to a bare workflow. */
export interface Ratios {
  /** Of p50 with one client. */
  readonly latency: number
  readonly throughput: number
  /** Of all processes, with all clients. */
  readonly processorTime: number
}

/** Medians of the ratios of rounds that were measured in turns. */
export const ratios = (turn: readonly Figures[], bare: readonly Figures[]): Ratios => {
  const of = (figure: (round: Figures) => number): number =>
    median(
      turn.flatMap((round, at) => {
        const beside = bare[at]
        return beside === undefined ? [] : [figure(round) / figure(beside)]
      }),
    )
  return {
    latency: of(({ p50Ms }) => p50Ms),
    throughput: of(({ perSecond }) => perSecond),
    processorTime: of(({ ofMany }) => ofMany.sum),
  }
}
