import type { Journal } from '../../../chaos/journal.ts'
import { Client, type ClientRequest } from '../../../chaos/load/client.ts'
import { questionOf } from '../../../chaos/questions.ts'
import { TENANTS } from '../../../chaos/world/customer-database.ts'
import { atPace } from './at-pace.ts'
import type { TrialOptions } from './options.ts'

export interface LoadSettings {
  readonly journal: Journal
  /** Of organizations that ask in turn. */
  readonly keys: readonly string[]
  /** Of the proxy. */
  readonly address: string
  readonly perSecond: number
  /** Asked until it is aborted; what was asked is waited for. */
  readonly until: AbortSignal
}

export interface LoadOutcome {
  readonly asked: number
  /** Whose client gave up before it had its answer, or the end of its stream. */
  readonly without: number
}

/** Every so many questions one is streamed. */
const STREAM_EVERY = 3
/** An organization may stream so many questions an hour (specification: conversations that the path names). */
const STREAMS_AN_HOUR = 200
const STREAMS_A_MINUTE = 30

/** To break everything once and see it come back takes less. */
const FAULTS_MINUTES = 20

/** How many organizations it takes to ask so much, a quarter more than just enough. */
export const organizationsFor = ({
  load,
  faults,
  perSecond,
  minutes,
}: Pick<TrialOptions, 'load' | 'faults' | 'perSecond' | 'minutes'>): number => {
  if (!load) return 2
  const perMinute = (perSecond * 60) / STREAM_EVERY
  const lasts = faults ? Math.max(minutes, FAULTS_MINUTES) : minutes
  return Math.ceil(Math.max((perMinute * lasts) / STREAMS_AN_HOUR, perMinute / STREAMS_A_MINUTE) * 1.25)
}

/**
 * Asks at an even pace, however long answers take, each question in a conversation of its own by a client as the
 * documentation advises; a third of them are streams.
 */
export const runLoad = async ({ journal, keys, address, perSecond, until }: LoadSettings): Promise<LoadOutcome> => {
  const clients = keys.map((key) => new Client({ journal, key, places: () => [address], isPatient: true }))
  const done = await atPace(perSecond, until, async (number) => {
    const client = clients[Math.floor(number / STREAM_EVERY) % clients.length]
    if (client === undefined) throw new RangeError('There is no organization that asks')
    const request = requestOf(number)
    return await (number % STREAM_EVERY === 0 ? client.stream(request) : client.json(request))
  })
  return { asked: done.length, without: done.filter((one) => !one).length }
}

const requestOf = (number: number): ClientRequest => {
  const scope = `q${number}`
  const tenant = TENANTS[number % TENANTS.length] ?? TENANTS[0]
  return { ask: scope, scope, tenant: tenant.id, question: questionOf({ scope }) }
}
