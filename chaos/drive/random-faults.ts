import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'
import type { Crew } from './crew.ts'

type RandomFault = (crew: Crew, luck: Random) => Promise<void>

/** The longest time for which any of them keeps a server away, starting it again included. */
export const RANDOM_OUTAGE_MS = 60_000

const killed =
  (role: 'api' | 'worker'): RandomFault =>
  async (crew, luck) => {
    await crew.member(role, luck.between(0, 1))?.kill()
    await crew.complete()
  }

/** What may happen at any moment; names are told, and what it touches is back when it resolves. */
export const RANDOM_FAULTS: readonly (readonly [string, RandomFault])[] = [
  ['an API is killed', killed('api')],
  ['a worker is killed', killed('worker')],
  [
    'Temporal is killed',
    async ({ world }, luck) => {
      world.servers.temporal.kill()
      await delay(luck.between(0, 3_000))
      await world.servers.temporal.startAgain()
    },
  ],
  [
    'the store is killed',
    async ({ world }, luck) => {
      world.servers.store.kill()
      await delay(luck.between(0, 3_000))
      await world.servers.store.startAgain()
    },
  ],
  [
    'the customer’s database is killed',
    async ({ world }, luck) => {
      await world.customers.server.kill()
      await delay(luck.between(0, 2_000))
      await world.customers.server.startAgain()
    },
  ],
  ['the model is killed', async ({ world }) => world.model.kill()],
  [
    'a worker hangs for a while',
    async (crew, luck) => {
      const worker = crew.member('worker', luck.between(0, 1))
      worker?.pause()
      await delay(luck.between(2_000, 12_000))
      worker?.resume()
    },
  ],
  [
    'an API is told to stop',
    async (crew, luck) => {
      await crew.member('api', luck.between(0, 1))?.kill('SIGTERM')
      await crew.complete()
    },
  ],
  [
    'a worker is told to stop',
    async (crew, luck) => {
      await crew.member('worker', luck.between(0, 1))?.kill('SIGTERM')
      await crew.complete()
    },
  ],
  [
    'everything is killed',
    async (crew) => {
      const { servers, customers, model } = crew.world
      servers.temporal.kill()
      servers.store.kill()
      model.kill()
      await Promise.all([crew.killAll(), customers.server.kill()])
      await Promise.all([servers.temporal.startAgain(), servers.store.startAgain(), customers.server.startAgain()])
      await crew.complete()
    },
  ],
]
