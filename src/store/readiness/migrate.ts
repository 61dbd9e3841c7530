import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { StoreTooNew } from '../store-unusable.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'
import { LEASE_TIMES, LeaseLost, type LeaseTimes, type VersionRecord, versionRecord } from './store-version.ts'

export interface MigrateOptions {
  readonly signal: AbortSignal
  readonly migrations?: readonly Migration[]
  readonly times?: LeaseTimes
  /** Told when another process is at it, once. */
  readonly onWaiting?: () => void
}

/** What was done here, in order, and the version that the store has now. */
export interface Migrated {
  readonly version: number
  readonly done: readonly number[]
}

/** @throws StoreTooNew where this program may not write */
export const requireWritable = async (
  record: Pick<VersionRecord, 'look'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> => {
  const { needs } = await record.look()
  if (needs > migrations.length) throw new StoreTooNew(needs, migrations.length)
}

/**
 * Brings what is stored to the shape that this program knows: one process at a time, under a lease that is taken over when
 * its holder stands still. Who finds another at it waits until that is done.
 *
 * @throws StoreTooNew, the signal's reason, and what the store says
 */
export const migrate = async (
  connection: Connection,
  { signal, migrations = MIGRATIONS, times = LEASE_TIMES, onWaiting = () => undefined }: MigrateOptions,
): Promise<Migrated> => {
  const record = versionRecord(connection)
  const done: number[] = []
  for (;;) {
    await requireWritable(record, migrations)
    const { version } = await record.look()
    if (version >= migrations.length) {
      // What an earlier program writes from now on, a later one has to look at again.
      await record.goBackTo(migrations.length)
      return { version: migrations.length, done }
    }
    if (!(await taken(record, migrations.length, { signal, times, onWaiting }))) continue
    try {
      await underLease(connection, record, { signal, migrations, times, done })
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
    } finally {
      await record.giveBack().catch(() => undefined)
    }
  }
}

type Waiting = Required<Pick<MigrateOptions, 'signal' | 'times' | 'onWaiting'>>

/** @returns false where another process has brought the store there meanwhile */
const taken = async (
  record: VersionRecord,
  wanted: number,
  { signal, times, onWaiting }: Waiting,
): Promise<boolean> => {
  let seen = await record.lease()
  if (seen === undefined) return await record.take(undefined)
  onWaiting()
  for (let since = performance.now(); ; ) {
    await delay(times.lookMs, undefined, { signal })
    if ((await record.look()).version >= wanted) return false
    const now = await record.lease()
    if (now === undefined) return await record.take(undefined)
    if (now.holder === seen.holder && now.beat === seen.beat) {
      if (performance.now() - since >= times.stillMs) return await record.take(seen)
    } else {
      seen = now
      since = performance.now()
    }
  }
}

interface Leased extends Required<Pick<MigrateOptions, 'signal' | 'migrations' | 'times'>> {
  readonly done: number[]
}

/** @throws LeaseLost as soon as that is known: then the successor does it again */
const underLease = async (
  connection: Connection,
  record: VersionRecord,
  { signal, migrations, times, done }: Leased,
): Promise<void> => {
  const lost = new AbortController()
  // A beat that the store did not get is not the end: the next one may be.
  const beats = setInterval(
    () => void record.beat().catch((error: unknown) => error instanceof LeaseLost && lost.abort(error)),
    times.beatMs,
  )
  const either = AbortSignal.any([signal, lost.signal])
  try {
    // What was done meanwhile by whoever held it before is not done again.
    const { version, needs } = await record.look()
    let least = needs
    for (const migration of migrations.slice(version)) {
      either.throwIfAborted()
      await migration.run(connection, either)
      least = Math.max(least, migration.needs)
      await record.reach(migration.number, least)
      done.push(migration.number)
    }
  } finally {
    clearInterval(beats)
  }
}
