import mongoose, { type Connection } from 'mongoose'
import { isStoreUnavailable } from '../../../src/platform/problems/store-unavailable.ts'
import { connectStore } from '../../../src/store/connection.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Fault } from '../../support/replica-set/faults.ts'
import { type ReplicaSetProxy, replicaSetProxy, type SeenCommand } from '../../support/replica-set-proxy.ts'
import { testServers } from '../../support/test-servers.ts'
import { openTestStore, storeOn } from '../store-fixture.ts'
import { type Seeded, seed } from './seed.ts'
import type { VerbUse } from './verb-use.ts'

/** A fault and the number of consecutive commands that have it; a driver that retries once survives one. */
export interface Trouble {
  readonly name: string
  readonly fault: Fault
  readonly times: number
  /** Faults of acknowledgement affect writes only. */
  readonly writesOnly?: true
}

const refused = (name: string, code: number, times: number): Trouble => ({
  name,
  times,
  fault: { kind: 'refused', code },
})

export const TROUBLES: readonly Trouble[] = [
  refused('no primary', 10_107, 1),
  refused('no primary, twice', 10_107, 2),
  refused('stepped down', 189, 2),
  refused('interrupted', 11_602, 2),
  refused('shutting down', 91, 2),
  refused('read preference', 133, 2),
  { name: 'cut before', times: 2, fault: { kind: 'cut before' } },
  { name: 'cut after', times: 1, fault: { kind: 'cut after' } },
  { name: 'cut after, twice', times: 2, fault: { kind: 'cut after' } },
  { name: 'no majority', times: 1, fault: { kind: 'no majority' }, writesOnly: true },
  { name: 'no majority, twice', times: 2, fault: { kind: 'no majority' }, writesOnly: true },
  { name: 'not acknowledged', times: 2, fault: { kind: 'write concern', code: 91 }, writesOnly: true },
  { name: 'not as wanted', times: 1, fault: { kind: 'write concern', code: 133 }, writesOnly: true },
]

/** The outcome of using a function. */
export interface Ran {
  readonly answer: string
  readonly state: readonly string[]
  readonly commands: readonly SeenCommand[]
  /** Number of uses until it succeeded. */
  readonly uses: number
}

/** Indexes are created once, before any use. */
const MADE = { made: 'elsewhere' } as const

const USES_MAX = 5
const DAY_MS = 86_400_000

/** A separate database behind its own replica set, for one use of a function at a time. */
export interface Lane {
  run(verb: VerbUse, trouble?: { readonly at: number; readonly trouble: Trouble }): Promise<Ran>
  close(): Promise<void>
}

export const openLane = async (): Promise<Lane> => {
  const direct = await openTestStore()
  const first = storeOn(direct)
  const seeded = await seed(first)
  await first.untilReady()
  // A ticket lives for a minute, and all cases together take longer.
  const expiresAt = new Date(Date.now() + DAY_MS)
  await direct.collection('stream_tickets').updateMany({}, { $set: { expiresAt } })
  const content = await contentOf(direct)
  const port = Number(new URL(testServers().mongoUri).port)
  const proxy = await replicaSetProxy(port, { haste: 0.001 })
  // Shortens the time that a driver waits before it searches for a primary again.
  const connection = await connectStore(proxy.uri(direct.name), 5_000, { minHeartbeatFrequencyMS: 5 })
  // Each use has its own store, so that no cache is shared between uses.
  await settled(storeOn(connection, MADE))
  return {
    run: async (verb, trouble) => {
      await reset(direct, content, written(proxy))
      return await ranOn({ proxy, direct, content, store: storeOn(connection, MADE), seeded }, verb, trouble)
    },
    async close() {
      await connection.close(true)
      await first.close()
      await proxy.close()
    },
  }
}

const settled = (store: Store): Promise<void> => store.ping()

interface Ground {
  readonly proxy: ReplicaSetProxy
  readonly direct: Connection
  /** The content before any use. */
  readonly content: Content
  readonly store: Store
  readonly seeded: Seeded
}

const ranOn = async (
  { proxy, direct, content, store, seeded }: Ground,
  { use }: VerbUse,
  trouble?: { readonly at: number; readonly trouble: Trouble },
): Promise<Ran> => {
  proxy.rule(trouble && { from: trouble.at, times: trouble.trouble.times, fault: trouble.trouble.fault })
  for (let uses = 1; ; uses++) {
    try {
      const answer = normal(await use(store, seeded))
      const commands = [...proxy.seen]
      return { answer, state: stateOf(await changed(direct, content, written(proxy))), commands, uses }
    } catch (error) {
      if (!isStoreUnavailable(error) || uses === USES_MAX) throw error
    }
  }
}

type Content = ReadonlyMap<string, readonly mongoose.mongo.BSON.Document[]>

const contentOf = async (connection: Connection): Promise<Content> => {
  const names = (await connection.listCollections()).map(({ name }) => name)
  const found = names
    .toSorted()
    .map(async (name) => [name, await connection.collection(name).find().toArray()] as const)
  return new Map(await Promise.all(found))
}

/** The collections written to since the last rule; all others are unchanged. */
const written = ({ seen }: Pick<ReplicaSetProxy, 'seen'>): readonly string[] => [
  ...new Set(seen.flatMap(({ name, isWrite }) => (isWrite ? [name.split(' ')[1] ?? ''] : []))),
]

const reset = async (connection: Connection, content: Content, names: readonly string[]): Promise<void> => {
  await Promise.all(
    names.map(async (name) => {
      const collection = connection.collection(name)
      await collection.deleteMany({})
      const documents = content.get(name) ?? []
      if (documents.length > 0) await collection.insertMany([...documents])
    }),
  )
}

/** The whole content, of which only the given collections are read again. */
const changed = async (connection: Connection, content: Content, names: readonly string[]): Promise<Content> => {
  const anew = names.map(async (name) => [name, await connection.collection(name).find().toArray()] as const)
  return new Map([...content, ...(await Promise.all(anew))])
}

const stateOf = (content: Content): readonly string[] =>
  [...content].flatMap(([name, documents]) => documents.map((one) => `${name} ${normal(one)}`)).toSorted()

/** Replaces random values and times. */
export const normal = (value: unknown): string =>
  (mongoose.mongo.BSON.EJSON.stringify({ value }, { relaxed: true }) ?? '')
    .replaceAll(/\{"\$date":"?[^}"]*"?\}|"\d{4}-\d\d-\d\dT[\d:.]*Z"/g, '"<time>"')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/[0-9a-f]{64}/g, '<digest>')
    .replaceAll(/[ps]k_[0-9a-z]+_[0-9A-Za-z]{38}/g, '<key>')
    .replaceAll(/"end":"\w{4}"/g, '"end":"<end>"')
    .replaceAll(/"base64":"[^"]{44,}"/g, '<secret>')
    .replaceAll(/(is_|tkt_)?[\w-]{43}(?![\w-])/g, '<secret>')
