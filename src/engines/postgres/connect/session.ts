import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { orAborted } from '../../../platform/network/or-aborted.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { ServerAddress } from '../../shared/connect/server-address.ts'
import { connectProblem } from './connect-problem.ts'
import { type BackendKey, cancelStatement, dial } from './dial.ts'
import { Portal, type RowSink } from './portal.ts'
import { ServerStream } from './server-stream.ts'

export interface SessionOptions {
  readonly allowPrivateHosts: boolean
  /** For finding, connecting and logging in. */
  readonly connectMs: number
}

const LOGIN_BYTES = 1024 * 1024
/** Before a row is complete, and of what is around a statement. */
const STATEMENT_BYTES = 64 * 1024 * 1024
/** An idle connection has nothing to say but settings that changed and that it ends. */
const IDLE_BYTES = 64 * 1024
/** For ending a statement, requests included. */
const CANCEL_MS = 2_000
const CANCEL_AGAIN_MS = 100
const STOP_MS = 1_000

/** A connection to a server that somebody logged in to. */
export class Session {
  readonly address: ServerAddress
  /** The server's major version; 0 where it does not say. */
  readonly serverVersion: number
  /** Types that are arrays of enumerations, which have other numbers in every database. */
  readonly enumArrays: ReadonlySet<number>
  readonly #client: BareClient
  readonly #stream: ServerStream
  readonly #key: BackendKey | undefined
  readonly #options: SessionOptions

  private constructor(
    made: { address: ServerAddress; client: BareClient; stream: ServerStream; options: SessionOptions },
    told: { version: number; key: BackendKey | undefined; enumArrays: ReadonlySet<number> },
  ) {
    this.address = made.address
    this.#client = made.client
    this.#stream = made.stream
    this.#options = made.options
    this.serverVersion = told.version
    this.#key = told.key
    this.enumArrays = told.enumArrays
  }

  /**
   * Connects and logs in.
   *
   * @throws Problem `database_unreachable`, `database_login_failed`, `database_connect_timeout`; the signal's reason
   * when it aborts, but for the end of the time that was left
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

  /** Whether a next statement can be sent. */
  get usable(): boolean {
    return !this.#stream.destroyed && this.#stream.writable
  }

  /** Runs texts of this engine's own, one or several. @throws what the server says, and errors of the connection */
  async exec(text: string): Promise<void> {
    this.#stream.expect(STATEMENT_BYTES)
    await this.#client.query(text)
  }

  /** Runs one statement. @throws BadFrame, what the server says, and errors of the connection */
  async read(text: string, values: readonly (string | null)[], sink: RowSink): Promise<void> {
    const expectMore = () => this.#stream.expect(STATEMENT_BYTES)
    expectMore()
    // What bounds memory is one row, not their sum.
    const row: RowSink['row'] = (cells) => {
      expectMore()
      return sink.row(cells)
    }
    await this.#client.query(new Portal(text, values, { fields: (fields) => sink.fields(fields), row })).ended
  }

  /** Keeps no process alive until it is used again; says when it ended by itself. */
  rest(onEnd: () => void): void {
    this.#stream.expect(IDLE_BYTES)
    this.#stream.unref().once('close', onEnd)
  }

  wake(onEnd: () => void): void {
    this.#stream.ref().off('close', onEnd)
  }

  /** Stops a statement from a second connection, gives it two seconds to end, and ends the connection in any case. */
  async stop(running: Promise<unknown>): Promise<void> {
    let hasEnded = false
    const ended = running.catch(() => {}).then(() => (hasEnded = true))
    const late = AbortSignal.timeout(CANCEL_MS)
    try {
      while (!hasEnded) {
        if (this.#key === undefined || !this.usable) await orAborted(ended, late)
        else await cancelStatement(this.address, this.#key, this.#options.allowPrivateHosts, late)
        // The server ignores a request that comes before the statement, and does not say so.
        await orAborted(Promise.race([ended, delay(CANCEL_AGAIN_MS, undefined, { ref: false })]), late)
      }
    } catch {
      // The server then finds the connection closed.
    } finally {
      this.destroy()
    }
  }

  /** Ends the connection; the server rolls back. */
  destroy(): void {
    this.#stream.destroy()
  }

  /** Says good-bye, for a second at most. */
  async close(): Promise<void> {
    const late = new AbortController()
    // A connection at rest, or one that the server has ended, keeps no process alive: whoever waits here must not be
    // the last thing that it does.
    const timer = setTimeout(() => late.abort(), STOP_MS)
    try {
      if (this.usable) await orAborted(this.#client.end(), late.signal)
    } catch {
      // It is closed, only not with a good-bye.
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
    return await orAborted(Session.of(address, options, new BareClient(address, stream), stream), signal)
  } catch (error) {
    stream.destroy()
    throw error
  }
}

const isTimeUp = (reason: unknown): boolean => reason instanceof Problem && reason.problem === 'query_timeout'

/**
 * The driver without its defaults: it would fill whatever is missing from variables of the environment (`PGOPTIONS`,
 * `PGPASSWORD` and a dozen others) and from `~/.pgpass`, which are the operator's and not the customer's.
 */
class BareClient extends pg.Client {
  readonly #startup: Readonly<Record<string, string>>

  constructor({ host, port, user, password, database }: ServerAddress, stream: ServerStream) {
    super({
      host,
      port,
      user,
      database,
      // An empty password counts as none, for which the driver looks elsewhere; a function is asked whatever it gives.
      password: () => password,
      ssl: false,
      sslnegotiation: 'postgres',
      connectionTimeoutMillis: 0,
      stream: () => stream,
    })
    this.#startup = { user, database, application_name: 'tabletalk' }
    this.on('error', () => {})
  }

  /** What the driver asks itself for its first message, to which it adds UTF-8; all else is set in each transaction. */
  getStartupConf(): Readonly<Record<string, string>> {
    return this.#startup
  }
}
