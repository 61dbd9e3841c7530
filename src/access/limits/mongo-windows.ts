import type { Collection, Db } from '../../platform/mongodb/driver.ts'
import { ignoreDuplicateKey } from '../../platform/mongodb/duplicate-key.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import { READ_LIMIT, UNJOURNALED } from '../../platform/mongodb/store-timeouts.ts'
import { batchedCalls } from '../../platform/values/batched-calls.ts'
import { type AuthorizationRevision, FIRST_REVISION, REVISION_COLLECTION } from '../rules/authorization-revision.ts'
import type { FixedWindows, TakenUnits, Window, WindowState } from './windows.ts'

interface Counter {
  readonly used: number
  readonly endsAt: Date
}

/** All windows of a key: one document per organization. */
interface WindowsDocument {
  readonly _id: string
  /** Absent if only the revision was written. */
  readonly windows?: Readonly<Record<string, Counter>>
  /** The revision of the organization, renewed by every change of its authorizations. */
  readonly epoch?: AuthorizationRevision
}

/**
 * Units of all processes that share a store. One conditional update takes a unit of every window or of none, so that a
 * refused request uses no unit; requests that arrive during an update are combined in the next one. Writes of counters do
 * not wait for the disk: a crash of the store may lose some.
 */
export const mongoWindows = (
  db: Db,
  clock: StoreClock,
): FixedWindows & { revisionOf(key: string): Promise<AuthorizationRevision> } => {
  const documents = db.collection<WindowsDocument>(REVISION_COLLECTION, { writeConcern: UNJOURNALED })
  const takeInBatches = batchedCalls<Batch, TakenUnits>((_, calls) => takeBatch(calls[0], calls.length))
  return {
    knowsRevisions: true,
    revisionOf: async (key) =>
      (await documents.findOne({ _id: key }, { projection: { epoch: 1 }, ...READ_LIMIT }))?.epoch ?? FIRST_REVISION,
    take: (key, windows, revision) => {
      const batchKey = JSON.stringify([key, revision ?? null, windows.map(({ name, units }) => [name, units])])
      return takeInBatches(batchKey, { documents, clock, key, windows, revision })
    },
    async read(key, windows) {
      const [found, now] = await Promise.all([documents.findOne({ _id: key }, READ_LIMIT), clock.now()])
      return windows.map(({ name }) => {
        const counter = found?.windows?.[name]
        if (counter === undefined || counter.used === 0 || hasEnded(counter, now))
          return { name, used: 0, endsAt: undefined }
        return { name, used: counter.used, endsAt: counter.endsAt.getTime() - now + Date.now() }
      })
    },
    async refund(key, taken) {
      const now = new Date(await clock.now())
      const updates = taken.map(({ window: { name } }) => ({
        filter: { _id: key, [`windows.${name}.used`]: { $gt: 0 }, [`windows.${name}.endsAt`]: { $gt: now } },
        update: { $inc: { [`windows.${name}.used`]: -1 } },
      }))
      await documents.bulkWrite(updates.map((updateOne) => ({ updateOne })))
    },
    /** Keeps the revision of the document, which invalidates the caches of other processes. */
    async erase(key) {
      await documents.updateOne({ _id: key }, { $unset: { windows: 1 } })
    },
  }
}

interface Batch {
  readonly documents: Collection<WindowsDocument>
  readonly clock: StoreClock
  readonly key: string
  readonly windows: readonly Window[]
  readonly revision: AuthorizationRevision | undefined
}

/** Takes as many of `count` units as the windows have left, and refuses the rest. */
const takeBatch = async (batch: Batch, count: number): Promise<readonly TakenUnits[]> => {
  const taken: TakenUnits[] = []
  for (let size = count; taken.length < count; ) {
    size = Math.min(size, count - taken.length)
    const now = await batch.clock.now()
    const after = await takeUnits(batch, size, now)
    if (after !== null) {
      const laterUnits = Array.from({ length: size }, (_, index) => size - 1 - index)
      const revision = after.epoch ?? FIRST_REVISION
      taken.push(
        ...laterUnits.map((later) => ({ ok: true, states: statesOf(batch.windows, after, now, later), revision })),
      )
      continue
    }
    const found = await batch.documents.findOne({ _id: batch.key }, READ_LIMIT)
    const revision = found?.epoch ?? FIRST_REVISION
    if (batch.revision !== undefined && batch.revision !== revision) {
      taken.push(...Array.from({ length: count - taken.length }, () => ({ ok: false, states: [], revision })))
      continue
    }
    if (found === null || batch.windows.some((window) => hasEnded(found.windows?.[window.name], now))) {
      await startWindows(batch, found, now)
      continue
    }
    const states = statesOf(batch.windows, found, now, 0)
    size = Math.min(...states.map(({ remaining }) => remaining))
    if (size > 0) continue
    const full = states.filter(({ remaining }) => remaining === 0).toSorted((a, b) => b.endsAt - a.endsAt)
    const refused = { ok: false, states: full.slice(0, 1), revision }
    taken.push(...Array.from({ length: count - taken.length }, () => refused))
  }
  return taken
}

/** @returns null if a window has ended or has fewer units left, or if the revision is another one */
const takeUnits = (
  { documents, key, windows, revision }: Batch,
  count: number,
  now: number,
): Promise<WindowsDocument | null> => {
  const capacity = windows.flatMap(({ name, units }) => [
    [`windows.${name}.used`, { $lte: units - count }],
    [`windows.${name}.endsAt`, { $gt: new Date(now) }],
  ])
  const increments = windows.map(({ name }) => [`windows.${name}.used`, count])
  return documents.findOneAndUpdate(
    { _id: key, ...revisionFilter(revision), ...Object.fromEntries(capacity) },
    { $inc: Object.fromEntries(increments) },
    { returnDocument: 'after', ...READ_LIMIT },
  )
}

const revisionFilter = (revision: AuthorizationRevision | undefined) => {
  if (revision === undefined) return {}
  return { epoch: revision === FIRST_REVISION ? { $exists: false } : revision }
}

/** Starts windows that have ended: exactly one of concurrent calls does, by a conditional write. */
const startWindows = async (
  { documents, key, windows }: Batch,
  found: WindowsDocument | null,
  now: number,
): Promise<void> => {
  const ended = windows.filter(({ name }) => hasEnded(found?.windows?.[name], now))
  const unchanged = ended.map(({ name }) => [
    `windows.${name}.endsAt`,
    found?.windows?.[name]?.endsAt ?? { $exists: false },
  ])
  const started = ended.map(({ name, seconds }) => [
    `windows.${name}`,
    { used: 0, endsAt: new Date(now + seconds * 1000) },
  ])
  const filter = { _id: key, ...Object.fromEntries(unchanged) }
  const update = { $set: Object.fromEntries(started) }
  await documents.updateOne(filter, update, { upsert: found === null }).catch(ignoreDuplicateKey)
}

const hasEnded = (counter: Counter | undefined, now: number): boolean =>
  counter === undefined || counter.endsAt.getTime() <= now

/** States by the clock of this process. @param later units of the same update that count after this one */
const statesOf = (
  windows: readonly Window[],
  { windows: counters = {} }: WindowsDocument,
  now: number,
  later: number,
): WindowState[] =>
  windows.map((window) => {
    const { used, endsAt } = counters[window.name] ?? { used: 0, endsAt: new Date(now) }
    const remaining = Math.max(0, window.units - used + later)
    return { window, remaining, endsAt: endsAt.getTime() - now + Date.now() }
  })
