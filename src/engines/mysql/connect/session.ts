import { once } from 'node:events'
import type { Connection as Driver, FieldPacket } from 'mysql2'
import mysql from 'mysql2'
import type { BoundValue } from '../../../guard/restriction.ts'
import { orAborted } from '../../../platform/network/or-aborted.ts'
import type { BoundedStream } from './bounded-stream.ts'
import type { Login } from './login.ts'

/** What a server may send for one of our own questions: the columns of all its tables, for example. */
const OWN_BYTES_MAX = 64 * 1024 * 1024
/** What it may send before the first row: names and types of columns. */
const COLUMNS_BYTES_MAX = 1024 * 1024

/** The connection ended while something was asked of it. */
export class Lost extends Error {}

/** A server may answer any statement with a wish for a file of this machine; that ends the connection. */
const ALWAYS = {
  rowsAsArray: true,
  infileStreamFactory: () => {
    throw new Lost('the server asked for a file')
  },
}

export interface Reader {
  /** What may come on the wire before the next row is complete, in bytes: what bounds memory is one row, not their sum. */
  readonly rowBytesMax: number
  columns(columns: readonly FieldPacket[]): void
  /** @returns whether more rows are wanted */
  row(values: readonly unknown[]): boolean
}

/** One connection to a server, as the rest of this engine uses it. */
export class Session {
  readonly #driver: Driver
  readonly #stream: BoundedStream
  /** A signal, for a promise that stays pending would keep what every race with it has brought. */
  readonly #lost = new AbortController()
  #alive = true
  #paused = false

  constructor({ driver, stream }: Login) {
    this.#driver = driver
    this.#stream = stream
    const end = (cause: unknown) => {
      this.#alive = false
      this.#lost.abort(cause)
    }
    driver.on('error', (error: Error) => {
      end(error)
      stream.destroy()
    })
    stream.once('error', end)
    stream.once('close', () => end(new Lost('the connection was closed')))
  }

  get alive(): boolean {
    return this.#alive
  }

  /** Settles when the connection is gone, or when nothing more is read of it. */
  async gone(): Promise<void> {
    const { signal } = this.#lost
    if (!this.#paused && !signal.aborted) await once(signal, 'abort')
  }

  /** Whether the connection keeps this process alive. */
  hold(kept: boolean): void {
    this.#stream.hold(kept)
  }

  destroy(): void {
    this.#stream.destroy()
  }

  /** Takes leave of the server. */
  end(): void {
    this.#alive = false
    this.#driver.end()
  }

  /**
   * Asks a question of our own, in which nothing of a caller may be written.
   *
   * @returns rows as arrays, in the order of the columns
   * @throws what the server or the driver says
   */
  async own(sql: string): Promise<readonly (readonly unknown[])[]> {
    this.#stream.allow(OWN_BYTES_MAX)
    const { promise, resolve, reject } = Promise.withResolvers<readonly (readonly unknown[])[]>()
    this.#driver.query({ sql, ...ALWAYS }, (error, rows: unknown) => {
      if (error === null) resolve(Array.isArray(rows) ? rows.filter(Array.isArray) : [])
      else reject(error)
    })
    return await orAborted(promise, this.#lost.signal)
  }

  /**
   * Runs one statement of the loader; its values are bound.
   *
   * @throws what the server or the driver says
   */
  async write(sql: string, values: readonly (string | number | bigint | null)[]): Promise<void> {
    this.#stream.allow(OWN_BYTES_MAX)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#driver.execute({ sql, ...ALWAYS, values: values.map(bound) }, (error) =>
      error === null ? resolve() : reject(error),
    )
    await orAborted(promise, this.#lost.signal)
  }

  /**
   * Runs one statement that reads, by the protocol of prepared statements: values are never written into it.
   *
   * @returns whether all rows were read; otherwise the server may still be sending
   * @throws what the server or the driver says
   */
  async read(sql: string, values: readonly BoundValue[], reader: Reader): Promise<boolean> {
    this.#stream.allow(COLUMNS_BYTES_MAX)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const command = this.#driver.execute({ sql, ...ALWAYS, values: values.map(bound) })
    command.on('fields', (columns: FieldPacket[] | undefined) => {
      this.#stream.allow(reader.rowBytesMax)
      if (columns !== undefined) reader.columns(columns)
    })
    let wanted = true
    command.on('result', (row: unknown) => {
      if (!Array.isArray(row) || !wanted) return
      this.#stream.allow(reader.rowBytesMax)
      wanted = reader.row(row)
      if (wanted) return
      // What the server sends after it is not even taken.
      this.#driver.pause()
      this.#paused = true
      resolve(false)
    })
    command.on('error', reject)
    command.on('end', () => resolve(true))
    try {
      return await orAborted(promise, this.#lost.signal)
    } finally {
      if (this.#alive && wanted) this.#driver.unprepare(sql)
    }
  }
}

/** Numbers travel as numbers: a text would be compared as a floating point number. */
const bound = (value: BoundValue | number) => (typeof value === 'bigint' ? mysql.TypedParameter.BIGINT(value) : value)
