import { setTimeout as delay } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { readRuntime } from '../local/home/runtime-file.ts'
import { type MissingIndex, missingText } from '../store/readiness/missing-index.ts'
import type { PreparedStore } from '../store/readiness/prepare-store.ts'
import { StoreUnusable } from '../store/store-unusable.ts'
import type { TemporalUnusable } from '../temporal/namespace.ts'
import { CommandFailed } from './command-failed.ts'
import { durationMs } from './option-values.ts'
import { printJson } from './print.ts'
import { processTerminal, type Terminal } from './terminal.ts'

const EXAMPLES = `
Examples:
  $ MONGODB_URI=mongodb://… TEMPORAL_ADDRESS=temporal:7233 tabletalk prepare
  $ tabletalk prepare --wait 0 --json

The command is idempotent and safe to run concurrently. API and worker do the same when they start; if you run it before
them, they start faster. The exit status is 0 if everything is prepared.`

interface PrepareOptions {
  readonly wait: number
  readonly json?: boolean
}

/** `tabletalk prepare`: creates indexes, runs migrations, and registers search attributes of Temporal. */
export const registerPrepare = (program: Command): void => {
  program
    .command('prepare')
    .summary('prepare the store and Temporal for this version')
    .description('Creates indexes, runs migrations, and registers search attributes if TEMPORAL_ADDRESS is set.')
    .option('--wait <time>', 'how long to wait for servers to become available, for example 90s or 5m', waitOf, WAIT_MS)
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action(({ wait, json }: PrepareOptions) => prepare(readConfig(), { waitMs: wait, json: json === true }))
}

const WAIT_MS = 300_000
const WAIT_MS_MAX = 86_400_000

/** Parses seconds, or a duration with its unit, into ms. */
const waitOf = (text: string): number => {
  const ms = /^[0-9]{1,6}$/.test(text) ? Number(text) * 1_000 : durationMs(text)
  if (ms !== undefined && ms <= WAIT_MS_MAX) return ms
  throw new InvalidArgumentError('It must be a duration of at most 1d, for example 300, 90s or 5m.')
}

const prepare = async (config: Config, { waitMs, json }: { waitMs: number; json: boolean }): Promise<void> => {
  const mongoUri = config.mongoUri ?? (await readRuntime(config.home))?.mongodb_uri
  if (mongoUri === undefined) throw new ConfigError('Set MONGODB_URI to the store to prepare.')
  const { prepareStore } = await import('../store/readiness/prepare-store.ts')
  const onWaiting = () => note('Another process is migrating this store; waiting for it to finish.')
  const until = performance.now() + waitMs
  const store = await untilDone(until, StoreUnusable, () => prepareStore(mongoUri, { onWaiting }))
  const { address, namespace, credentials } = config.temporal
  const isDeclared = address !== undefined
  if (isDeclared) {
    // Loaded only with TEMPORAL_ADDRESS, because the client is large.
    const { declareSearchAttributes, TemporalUnusable } = await import('../temporal/namespace.ts')
    await untilDone(until, TemporalUnusable, () => declareSearchAttributes({ address, namespace, credentials }))
  }
  report(processTerminal(), { store, isDeclared, json })
  const { missing } = store.indexes
  if (missing.length > 0) throw new CommandFailed(missing.map(sentence).join('\n'))
}

const sentence = (one: MissingIndex): string => {
  const text = missingText(one)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const note = (text: string): void => console.error(text)

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 5_000

/** Retries temporary failures until the deadline; each distinct message is noted once. */
const untilDone = async <Value>(
  until: number,
  Passing: typeof StoreUnusable | typeof TemporalUnusable,
  attempt: () => Promise<Value>,
): Promise<Value> => {
  let noted = ''
  for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, LAST_RETRY_MS)) {
    try {
      return await attempt()
    } catch (error) {
      const left = until - performance.now()
      if (!(error instanceof Passing) || left <= 0) throw error
      if (error.message !== noted) note(`${error.message} Trying again.`)
      noted = error.message
      await delay(Math.min(retryMs, left))
    }
  }
}

const report = (
  terminal: Terminal,
  { store, isDeclared, json }: { readonly store: PreparedStore; readonly isDeclared: boolean; readonly json: boolean },
): void => {
  const { indexes, version, migrations } = store
  if (json) {
    const missing = indexes.missing.map(missingText)
    const shown = { standing: indexes.standing, made: indexes.made, missing }
    printJson(terminal, { version, migrations, indexes: shown, search_attributes: isDeclared })
    return
  }
  const done = migrations.length === 0 ? 'no migration was pending' : `migrations done: ${migrations.join(', ')}`
  const lines = [
    `The store has version ${version}: ${done}.`,
    `${indexes.standing} indexes exist, ${indexes.made} of them created now.`,
    isDeclared
      ? 'Search attributes are registered in Temporal.'
      : 'TEMPORAL_ADDRESS is not set: Temporal was not prepared.',
  ]
  terminal.write(`${lines.join('\n')}\n`)
}
