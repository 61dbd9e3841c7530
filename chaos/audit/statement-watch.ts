import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Statement } from './evidence.ts'

const EVERY_MS = 200
const TAG = 'tabletalk '
const RUNNING = `SELECT pid, application_name AS tag FROM pg_stat_activity
  WHERE application_name LIKE '${TAG}%' AND state <> 'idle' AND pid <> pg_backend_pid()`

/** Looks every moment which statements of turns run in the customer's database, whatever becomes of that. */
export class StatementWatch {
  readonly #address: string
  readonly #seen: Statement[] = []
  readonly #ended: Promise<void>
  #closed = false
  #client: pg.Client | undefined

  constructor(address: string) {
    this.#address = address
    this.#ended = this.#watch()
  }

  get seen(): readonly Statement[] {
    return this.#seen
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#ended
  }

  async #watch(): Promise<void> {
    while (!this.#closed) {
      await this.#look().catch(() => this.#forget())
      await delay(EVERY_MS)
    }
    await this.#forget()
  }

  async #look(): Promise<void> {
    this.#client ??= await connected(this.#address)
    const { rows } = await this.#client.query<{ pid: number; tag: string }>(RUNNING)
    const at = Date.now()
    for (const { pid, tag } of rows) this.#seen.push({ turnId: tag.slice(TAG.length), pid, at })
  }

  async #forget(): Promise<void> {
    await this.#client?.end().catch(() => undefined)
    this.#client = undefined
  }
}

const connected = async (address: string): Promise<pg.Client> => {
  const client = new pg.Client(address)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
