import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fillCustomerDatabase, readersAddress, STATEMENTS_LOGGED } from '../../../chaos/world/customer-database.ts'
import { docker, dockerOr } from '../docker/docker.ts'

/** What a deployment finds outside of itself: a customer's database and a model, each a container beside it. */
export interface Outside {
  /** Of the customer's database as the service is told it: a role that may read. */
  readonly databaseUrl: string
  /** Of the same as its owner reaches it from here. */
  readonly ownerUrl: string
  /** What the model was asked. */
  readonly modelJournal: string
  /** Every statement that the database ran, as it wrote them down. */
  statementLog(): Promise<string>
}

export interface OutsideSettings {
  /** Their names begin with it. */
  readonly prefix: string
  /** Of the product, which reaches databases and models through it. */
  readonly network: string
  /** For what the model writes down. */
  readonly folder: string
  /** The checkout with the program of the model. */
  readonly root: string
  readonly images: { readonly postgres: string; readonly node: string }
}

const OWNER = 'owner'
const STARTS_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 300
const MODEL_PORT = 8080
const MODEL = 'chaos/processes/model.ts'

/** Where the product reaches the model. */
export const modelUrl = (prefix: string): string => `http://${namesOf(prefix).model}:${MODEL_PORT}/v1`

/** Starts both in a network that exists. */
export const startOutside = async (settings: OutsideSettings): Promise<Outside> => {
  const { prefix, network, folder, root, images } = settings
  mkdirSync(folder, { recursive: true })
  const { database, model } = namesOf(prefix)
  const common = ['run', '--detach', '--network', network]
  const options = [...STATEMENTS_LOGGED, 'max_connections=300'].flatMap((option) => ['-c', option])
  const user = ['--env', `POSTGRES_USER=${OWNER}`, '--env', `POSTGRES_PASSWORD=${OWNER}`]
  await docker([...common, '--name', database, ...user, images.postgres, 'postgres', ...options])
  const mounts = ['--volume', `${root}:/src:ro`, '--volume', `${folder}:/journal`, '--workdir', '/src']
  const command = ['node', '--disable-warning=ExperimentalWarning', MODEL, '/journal/model.jsonl']
  await docker([...common, '--name', model, ...mounts, images.node, ...command, String(MODEL_PORT), '0.0.0.0'])
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
  const ownerUrl = `postgres://${OWNER}:${OWNER}@${await docker(['inspect', '--format', format, database])}:5432/${OWNER}`
  await fill(ownerUrl)
  return {
    ownerUrl,
    databaseUrl: readersAddress(`postgres://${OWNER}@${database}:5432/${OWNER}`),
    modelJournal: path.join(folder, 'model.jsonl'),
    statementLog: () => docker(['logs', database], { both: true }),
  }
}

export const removeOutside = async (prefix: string): Promise<void> => {
  await dockerOr(['rm', '--force', '--volumes', ...Object.values(namesOf(prefix))])
}

const namesOf = (prefix: string) => ({ database: `${prefix}-customers`, model: `${prefix}-model` })

const fill = async (ownerUrl: string): Promise<void> => {
  const client = await connected(ownerUrl)
  try {
    await fillCustomerDatabase(client)
  } finally {
    await client.end()
  }
}

const connected = async (url: string): Promise<pg.Client> => {
  const deadline = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (Date.now() > deadline) throw error
      await sleep(LOOK_AGAIN_MS)
    }
  }
}
