import { type AuthMechanism, type Db, MongoClient, type ServerDescription } from 'mongodb'
import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import { patchMongodb } from '../../../platform/patches/mongodb.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { hostOf, type MongoAddress, type MongoHost } from './address.ts'
import { connectProblem } from './connect-problem.ts'
import { dial } from './dial.ts'
import { Relay } from './relay.ts'

export interface MemberOptions {
  readonly allowPrivateHosts: boolean
  /** Maximum number of concurrent statements. */
  readonly connectionsMax: number
}

/** Time limit for the driver's own requests. */
const DRIVER_TIMEOUT_MS = 30_000

/** A server with logged-in connections to it. */
export class Member {
  readonly #client: MongoClient
  readonly #relay: Relay
  readonly #description: ServerDescription
  readonly #database: string
  /** A signal rather than a promise: a pending promise would retain the results of every race with it. */
  readonly #lost = new AbortController()
  #isBroken = false

  private constructor(client: MongoClient, relay: Relay, description: ServerDescription, database: string) {
    this.#client = client
    this.#relay = relay
    this.#description = description
    this.#database = database
    const markBroken = () => {
      this.#isBroken = true
    }
    relay.failed.catch((error: unknown) => {
      markBroken()
      this.#lost.abort(connectProblem(error))
    })
    client.on('serverHeartbeatFailed', markBroken)
    // After a change of role another member may have to be read.
    client.on('serverDescriptionChanged', ({ newDescription }) => {
      if (newDescription.type !== description.type) markBroken()
    })
  }

  /**
   * Connects to a server and logs in.
   *
   * @throws Problem `database_unreachable`, `database_login_failed`; the signal's reason when it aborts
   */
  static async open(
    host: MongoHost,
    address: MongoAddress,
    { allowPrivateHosts, connectionsMax }: MemberOptions,
    signal: AbortSignal,
  ): Promise<Member> {
    signal.throwIfAborted()
    patchMongodb()
    const relay = await Relay.open((closing) => dial(host, address.tls, allowPrivateHosts, closing))
    const client = new MongoClient(`mongodb://${encodeURIComponent(relay.path)}`, {
      ...clientOptions(address),
      maxPoolSize: connectionsMax,
    })
    const failed = Promise.withResolvers<never>()
    failed.promise.catch(() => {})
    client.once('serverHeartbeatFailed', ({ failure }) => failed.reject(failure))
    let description: ServerDescription | undefined
    client.on('serverDescriptionChanged', ({ newDescription }) => {
      description = newDescription
    })
    try {
      const connected = Promise.race([client.connect(), relay.failed, failed.promise])
      await rejectOnAbort(connected, signal)
      if (description === undefined) throw new Problem('database_unreachable')
      return new Member(client, relay, description, address.database)
    } catch (error) {
      await Promise.all([client.close(true).catch(() => {}), relay.close()])
      signal.throwIfAborted()
      // The relay's error is more specific than the driver's.
      throw connectProblem(await Promise.race([relay.failed, Promise.reject(error)]).catch((first: unknown) => first))
    }
  }

  /** The name of its replica set, if any. */
  get setName(): string | undefined {
    return this.#description.setName ?? undefined
  }

  get role(): 'primary' | 'secondary' | 'other' {
    const parts: Readonly<Record<string, 'primary' | 'secondary'>> = { RSPrimary: 'primary', RSSecondary: 'secondary' }
    return parts[this.#description.type] ?? 'other'
  }

  /** The members of its replica set by its own account, the primary first. */
  get setMembers(): readonly MongoHost[] {
    const { primary, hosts, passives } = this.#description
    const names = new Set([...(primary === null ? [] : [primary]), ...hosts, ...passives])
    return [...names].slice(0, MEMBERS_MAX).map(hostOf)
  }

  /** Whether the server supports sessions, which can be killed with their statements. */
  get hasSessions(): boolean {
    return this.#description.logicalSessionTimeoutMinutes !== null
  }

  /** Whether it must be replaced, because it was lost or changed its role. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  get client(): MongoClient {
    return this.#client
  }

  get database(): Db {
    return this.#client.db(this.#database)
  }

  /** Resolves with the value, or rejects with the Problem that broke the connections. */
  async race<Value>(value: Promise<Value>): Promise<Value> {
    return await rejectOnAbort(value, this.#lost.signal)
  }

  /** Closes all connections immediately. */
  async close(): Promise<void> {
    this.#isBroken = true
    await Promise.race([this.#client.close(true).catch(() => {}), this.#relay.failed.catch(() => {})])
    await this.#relay.close()
  }
}

/** Sets have at most seven voting members and fifty in all. */
const MEMBERS_MAX = 50

const clientOptions = ({ user, password, authSource, authMechanism, readPreference, readConcern }: MongoAddress) => ({
  directConnection: true,
  tls: false,
  ...(user === '' ? {} : { auth: { username: user, password }, authSource }),
  ...(authMechanism === undefined || user === '' ? {} : { authMechanism: authMechanism satisfies AuthMechanism }),
  // The member was chosen before; servers that route by themselves need it too.
  readPreference,
  ...(readConcern === undefined ? {} : { readConcern: { level: readConcern } }),
  appName: 'tabletalk',
  serverSelectionTimeoutMS: DRIVER_TIMEOUT_MS,
  connectTimeoutMS: DRIVER_TIMEOUT_MS,
  heartbeatFrequencyMS: 30_000,
  serverMonitoringMode: 'poll' as const,
  maxIdleTimeMS: 60_000,
  retryReads: false,
  retryWrites: false,
  compressors: 'none' as const,
  monitorCommands: false,
})
