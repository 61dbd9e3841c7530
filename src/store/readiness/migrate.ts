import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { StoreTooNew } from '../store-unusable.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'
import { LEASE_TIMES, LeaseLost, type LeaseTimes, type VersionRecord, versionRecord } from './store-version.ts'

export interface MigrateOptions {
  readonly signal: AbortSignal
  readonly migrations?: readonly Migration[]
  readonly times?: LeaseTimes
  /** Called once if another process is migrating. */
  readonly onWaiting?: () => void
}

/** The migrations run by this process, in order, and the resulting version of the store. */
interface MigrationResult {
  readonly version: number
  readonly done: readonly number[]
}

/** @throws StoreTooNew if this program may not write to the store */
export const requireWritable = async (
  record: Pick<VersionRecord, 'read'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> => {
  const { needs } = await record.read()
  if (needs > migrations.length) throw new StoreTooNew(needs, migrations.length)
}

/**
 * Runs the pending migrations, one process at a time, under a lease with heartbeats that is taken over if its holder stops. Other
 * processes wait until the migrations are done.
 *
 * @throws StoreTooNew, the signal's reason, and errors of the store
 */
export const migrate = async (
  connection: Connection,
  { signal, migrations = MIGRATIONS, times = LEASE_TIMES, onWaiting = () => undefined }: MigrateOptions,
): Promise<MigrationResult> => {
  const record = versionRecord(connection)
  const done: number[] = []
  for (;;) {
    await requireWritable(record, migrations)
    const { version } = await record.read()
    if (version >= migrations.length) {
      // Documents written by this older program need the later migrations again.
      await record.lowerVersion(migrations.length)
      return { version: migrations.length, done }
    }
    if (!(await acquireLease(record, migrations.length, { signal, times, onWaiting }))) continue
    try {
      await runUnderLease(connection, record, { signal, migrations, times, done })
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
    } finally {
      await record.releaseLease().catch(() => undefined)
    }
  }
}

type LeaseWaiting = Required<Pick<MigrateOptions, 'signal' | 'times' | 'onWaiting'>>

/** Acquires the lease. @returns false if another process has finished the migrations */
const acquireLease = async (
  record: VersionRecord,
  wanted: number,
  { signal, times, onWaiting }: LeaseWaiting,
): Promise<boolean> => {
  let seen = await record.lease()
  if (seen === undefined) return await record.takeLease(undefined)
  onWaiting()
  for (let since = performance.now(); ; ) {
    await delay(times.pollMs, undefined, { signal })
    if ((await record.read()).version >= wanted) return false
    const current = await record.lease()
    if (current === undefined) return await record.takeLease(undefined)
    if (current.holder === seen.holder && current.beat === seen.beat) {
      if (performance.now() - since >= times.takeoverMs) return await record.takeLease(seen)
    } else {
      seen = current
      since = performance.now()
    }
  }
}

interface LeasedRun extends Required<Pick<MigrateOptions, 'signal' | 'migrations' | 'times'>> {
  readonly done: number[]
}

/** @throws LeaseLost as soon as the loss is known: then the new holder repeats the migration */
const runUnderLease = async (
  connection: Connection,
  record: VersionRecord,
  { signal, migrations, times, done }: LeasedRun,
): Promise<void> => {
  const lost = new AbortController()
  // A failed heartbeat is ignored: the next one may succeed.
  const heartbeat = setInterval(
    () => void record.beat().catch((error: unknown) => error instanceof LeaseLost && lost.abort(error)),
    times.beatMs,
  )
  const either = AbortSignal.any([signal, lost.signal])
  try {
    // The previous holder may have finished some migrations.
    const { version, needs } = await record.read()
    let least = needs
    for (const migration of migrations.slice(version)) {
      either.throwIfAborted()
      await migration.run(connection, either)
      least = Math.max(least, migration.needs)
      await record.reach(migration.number, least)
      done.push(migration.number)
    }
  } finally {
    clearInterval(heartbeat)
  }
}
