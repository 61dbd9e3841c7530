import type { Collection, Db } from '../../platform/mongodb/driver.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import { READ_LIMIT, UNJOURNALED } from '../../platform/mongodb/waits.ts'
import { EPOCH_COLLECTION, type Epoch, FIRST_EPOCH } from '../rules/epoch.ts'
import { batchedCalls } from './batched-calls.ts'
import { unlessDuplicate } from './unless-duplicate.ts'
import type { FixedWindows, Taken, Window, WindowState } from './windows.ts'

interface Counter {
  readonly used: number
  readonly endsAt: Date
}

/** All windows of a key in one document: there are as many as there are organizations. */
interface WindowsDocument {
  readonly _id: string
  /** Absent where only the epoch was ever renewed. */
  readonly windows?: Readonly<Record<string, Counter>>
  /** Of the organization; whoever changes what its requests are judged by writes another one. */
  readonly epoch?: Epoch
}

/**
 * Units of all processes that share a store. One conditional update takes a unit of every window or of none, so that a
 * refused request has cost nothing anywhere; requests that come while one is on its way go together with the next.
 * Counters are written without waiting for the disk: a crash of the store may give some back.
 */
export const mongoWindows = (db: Db, clock: StoreClock): FixedWindows & { epochOf(key: string): Promise<Epoch> } => {
  const documents = db.collection<WindowsDocument>(EPOCH_COLLECTION, { writeConcern: UNJOURNALED })
  const turns = batchedCalls<Taken>()
  return {
    knowsEpochs: true,
    epochOf: async (key) =>
      (await documents.findOne({ _id: key }, { projection: { epoch: 1 }, ...READ_LIMIT }))?.epoch ?? FIRST_EPOCH,
    take: (key, windows, epoch) => {
      const alike = JSON.stringify([key, epoch ?? null, windows.map(({ name, units }) => [name, units])])
      return turns(alike, (count) => takeSome({ documents, clock, key, windows, epoch }, count))
    },
    async look(key, windows) {
      const [found, now] = await Promise.all([documents.findOne({ _id: key }, READ_LIMIT), clock.now()])
      return windows.map(({ name }) => {
        const counter = found?.windows?.[name]
        if (counter === undefined || counter.used === 0 || isOver(counter, now))
          return { name, used: 0, endsAt: undefined }
        return { name, used: counter.used, endsAt: counter.endsAt.getTime() - now + Date.now() }
      })
    },
    async giveBack(key, taken) {
      const now = new Date(await clock.now())
      const begun = taken.map(({ window: { name } }) => ({
        filter: { _id: key, [`windows.${name}.used`]: { $gt: 0 }, [`windows.${name}.endsAt`]: { $gt: now } },
        update: { $inc: { [`windows.${name}.used`]: -1 } },
      }))
      await documents.bulkWrite(begun.map((updateOne) => ({ updateOne })))
    },
    /** The epoch beside them stays: whoever has kept what was known of the key is to see that it is another one. */
    async erase(key) {
      await documents.updateOne({ _id: key }, { $unset: { windows: 1 } })
    },
  }
}

interface Taking {
  readonly documents: Collection<WindowsDocument>
  readonly clock: StoreClock
  readonly key: string
  readonly windows: readonly Window[]
  readonly epoch: Epoch | undefined
}

/** As many as there is room for pass; the rest is refused. */
const takeSome = async (taking: Taking, count: number): Promise<readonly Taken[]> => {
  const taken: Taken[] = []
  for (let step = count; taken.length < count; ) {
    step = Math.min(step, count - taken.length)
    const now = await taking.clock.now()
    const after = await takeUnits(taking, step, now)
    if (after !== null) {
      const last = Array.from({ length: step }, (_, index) => step - 1 - index)
      const epoch = after.epoch ?? FIRST_EPOCH
      taken.push(...last.map((later) => ({ ok: true, states: statesOf(taking.windows, after, now, later), epoch })))
      continue
    }
    const found = await taking.documents.findOne({ _id: taking.key }, READ_LIMIT)
    const epoch = found?.epoch ?? FIRST_EPOCH
    if (taking.epoch !== undefined && taking.epoch !== epoch) {
      taken.push(...Array.from({ length: count - taken.length }, () => ({ ok: false, states: [], epoch })))
      continue
    }
    if (found === null || taking.windows.some((window) => isOver(found.windows?.[window.name], now))) {
      await beginWindows(taking, found, now)
      continue
    }
    const states = statesOf(taking.windows, found, now, 0)
    step = Math.min(...states.map(({ remaining }) => remaining))
    if (step > 0) continue
    const full = states.filter(({ remaining }) => remaining === 0).toSorted((a, b) => b.endsAt - a.endsAt)
    const refused = { ok: false, states: full.slice(0, 1), epoch }
    taken.push(...Array.from({ length: count - taken.length }, () => refused))
  }
  return taken
}

/** @returns undefined where some window is over or has no room for so many */
const takeUnits = (
  { documents, key, windows, epoch }: Taking,
  count: number,
  now: number,
): Promise<WindowsDocument | null> => {
  const room = windows.flatMap(({ name, units }) => [
    [`windows.${name}.used`, { $lte: units - count }],
    [`windows.${name}.endsAt`, { $gt: new Date(now) }],
  ])
  const more = windows.map(({ name }) => [`windows.${name}.used`, count])
  return documents.findOneAndUpdate(
    { _id: key, ...inEpoch(epoch), ...Object.fromEntries(room) },
    { $inc: Object.fromEntries(more) },
    { returnDocument: 'after', ...READ_LIMIT },
  )
}

const inEpoch = (epoch: Epoch | undefined) => {
  if (epoch === undefined) return {}
  return { epoch: epoch === FIRST_EPOCH ? { $exists: false } : epoch }
}

/** Of several who find a window over, one begins the next. */
const beginWindows = async (
  { documents, key, windows }: Taking,
  found: WindowsDocument | null,
  now: number,
): Promise<void> => {
  const over = windows.filter(({ name }) => isOver(found?.windows?.[name], now))
  const asFound = over.map(({ name }) => [
    `windows.${name}.endsAt`,
    found?.windows?.[name]?.endsAt ?? { $exists: false },
  ])
  const begun = over.map(({ name, seconds }) => [
    `windows.${name}`,
    { used: 0, endsAt: new Date(now + seconds * 1000) },
  ])
  const filter = { _id: key, ...Object.fromEntries(asFound) }
  const update = { $set: Object.fromEntries(begun) }
  await documents.updateOne(filter, update, { upsert: found === null }).catch(unlessDuplicate)
}

const isOver = (counter: Counter | undefined, now: number): boolean =>
  counter === undefined || counter.endsAt.getTime() <= now

/** By the clock of this process. @param later units that were taken together with this one, and come after it */
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
