import pg from 'pg'

export interface ResultField {
  readonly name: string
  readonly dataTypeID: number
  readonly dataTypeModifier: number
}

/** Receives a result as it arrives, with cells as the server's text. */
export interface RowSink {
  fields(fields: readonly ResultField[]): void
  /** @returns whether more rows are wanted */
  row(cells: readonly (string | null)[]): boolean
}

const BATCH_ROWS = 100

/**
 * One statement in the extended protocol: it rejects several statements in one text, and rows come in batches, so that
 * reading can stop. Passed to `pg` as a custom query.
 */
export class Portal implements pg.Submittable {
  readonly ended: Promise<void>
  readonly #text: string
  readonly #values: (string | null)[]
  readonly #sink: RowSink
  readonly #resolve: () => void
  readonly #reject: (error: Error) => void
  #isMoreWanted = true

  constructor(text: string, values: readonly (string | null)[], sink: RowSink) {
    this.#text = text
    this.#values = [...values]
    this.#sink = sink
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ended = promise
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork()
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.bind({ values: this.#values }, true)
    connection.describe({ type: 'P', name: '' }, true)
    fetchRows(connection)
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly ResultField[] }): void {
    this.#sink.fields(fields)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#isMoreWanted) this.#isMoreWanted = this.#sink.row(fields)
  }

  handlePortalSuspended(connection: pg.Connection): void {
    if (this.#isMoreWanted) fetchRows(connection)
    else connection.sync()
  }

  handleCommandComplete(_message: unknown, connection: pg.Connection): void {
    connection.sync()
  }

  handleEmptyQuery(connection: pg.Connection): void {
    connection.sync()
  }

  handleCopyInResponse(connection: pg.Connection): void {
    connection.stream.destroy(new Error('the server wants to copy'))
  }

  handleCopyData(_message: unknown, connection: pg.Connection): void {
    connection.stream.destroy(new Error('the server copies'))
  }

  handleError(error: Error, connection: pg.Connection): void {
    // Required before the server accepts another message.
    if (error instanceof pg.DatabaseError) connection.sync()
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve()
  }
}

/** Execute with a row limit, which the driver's types declare as a text, and Flush. */
const fetchRows = (connection: pg.Connection): void => {
  const execute = Buffer.alloc(10)
  execute.write('E')
  execute.writeInt32BE(9, 1)
  execute.writeInt32BE(BATCH_ROWS, 6)
  connection.stream.write(execute)
  connection.flush()
}
