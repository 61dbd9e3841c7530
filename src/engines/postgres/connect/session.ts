import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { ServerAddress } from '../../shared/connect/server-address.ts'
import { connectProblem } from './connect-problem.ts'
import { type BackendKey, cancelStatement, dial } from './dial.ts'
import { Portal, type RowSink } from './portal.ts'
import { ServerStream } from './server-stream.ts'

export interface SessionOptions {
  readonly allowPrivateHosts: boolean
  /** Time limit for discovery, connecting and login, in ms. */
  readonly connectMs: number
}

const LOGIN_BYTES = 1024 * 1024
/** Byte limit before a row is complete, and around a statement. */
const STATEMENT_BYTES = 64 * 1024 * 1024
/** Byte limit when idle: setting changes and the end of the connection. */
const IDLE_BYTES = 64 * 1024
/** Time limit for cancelling a statement, including requests. */
const CANCEL_MS = 2_000
const CANCEL_AGAIN_MS = 100
const STOP_MS = 1_000

/** A logged-in connection to a server. */
export class Session {
  readonly address: ServerAddress
  /** Major version; 0 if unknown. */
  readonly serverVersion: number
  /** Array types of enumerations, whose OIDs differ per database. */
  readonly enumArrays: ReadonlySet<number>
  readonly #client: BareClient
  readonly #stream: ServerStream
  readonly #key: BackendKey | undefined
  readonly #options: SessionOptions

  private constructor(
    connected: { address: ServerAddress; client: BareClient; stream: ServerStream; options: SessionOptions },
    reported: { version: number; key: BackendKey | undefined; enumArrays: ReadonlySet<number> },
  ) {
    this.address = connected.address
    this.#client = connected.client
    this.#stream = connected.stream
    this.#options = connected.options
    this.serverVersion = reported.version
    this.#key = reported.key
    this.enumArrays = reported.enumArrays
  }

  /**
   * Connects and logs in.
   *
   * @throws Problem `database_unreachable`, `database_login_failed`, `database_connect_timeout`; the signal's reason
   * when it aborts, except for a timeout
   */
  static async open(address: ServerAddress, options: SessionOptions, limit: AbortSignal): Promise<Session> {
    const signal = AbortSignal.any([limit, AbortSignal.timeout(options.connectMs)])
    try {
      return await logIn(address, options, signal)
    } catch (error) {
      if (limit.aborted && !isTimeUp(limit.reason)) throw limit.reason
      if (signal.aborted) throw new Problem('database_connect_timeout')
      throw connectProblem(error)
    }
  }

  /** @internal */
  static async of(
    address: ServerAddress,
    options: SessionOptions,
    client: BareClient,
    stream: ServerStream,
  ): Promise<Session> {
    let version = 0
    let key: BackendKey | undefined
    client.connection
      .on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
        if (parameterName === 'server_version') version = Number.parseInt(parameterValue, 10) || 0
      })
      .once('backendKeyData', (given: BackendKey) => {
        key = given
      })
    await client.connect()
    const arrays = await client.query<{ oid: string }>(ENUM_ARRAYS)
    const enumArrays = new Set(arrays.rows.map(({ oid }) => Number(oid)))
    return new Session({ address, client, stream, options }, { version, key, enumArrays })
  }

  /** Whether another statement can be sent. */
  get isUsable(): boolean {
    return !this.#stream.destroyed && this.#stream.writable
  }

  /** Runs one or several texts of this engine. @throws server and connection errors */
  async exec(text: string): Promise<void> {
    this.#stream.expect(STATEMENT_BYTES)
    await this.#client.query(text)
  }

  /** Runs one statement. @throws MalformedFrame, server and connection errors */
  async read(text: string, values: readonly (string | null)[], sink: RowSink): Promise<void> {
    const expectMore = () => this.#stream.expect(STATEMENT_BYTES)
    expectMore()
    // Memory is bounded per row, not by their sum.
    const row: RowSink['row'] = (cells) => {
      expectMore()
      return sink.row(cells)
    }
    await this.#client.query(new Portal(text, values, { fields: (fields) => sink.fields(fields), row })).ended
  }

  /** Lets the process exit until the connection is used again; reports if it closes. */
  allowExit(onEnd: () => void): void {
    this.#stream.expect(IDLE_BYTES)
    this.#stream.unref().once('close', onEnd)
  }

  preventExit(onEnd: () => void): void {
    this.#stream.ref().off('close', onEnd)
  }

  /** Cancels a statement from a second connection, waits up to two seconds, and closes the connection in any case. */
  async stop(running: Promise<unknown>): Promise<void> {
    let hasEnded = false
    const ended = running.catch(() => {}).then(() => (hasEnded = true))
    const late = AbortSignal.timeout(CANCEL_MS)
    try {
      while (!hasEnded) {
        if (this.#key === undefined || !this.isUsable) await rejectOnAbort(ended, late)
        else await cancelStatement(this.address, this.#key, this.#options.allowPrivateHosts, late)
        // The server silently ignores a request that arrives before the statement.
        await rejectOnAbort(Promise.race([ended, delay(CANCEL_AGAIN_MS, undefined, { ref: false })]), late)
      }
    } catch {
      // The server notices the closed connection later.
    } finally {
      this.destroy()
    }
  }

  /** Closes the connection; the server rolls back. */
  destroy(): void {
    this.#stream.destroy()
  }

  /** Closes the connection with a Terminate message, within a second. */
  async close(): Promise<void> {
    const late = new AbortController()
    // An idle or ended connection does not keep the process alive, so this timer must.
    const timer = setTimeout(() => late.abort(), STOP_MS)
    try {
      if (this.isUsable) await rejectOnAbort(this.#client.end(), late.signal)
    } catch {
      // Closed without a Terminate message.
    } finally {
      clearTimeout(timer)
      this.destroy()
    }
  }
}

interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}

const ENUM_ARRAYS =
  "SELECT typarray::pg_catalog.text AS oid FROM pg_catalog.pg_type WHERE typtype = 'e' AND typarray <> 0 LIMIT 1000"

const logIn = async (address: ServerAddress, options: SessionOptions, signal: AbortSignal): Promise<Session> => {
  const stream = new ServerStream(await dial(address, options.allowPrivateHosts, signal))
  stream.expect(LOGIN_BYTES)
  try {
    return await rejectOnAbort(Session.of(address, options, new BareClient(address, stream), stream), signal)
  } catch (error) {
    stream.destroy()
    throw error
  }
}

const isTimeUp = (reason: unknown): boolean => reason instanceof Problem && reason.problem === 'query_timeout'

/**
 * The driver without its defaults, which come from environment variables (`PGOPTIONS`, `PGPASSWORD` and others) and
 * `~/.pgpass`, and belong to the operator, not the customer.
 */
class BareClient extends pg.Client {
  readonly #startup: Readonly<Record<string, string>>

  constructor({ host, port, user, password, database }: ServerAddress, stream: ServerStream) {
    super({
      host,
      port,
      user,
      database,
      // For an empty password the driver would look in other places, but not for a function.
      password: () => password,
      ssl: false,
      sslnegotiation: 'postgres',
      connectionTimeoutMillis: 0,
      stream: () => stream,
    })
    this.#startup = { user, database, application_name: 'tabletalk' }
    this.on('error', () => {})
  }

  /** The driver's startup parameters, to which it adds UTF-8; all other settings are per transaction. */
  getStartupConf(): Readonly<Record<string, string>> {
    return this.#startup
  }
}
