import { Mendable } from '../platform/problems/mendable.ts'
import type { TemporalCredentials } from './access.ts'
import { connectTemporal, type TemporalClient } from './connection.ts'
import { ensureSearchAttributes, SearchAttributesMissing } from './search-attributes.ts'
import { isTemporalTrouble, temporalTrouble, untilPinged } from './trouble.ts'

/** A Temporal server cannot be used as it is: one sentence that names the cause and says what to do. */
export class TemporalUnusable extends Mendable {
  override readonly name = 'TemporalUnusable'
}

/** The namespace of a Temporal server, for a process that asks it once. */
export interface TemporalNamespace {
  readonly address: string
  readonly namespace: string
  readonly credentials: TemporalCredentials
}

const ANSWERS_WITHIN_MS = 5_000

/** Checks that a namespace exists and that we have access to it. @throws TemporalUnusable */
export const requireNamespace = (place: TemporalNamespace): Promise<void> =>
  askNamespace(place, async (client) => {
    const { namespace } = place
    const describe = () => client.workflowService.describeNamespace({ namespace })
    await client.withDeadline(Date.now() + ANSWERS_WITHIN_MS, describe)
  })

/** Declares the search attributes of turns in a namespace. @throws TemporalUnusable */
export const declareSearchAttributes = (place: TemporalNamespace): Promise<void> =>
  askNamespace(place, (client) => ensureSearchAttributes(client, place.namespace))

const askNamespace = async (
  { address, namespace, credentials }: TemporalNamespace,
  ask: (client: TemporalClient) => Promise<void>,
): Promise<void> => {
  const access = { ...credentials, address }
  const client = connectTemporal({ ...access, namespace, dataConverter: {} })
  try {
    await untilPinged(() => ask(client), access)
  } catch (cause) {
    if (cause instanceof SearchAttributesMissing) throw new TemporalUnusable(cause.message, { cause })
    if (!isTemporalTrouble(cause)) throw cause
    throw new TemporalUnusable(await temporalTrouble(cause, access, namespace), { cause })
  } finally {
    await client.connection.close()
  }
}
