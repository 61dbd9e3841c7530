import { NativeConnection, TransportError, type Worker } from '@temporalio/worker'
import type { App } from '../src/app.ts'
import { connectionOptions } from '../src/temporal/access.ts'
import { retryUntilAnswered } from '../src/temporal/retry-until-answered.ts'
import { ensureSearchAttributes, SearchAttributesMissing } from '../src/temporal/search-attributes.ts'
import { isExplainedError, pingOrDiagnose } from '../src/temporal/temporal-errors.ts'

interface ConnectedWorker {
  readonly worker: Worker
  readonly connection: NativeConnection
}

const ANSWERS_WITHIN_MS = 5_000

/** Longer than any connection takes that is made at all. */
const CONNECTED_WITHIN_MS = 10_000

/**
 * Creates a worker once Temporal, its namespace and the search attributes of turns exist, and reports what it waits
 * for.
 *
 * @returns undefined when `signal` was aborted first
 * @throws errors that waiting does not mend
 */
export const whenTemporalAnswers = async (
  app: App,
  {
    address,
    signal = new AbortController().signal,
  }: { readonly address: string; readonly signal?: AbortSignal | undefined },
  create: (connection: NativeConnection) => Promise<Worker>,
): Promise<ConnectedWorker | undefined> => {
  let wasAway = false
  const begin = async (): Promise<ConnectedWorker> => {
    // Asked by the client first: it says why it is refused, and the worker's own connection does not.
    await pingOrDiagnose(() => app.turns.ping(ANSWERS_WITHIN_MS), { ...app.temporal.access, address })
    await ensureSearchAttributes(app.temporal.client, app.config.temporal.namespace)
    const connection = await connected({ ...app.temporal.access, address })
    try {
      return { worker: await create(connection), connection }
    } catch (error) {
      await connection.close()
      throw error
    }
  }
  const report = (reason: string): void => {
    wasAway = true
    app.observe({ kind: 'temporal_unreachable', reason })
  }
  try {
    const begun = await retryUntilAnswered(begin, reasonIn(app), { signal, report })
    if (wasAway) app.observe({ kind: 'temporal_reachable' })
    return begun
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

const reasonIn =
  ({ temporal: { reason: temporalReason } }: Pick<App, 'temporal'>) =>
  async (error: unknown): Promise<string> => {
    if (error instanceof SearchAttributesMissing) return error.message
    if (error instanceof TransportError || isExplainedError(error)) return await temporalReason(error)
    throw error
  }

/** The SDK waits for a host that swallows what is sent to it for as long as the system does: minutes. */
const connected = async (access: App['temporal']['access']): Promise<NativeConnection> => {
  const connecting = NativeConnection.connect(connectionOptions(access))
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TransportError('no connection in time')), CONNECTED_WITHIN_MS)
  try {
    return await Promise.race([connecting, late.promise])
  } catch (error) {
    connecting.then((connection) => connection.close()).catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
