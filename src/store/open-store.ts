import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionString } from 'mongodb-connection-string-url'
import type { Connection, ConnectOptions } from 'mongoose'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { connectStore } from './connection.ts'
import { type ProbedMember, probeMembers } from './probe-members.ts'
import { requireWritable } from './readiness/migrate.ts'
import { versionRecord } from './readiness/store-version.ts'
import { isLoginRefused, serverErrorText } from './server-error-text.ts'
import { parseStoreAddress, StoreAddressInvalid } from './store-address.ts'
import { StoreTooNew, StoreUnusable } from './store-unusable.ts'
import { traceCommands } from './trace-commands.ts'

interface OpenStoreOptions {
  /** Time limit of one attempt to connect. */
  readonly timeoutMs?: number
  /** Socket timeout of commands; by default that of all queries. */
  readonly silenceMs?: number
  /** How long to retry errors that may be temporary. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
  readonly retryMs?: number
  /** Where its commands become spans; absent: nowhere. */
  readonly tracing?: Tracing
  /** Called before each retry. */
  readonly onRetry?: (trouble: StoreUnusable) => void
}

const RETRY_MS = 3_000

/**
 * Connects to a store whose version this program may write to.
 *
 * @throws StoreAddressInvalid, StoreTooNew, and StoreUnusable with the cause
 */
export const openStore = async (
  uri: string,
  {
    timeoutMs,
    silenceMs,
    waitMs = 0,
    retryMs = RETRY_MS,
    signal,
    tracing,
    onRetry = () => undefined,
  }: OpenStoreOptions = {},
): Promise<Connection> => {
  const until = performance.now() + waitMs
  for (;;) {
    try {
      const connection = await opened(uri, timeoutMs, {
        ...(silenceMs === undefined ? {} : { socketTimeoutMS: silenceMs }),
        // Otherwise the address decides.
        ...(tracing?.isEnabled === true ? { monitorCommands: true } : {}),
      })
      if (tracing?.isEnabled === true) traceCommands(connection, tracing)
      return connection
    } catch (error) {
      const left = until - performance.now()
      // Rejected credentials are not retried: repeated failures may lock the user.
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
  const refusal = serverErrorText(error)
  if (refusal !== undefined) return refusal
  const replicaSet = new ConnectionString(uri).searchParams.get('replicaSet') ?? undefined
  return replicaSetFault(await probeMembers(uri), replicaSet)
}

/**
 * Why no member accepts writes, according to the members' responses to `hello`.
 *
 * @param replicaSet the replica set in the connection string
 * @returns undefined if no member responds
 */
const replicaSetFault = (members: readonly ProbedMember[], replicaSet: string | undefined): string | undefined => {
  const answering = members.flatMap(({ host, hello }) => (hello === undefined ? [] : [{ host, ...hello }]))
  const [first] = answering
  if (first === undefined) return undefined
  const uninitiated = answering.find(({ isreplicaset, setName }) => isreplicaset === true && setName === undefined)
  if (uninitiated !== undefined)
    return `the replica set of ${uninitiated.host} is not initiated: run rs.initiate() there, once`
  if (replicaSet !== undefined && answering.every(({ setName }) => setName === undefined))
    return `${first.host} is a member of no replica set, and the address says replicaSet=${replicaSet}: start it with --replSet ${replicaSet} and run rs.initiate(), or leave replicaSet out`
  const other = answering.find(({ setName }) => replicaSet !== undefined && setName !== replicaSet)
  if (other !== undefined)
    return `${other.host} is a member of the replica set ${other.setName ?? ''}, and the address says replicaSet=${replicaSet}: name that one`
  const primary =
    answering.find((one) => one.isWritablePrimary === true || one.ismaster === true)?.host ?? first.primary
  if (primary === undefined)
    return `its replica set has no primary now: more than half of its members must reach each other (${memberStates(members)})`
  const hosts = first.hosts ?? []
  return `it answers, and could not be used in time; its members call themselves ${hosts.join(', ') || primary}, and must be reached from here by these names`
}

const memberStates = (members: readonly ProbedMember[]): string =>
  members.map(({ host, hello }) => `${host} ${hello === undefined ? 'does not answer' : 'answers'}`).join(', ')
