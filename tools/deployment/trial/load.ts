import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal } from '../../../chaos/journal.ts'
import { Client, type Wish } from '../../../chaos/load/client.ts'
import { questionOf } from '../../../chaos/questions.ts'
import { TENANTS } from '../../../chaos/world/customer-database.ts'

export interface LoadSettings {
  readonly journal: Journal
  readonly key: string
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

/**
 * Asks at an even pace, however long answers take, each question in a conversation of its own by a client as the
 * documentation advises; a third of them are streams.
 */
export const runLoad = async ({ journal, key, address, perSecond, until }: LoadSettings): Promise<LoadOutcome> => {
  const client = new Client({ journal, key, places: () => [address] })
  const began = performance.now()
  const asking: Promise<boolean>[] = []
  for (let number = 0; !until.aborted; number++) {
    const wish = wishOf(number)
    asking.push(number % STREAM_EVERY === 0 ? client.stream(wish) : client.json(wish))
    const due = began + ((number + 1) * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()), undefined, { signal: until }).catch(() => undefined)
  }
  const done = await Promise.all(asking)
  return { asked: done.length, without: done.filter((one) => !one).length }
}

const wishOf = (number: number): Wish => {
  const scope = `q${number}`
  const tenant = TENANTS[number % TENANTS.length] ?? TENANTS[0]
  return { ask: scope, scope, tenant: tenant.id, question: questionOf({ scope }) }
}
