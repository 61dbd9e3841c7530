import pg from 'pg'
import type { ServerAddress } from '../../shared/connect/server-address.ts'
import type { ServerStream } from './server-stream.ts'

/**
 * The driver without its defaults: it would fill whatever is missing from variables of the environment (`PGOPTIONS`,
 * `PGPASSWORD` and a dozen others) and from `~/.pgpass`, which are the operator's and not the customer's.
 */
export class BareClient extends pg.Client {
  readonly #startup: Readonly<Record<string, string>>

  constructor({ host, port, user, password, database }: ServerAddress, stream: ServerStream) {
    super({
      ...{ host, port, user, database },
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
