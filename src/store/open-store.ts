import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionString } from 'mongodb-connection-string-url'
import type { Connection, ConnectOptions } from 'mongoose'
import { connectStore } from './connection.ts'
import { lookAtMembers, type SeenMember } from './look-at-members.ts'
import { requireWritable } from './readiness/migrate.ts'
import { versionRecord } from './readiness/store-version.ts'
import { parseStoreAddress, StoreAddressInvalid } from './store-address.ts'
import { isLoginRefused, refusalOf } from './store-trouble.ts'
import { StoreTooNew, StoreUnusable } from './store-unusable.ts'

export interface OpenStoreOptions {
  /** For how long an attempt waits for the store. */
  readonly timeoutMs?: number
  /** For how long a command may say nothing; without it, as long as any question may wait. */
  readonly silenceMs?: number
  /** For how long it is tried again, where that can help. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
  readonly retryMs?: number
  /** Told of each attempt that failed and is made again. */
  readonly onRetry?: (trouble: StoreUnusable) => void
}

const RETRY_MS = 3_000

/**
 * Opens a store that this program may write.
 *
 * @throws StoreAddressInvalid, StoreTooNew, and StoreUnusable with the cause
 */
export const openStore = async (
  uri: string,
  { timeoutMs, silenceMs, waitMs = 0, retryMs = RETRY_MS, signal, onRetry = () => undefined }: OpenStoreOptions = {},
): Promise<Connection> => {
  const until = performance.now() + waitMs
  for (;;) {
    try {
      return await opened(uri, timeoutMs, silenceMs === undefined ? {} : { socketTimeoutMS: silenceMs })
    } catch (error) {
      const left = until - performance.now()
      // A password does not become right, and who tries it over and over is locked out.
      if (!(error instanceof StoreUnusable) || isLoginRefused(error.cause) || left <= 0) throw error
      onRetry(error)
      await delay(Math.min(retryMs, left), undefined, { signal })
    }
  }
}

const opened = async (uri: string, timeoutMs?: number, more: ConnectOptions = {}): Promise<Connection> => {
  const { shown } = parseStoreAddress(uri)
  let connection: Connection | undefined
  try {
    connection = await connectStore(uri, timeoutMs, more)
    await requireWritable(versionRecord(connection))
    return connection
  } catch (error) {
    await connection?.destroy().catch(() => undefined)
    if (error instanceof StoreAddressInvalid || error instanceof StoreTooNew) throw error
    throw new StoreUnusable(shown, await reasonOf(uri, error), error)
  }
}

const reasonOf = async (uri: string, error: unknown): Promise<string | undefined> => {
  const refusal = refusalOf(error)
  if (refusal !== undefined) return refusal
  const wanted = new ConnectionString(uri).searchParams.get('replicaSet') ?? undefined
  return setTrouble(await lookAtMembers(uri), wanted)
}

/**
 * Why nobody there takes writes, by what its members say of themselves.
 *
 * @param wanted the replica set that the address names
 * @returns undefined where no member answers
 */
export const setTrouble = (members: readonly SeenMember[], wanted: string | undefined): string | undefined => {
  const answering = members.flatMap(({ host, hello }) => (hello === undefined ? [] : [{ host, ...hello }]))
  const [first] = answering
  if (first === undefined) return undefined
  const raw = answering.find(({ isreplicaset, setName }) => isreplicaset === true && setName === undefined)
  if (raw !== undefined) return `the replica set of ${raw.host} is not initiated: run rs.initiate() there, once`
  if (wanted !== undefined && answering.every(({ setName }) => setName === undefined))
    return `${first.host} is a member of no replica set, and the address says replicaSet=${wanted}: start it with --replSet ${wanted} and run rs.initiate(), or leave replicaSet out`
  const other = answering.find(({ setName }) => wanted !== undefined && setName !== wanted)
  if (other !== undefined)
    return `${other.host} is a member of the replica set ${other.setName ?? ''}, and the address says replicaSet=${wanted}: name that one`
  const primary =
    answering.find((one) => one.isWritablePrimary === true || one.ismaster === true)?.host ?? first.primary
  if (primary === undefined)
    return `its replica set has no primary now: more than half of its members must reach each other (${toldOf(members)})`
  const hosts = first.hosts ?? []
  return `it answers, and could not be used in time; its members call themselves ${hosts.join(', ') || primary}, and must be reached from here by these names`
}

const toldOf = (members: readonly SeenMember[]): string =>
  members.map(({ host, hello }) => `${host} ${hello === undefined ? 'does not answer' : 'answers'}`).join(', ')
