import type { components } from '../../clients/typescript/src/index.ts'
import { clientOf, failureOf, type Service } from './chat/service-client.ts'
import { CommandFailed } from './command-failed.ts'

type Schemas = components['schemas']

/** The parts of `top`: each is the response of the API, or the reason why there is none. */
export interface ReadService {
  readonly health: ServiceReply<Schemas['ServiceHealth']>
  readonly running: ServiceReply<Turns>
  readonly failed: ServiceReply<Turns>
  readonly slow: ServiceReply<Turns>
  readonly limits: ServiceReply<Schemas['OrganizationLimits']>
}

type ServiceReply<Value> = Value | { readonly error: string }
export type ReadTurn = Schemas['TurnRun']
interface Turns {
  readonly turns: readonly ReadTurn[]
}

/** Turns of at least this duration are slow. */
export const SLOW_S = 30
const LISTED = '20'

/**
 * Reads turns, health and limits. A part that cannot be read has its error instead.
 * @throws CommandFailed if no part can be read
 */
export const readService = async (
  service: Service,
  { credential, organizationId }: { readonly credential: string; readonly organizationId: number | undefined },
  signal: AbortSignal,
): Promise<ReadService> => {
  const client = clientOf(service)
  const organization_id = organizationId?.toString()
  const headers = { Authorization: `Bearer ${credential}` }
  const errors: CommandFailed[] = []
  const read = async <Value>(answer: Promise<{ readonly data: Value }>): Promise<ServiceReply<Value>> => {
    try {
      return (await answer).data
    } catch (error) {
      const failure = failureOf(error, service)
      if (!(failure instanceof CommandFailed)) throw failure
      errors.push(failure)
      return { error: failure.message }
    }
  }
  const turns = (query: { readonly state?: 'running' | 'failed'; readonly min_seconds?: string }) =>
    read(client.call('get', '/api/v1/turns', { query: { ...query, organization_id, limit: LISTED }, headers, signal }))
  const [health, running, failed, slow, limits] = await Promise.all([
    read(client.call('get', '/api/v1/operators/health', { headers, signal })),
    turns({ state: 'running' }),
    turns({ state: 'failed' }),
    turns({ min_seconds: String(SLOW_S) }),
    read(client.call('get', '/api/v1/operators/limits', { query: { organization_id }, headers, signal })),
  ])
  const [first] = errors
  const parts = { health, running, failed, slow, limits }
  if (first !== undefined && errors.length === Object.keys(parts).length) throw first
  return parts
}
