import { type AuthMechanism, type Db, MongoClient, type ServerDescription } from 'mongodb'
import { orAborted } from '../../../platform/network/or-aborted.ts'
import { mendMongodb } from '../../../platform/patches/mongodb.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { hostOf, type MongoAddress, type MongoHost } from './address.ts'
import { connectProblem } from './connect-problem.ts'
import { dial } from './dial.ts'
import { Relay } from './relay.ts'

export interface MemberOptions {
  readonly allowPrivateHosts: boolean
  /** Statements that run at once. */
  readonly connectionsMax: number
}

/** How long a server may leave a question of the driver's own unanswered. */
const ANSWER_MS = 30_000

/** One server, and connections to it on which the user of an address has logged in. */
export class Member {
  readonly #client: MongoClient
  readonly #relay: Relay
  readonly #description: ServerDescription
  readonly #database: string
  /** A signal, for a promise that stays pending would keep what every race with it has brought. */
  readonly #lost = new AbortController()
  #broken = false

  private constructor(client: MongoClient, relay: Relay, description: ServerDescription, database: string) {
    this.#client = client
    this.#relay = relay
    this.#description = description
    this.#database = database
    const broke = () => {
      this.#broken = true
    }
    relay.failed.catch((error: unknown) => {
      broke()
      this.#lost.abort(connectProblem(error))
    })
    client.on('serverHeartbeatFailed', broke)
    // A member that becomes another kind of member may be the wrong one to read.
    client.on('serverDescriptionChanged', ({ newDescription }) => {
      if (newDescription.type !== description.type) broke()
    })
  }

  /**
   * Connects to a server, and logs in.
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
    mendMongodb()
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
      await orAborted(connected, signal)
      if (description === undefined) throw new Problem('database_unreachable')
      return new Member(client, relay, description, address.database)
    } catch (error) {
      await Promise.all([client.close(true).catch(() => {}), relay.close()])
      signal.throwIfAborted()
      // What became of the connection says more than that the driver lost it.
      throw connectProblem(await Promise.race([relay.failed, Promise.reject(error)]).catch((first: unknown) => first))
    }
  }

  /** The name of the replica set that it is a member of; undefined where it is none. */
  get setName(): string | undefined {
    return this.#description.setName ?? undefined
  }

  get part(): 'primary' | 'secondary' | 'other' {
    const parts: Readonly<Record<string, 'primary' | 'secondary'>> = { RSPrimary: 'primary', RSSecondary: 'secondary' }
    return parts[this.#description.type] ?? 'other'
  }

  /** The members of its replica set as it names them, the primary first. */
  get others(): readonly MongoHost[] {
    const { primary, hosts, passives } = this.#description
    const names = new Set([...(primary === null ? [] : [primary]), ...hosts, ...passives])
    return [...names].slice(0, OTHERS_MAX).map(hostOf)
  }

  /** Whether its server knows sessions, which end what runs in them. */
  get hasSessions(): boolean {
    return this.#description.logicalSessionTimeoutMinutes !== null
  }

  /** Whether another connection should be made, because this one was lost or leads to another part of a set. */
  get broken(): boolean {
    return this.#broken
  }

  get client(): MongoClient {
    return this.#client
  }

  get database(): Db {
    return this.#client.db(this.#database)
  }

  /** What comes first: the value, or the Problem that broke its connections. */
  async race<Value>(value: Promise<Value>): Promise<Value> {
    return await orAborted(value, this.#lost.signal)
  }

  /** Ends everything at once, whatever runs. */
  async close(): Promise<void> {
    this.#broken = true
    await Promise.race([this.#client.close(true).catch(() => {}), this.#relay.failed.catch(() => {})])
    await this.#relay.close()
  }
}

/** A set has seven members that vote, and fifty at most. */
const OTHERS_MAX = 50

const clientOptions = ({ user, password, authSource, authMechanism, readPreference, readConcern }: MongoAddress) => ({
  directConnection: true,
  tls: false,
  ...(user === '' ? {} : { auth: { username: user, password }, authSource }),
  ...(authMechanism === undefined || user === '' ? {} : { authMechanism: authMechanism satisfies AuthMechanism }),
  // Which member that is was decided before; servers that choose members themselves are told.
  readPreference,
  ...(readConcern === undefined ? {} : { readConcern: { level: readConcern } }),
  appName: 'tabletalk',
  serverSelectionTimeoutMS: ANSWER_MS,
  connectTimeoutMS: ANSWER_MS,
  heartbeatFrequencyMS: 30_000,
  serverMonitoringMode: 'poll' as const,
  maxIdleTimeMS: 60_000,
  retryReads: false,
  retryWrites: false,
  compressors: 'none' as const,
  monitorCommands: false,
})
