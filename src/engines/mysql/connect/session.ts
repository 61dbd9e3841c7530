import { once } from 'node:events'
import type { Connection as Driver, FieldPacket } from 'mysql2'
import mysql from 'mysql2'
import type { BoundValue } from '../../../guard/restriction.ts'
import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import type { BoundedStream } from './bounded-stream.ts'
import type { Login } from './login.ts'

/** Byte limit for responses to our own queries, for example the columns of all tables. */
const OWN_BYTES_MAX = 64 * 1024 * 1024
/** Byte limit before the first row: column names and types. */
const COLUMNS_BYTES_MAX = 1024 * 1024

/** The connection ended during a request. */
class ConnectionLost extends Error {}

/** A server may answer any statement with a request for a local file; that ends the connection. */
const QUERY_OPTIONS = {
  rowsAsArray: true,
  infileStreamFactory: () => {
    throw new ConnectionLost('the server asked for a file')
  },
}

export interface Reader {
  /** Byte limit for one row on the wire; memory is bounded per row, not by their sum. */
  readonly rowBytesMax: number
  columns(columns: readonly FieldPacket[]): void
  /** @returns whether more rows are wanted */
  row(values: readonly unknown[]): boolean
}

/** A connection to a server. */
export class Session {
  readonly #driver: Driver
  readonly #stream: BoundedStream
  /** A signal rather than a promise: a pending promise would retain the results of every race with it. */
  readonly #lost = new AbortController()
  #isAlive = true
  #isPaused = false

  constructor({ driver, stream }: Login) {
    this.#driver = driver
    this.#stream = stream
    const end = (cause: unknown) => {
      this.#isAlive = false
      this.#lost.abort(cause)
    }
    driver.on('error', (error: Error) => {
      end(error)
      stream.destroy()
    })
    stream.once('error', end)
    stream.once('close', () => end(new ConnectionLost('the connection was closed')))
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  /** Settles when the connection is closed, or when reading from it has stopped. */
  async closed(): Promise<void> {
    const { signal } = this.#lost
    if (!this.#isPaused && !signal.aborted) await once(signal, 'abort')
  }

  /** Whether the connection keeps this process alive. */
  setRef(isHeld: boolean): void {
    this.#stream.setRef(isHeld)
  }

  destroy(): void {
    this.#stream.destroy()
  }

  /** Closes the connection with the protocol's quit message. */
  end(): void {
    this.#isAlive = false
    this.#driver.end()
  }

  /**
   * Runs a query of our own; it must not contain anything of a caller.
   *
   * @returns rows as arrays, in column order
   * @throws server or driver errors
   */
  async queryInternal(sql: string): Promise<readonly (readonly unknown[])[]> {
    this.#stream.resetLimit(OWN_BYTES_MAX)
    const { promise, resolve, reject } = Promise.withResolvers<readonly (readonly unknown[])[]>()
    this.#driver.query({ sql, ...QUERY_OPTIONS }, (error, rows: unknown) => {
      if (error === null) resolve(Array.isArray(rows) ? rows.filter(Array.isArray) : [])
      else reject(error)
    })
    return await rejectOnAbort(promise, this.#lost.signal)
  }

  /** Runs a loader statement with bound values. @throws server or driver errors */
  async write(sql: string, values: readonly (string | number | bigint | null)[]): Promise<void> {
    this.#stream.resetLimit(OWN_BYTES_MAX)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#driver.execute({ sql, ...QUERY_OPTIONS, values: values.map(bound) }, (error) =>
      error === null ? resolve() : reject(error),
    )
    await rejectOnAbort(promise, this.#lost.signal)
  }

  /**
   * Runs a read statement as a prepared statement: values are never part of its text.
   *
   * @returns whether all rows were read; otherwise the server may still be sending
   * @throws server or driver errors
   */
  async read(sql: string, values: readonly BoundValue[], reader: Reader): Promise<boolean> {
    this.#stream.resetLimit(COLUMNS_BYTES_MAX)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const command = this.#driver.execute({ sql, ...QUERY_OPTIONS, values: values.map(bound) })
    command.on('fields', (columns: FieldPacket[] | undefined) => {
      this.#stream.resetLimit(reader.rowBytesMax)
      if (columns !== undefined) reader.columns(columns)
    })
    let isMoreWanted = true
    command.on('result', (row: unknown) => {
      if (!Array.isArray(row) || !isMoreWanted) return
      this.#stream.resetLimit(reader.rowBytesMax)
      isMoreWanted = reader.row(row)
      if (isMoreWanted) return
      // Stop reading what the server sends after it.
      this.#driver.pause()
      this.#isPaused = true
      resolve(false)
    })
    command.on('error', reject)
    command.on('end', () => resolve(true))
    try {
      return await rejectOnAbort(promise, this.#lost.signal)
    } finally {
      if (this.#isAlive && isMoreWanted) this.#driver.unprepare(sql)
    }
  }
}

/** Integers are sent as integers: the server would compare a text as floating point. */
const bound = (value: BoundValue | number) => (typeof value === 'bigint' ? mysql.TypedParameter.BIGINT(value) : value)
