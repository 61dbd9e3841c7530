import type { Config } from '../../config.ts'
import { acquireHome } from '../../local/home/acquire-home.ts'
import { createProgress, type Progress } from '../../local/progress.ts'
import { storeMembersFinding } from '../../local/servers/members-finding.ts'
import { type LocalServers, startLocal } from '../../local/start-local.ts'
import { deriveKey } from '../../store/sealer.ts'
import { parseStoreAddress } from '../../store/store-address.ts'
import { OperatorError } from '../problems/operator-error.ts'
import { onStopSignal } from './stop-signal.ts'

/** The work of a process that runs local servers. */
interface LocalWork<P> {
  /** False: the API runs in a separate process. */
  readonly withApi: boolean
  /** Runs while the servers start. Loading modules blocks this process, which launches the servers before. */
  prepare(home: string, progress: Progress): Promise<P>
  /** Must end when `ending` aborts; the servers run until then. */
  run(local: LocalServers, prepared: P, context: { progress: Progress; ending: AbortSignal }): Promise<void>
}

class Interrupted extends Error {}

/** Time limit of a graceful stop; then the servers are killed and the process exits. */
const STOP_MS = 15_000

/**
 * Locks the home folder, runs servers and the work until Ctrl-C, and cleans up.
 * @throws errors of servers or work
 */
export const runLocally = async <P>(config: Config, { withApi, prepare, run }: LocalWork<P>): Promise<void> => {
  await requireGivenServers(config)
  const progress = createProgress(process.stderr)
  const ending = new AbortController()
  let local: LocalServers | undefined
  const exitNow = (): void => {
    local?.kill()
    process.exit(130)
  }
  const release = onStopSignal({
    first() {
      progress.note('Stopping …')
      ending.abort(new Interrupted())
      setTimeout(exitNow, STOP_MS).unref()
    },
    again: exitNow,
  })
  const onGivenUp = (error: Error): void => ending.abort(error)
  try {
    const home = await acquireHome(config.home, { secret: config.secret, progress })
    try {
      const launched = Promise.withResolvers<void>()
      const preparing = launched.promise.then(() => prepare(home.path, progress))
      preparing.catch(() => undefined)
      const codecSecret = config.codecSecret ?? ownCodecSecret(config, { withApi, secret: home.secret })
      local = await startLocal(
        home,
        { ...config, codecSecret },
        { progress, withApi, signal: ending.signal, onLaunched: launched.resolve, onGivenUp },
      )
      try {
        await run(local, await preparing, { progress, ending: ending.signal })
      } finally {
        await local.stop()
      }
    } finally {
      await home.release()
    }
    ending.signal.throwIfAborted()
  } catch (error) {
    if (!(ending.signal.reason instanceof Interrupted)) throw error
  } finally {
    release()
  }
}

/** The codec endpoint is enabled by default only if this process starts both the API, which decodes, and the UI, which gets the secret. */
const ownCodecSecret = (
  { temporal }: Config,
  { withApi, secret }: { withApi: boolean; secret: string },
): string | undefined =>
  withApi && temporal.address === undefined ? deriveKey(secret, 'codec').toString('base64url') : undefined

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Servers in the settings do not respond. */
class GivenServersUnreachable extends OperatorError {
  override readonly name = 'GivenServersUnreachable'
}

/** Checks that the servers in the settings respond, before others are started. @throws GivenServersUnreachable */
const requireGivenServers = async ({ mongoUri, temporal }: Pick<Config, 'mongoUri' | 'temporal'>): Promise<void> => {
  const [store, temporalTrouble] = await Promise.all([
    mongoUri === undefined ? undefined : storeMembersFinding(parseStoreAddress(mongoUri)),
    givenTemporalTrouble(temporal),
  ])
  const silent = [
    ...(store?.state === 'missing' ? [`The store cannot be reached. ${store.detail}`] : []),
    ...(temporalTrouble === undefined ? [] : [temporalTrouble]),
  ]
  if (silent.length === 0) return
  const help = 'Start this server, change its address, or unset the setting: then `npm start` runs one locally.'
  throw new GivenServersUnreachable([...silent, help].join('\n'))
}

const givenTemporalTrouble = async ({ address, namespace, credentials }: Config['temporal']) => {
  if (address === undefined) return undefined
  // Imported lazily: it is large, and needed only with an external Temporal.
  const { checkNamespace, TemporalUnusable } = await import('../../temporal/namespace.ts')
  try {
    await checkNamespace({ address, namespace, credentials })
    return undefined
  } catch (error) {
    if (error instanceof TemporalUnusable) return error.message
    throw error
  }
}
