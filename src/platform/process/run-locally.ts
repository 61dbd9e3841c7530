import type { Config } from '../../config.ts'
import { takeHome } from '../../local/home/take-home.ts'
import { createProgress, type Progress } from '../../local/progress.ts'
import { storeMembersFinding } from '../../local/servers/members-finding.ts'
import { type LocalServers, startLocal } from '../../local/start-local.ts'
import { deriveKey } from '../../store/sealer.ts'
import { parseStoreAddress } from '../../store/store-address.ts'
import { Mendable } from '../problems/mendable.ts'
import { onInterruption } from './interruption.ts'

/** What goes on while local servers run. */
export interface LocalWork<P> {
  /** False: the API is a process of its own. */
  readonly withApi: boolean
  /** Begun beside the servers, when the home folder is ours. */
  prepare(home: string, progress: Progress): Promise<P>
  /** Ends when `ending` is aborted; the servers run until then. */
  run(local: LocalServers, prepared: P, context: { progress: Progress; ending: AbortSignal }): Promise<void>
}

class Interrupted extends Error {}

/** Whatever hangs by then is left behind: the servers are killed and the process ends. */
const STOP_MS = 15_000

/**
 * Takes the home folder, runs servers and work on them until Ctrl-C, and leaves nothing behind.
 * @throws what keeps servers or work from running
 */
export const runLocally = async <P>(config: Config, { withApi, prepare, run }: LocalWork<P>): Promise<void> => {
  await requireGivenServers(config)
  const progress = createProgress(process.stderr)
  const ending = new AbortController()
  let local: LocalServers | undefined
  const endAtOnce = (): void => {
    local?.kill()
    process.exit(130)
  }
  const release = onInterruption({
    first() {
      progress.note('Stopping …')
      ending.abort(new Interrupted())
      setTimeout(endAtOnce, STOP_MS).unref()
    },
    again: endAtOnce,
  })
  const onGivenUp = (error: Error): void => ending.abort(error)
  try {
    const home = await takeHome(config.home, { secret: config.secret, progress })
    try {
      const preparing = prepare(home.path, progress)
      preparing.catch(() => undefined)
      const codecSecret = config.codecSecret ?? ownCodecSecret(config, { withApi, secret: home.secret })
      local = await startLocal(
        home,
        { ...config, codecSecret },
        { progress, withApi, signal: ending.signal, onGivenUp },
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

/** Only who starts both ends may open the codec unasked: the API that decodes, and the UI that is told its secret. */
const ownCodecSecret = (
  { temporal }: Config,
  { withApi, secret }: { withApi: boolean; secret: string },
): string | undefined =>
  withApi && temporal.address === undefined ? deriveKey(secret, 'codec').toString('base64url') : undefined

/** Resolves when the signal is aborted, whatever the reason. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Servers that the settings name do not respond. */
class GivenServersUnreachable extends Mendable {
  override readonly name = 'GivenServersUnreachable'
}

/** Checks that the servers that the settings name respond, before others are started. @throws GivenServersUnreachable */
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
  // Heavy: it is needed only where somebody has a Temporal of their own.
  const { requireNamespace, TemporalUnusable } = await import('../../temporal/ask-namespace.ts')
  try {
    await requireNamespace({ address, namespace, credentials })
    return undefined
  } catch (error) {
    if (error instanceof TemporalUnusable) return error.message
    throw error
  }
}
