import { OperatorError } from '../platform/problems/operator-error.ts'
import type { TemporalCredentials } from './access.ts'
import { connectTemporal, type TemporalClient } from './connection.ts'
import { ensureSearchAttributes, SearchAttributesMissing } from './search-attributes.ts'
import { explainTemporalError, isExplainedError, pingOrDiagnose } from './temporal-errors.ts'

/** A Temporal server that cannot be used. The message contains cause and advice in one sentence. */
export class TemporalUnusable extends OperatorError {
  override readonly name = 'TemporalUnusable'
}

/** A namespace of a Temporal server, with credentials. */
interface TemporalNamespace {
  readonly address: string
  readonly namespace: string
  readonly credentials: TemporalCredentials
}

const RESPONSE_TIMEOUT_MS = 5_000

/** Checks that a namespace exists and is accessible. @throws TemporalUnusable */
export const checkNamespace = (server: TemporalNamespace): Promise<void> =>
  withNamespace(server, async (client) => {
    const { namespace } = server
    const describe = () => client.workflowService.describeNamespace({ namespace })
    await client.withDeadline(Date.now() + RESPONSE_TIMEOUT_MS, describe)
  })

/** Declares the search attributes of turns in a namespace. @throws TemporalUnusable */
export const declareSearchAttributes = (server: TemporalNamespace): Promise<void> =>
  withNamespace(server, (client) => ensureSearchAttributes(client, server.namespace))

const withNamespace = async (
  { address, namespace, credentials }: TemporalNamespace,
  request: (client: TemporalClient) => Promise<void>,
): Promise<void> => {
  const access = { ...credentials, address }
  const client = connectTemporal({ ...access, namespace, dataConverter: {} })
  try {
    await pingOrDiagnose(() => request(client), access)
  } catch (cause) {
    if (cause instanceof SearchAttributesMissing) throw new TemporalUnusable(cause.message, { cause })
    if (!isExplainedError(cause)) throw cause
    throw new TemporalUnusable(await explainTemporalError(cause, access, namespace), { cause })
  } finally {
    await client.connection.close()
  }
}
