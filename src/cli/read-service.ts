import { z } from 'zod'
import { OrganizationLimits, ServiceHealth, TurnItem } from '../http/routes/operators/operator-schema.ts'
import { type ApiCall, callForData } from './chat/call-api.ts'
import { CommandFailed } from './command-failed.ts'

/** What of the service is read: as the API says it, or why it says nothing. */
export interface ReadService {
  readonly health: Read<typeof ServiceHealth>
  readonly running: Read<typeof Turns>
  readonly failed: Read<typeof Turns>
  readonly slow: Read<typeof Turns>
  readonly limits: Read<typeof OrganizationLimits>
}

export type Read<Shape extends z.ZodType> = z.output<Shape> | { readonly error: string }
export type ReadTurn = z.output<typeof TurnItem>

const Turns = z.object({ turns: z.array(TurnItem), hasMore: z.boolean() })

/** From so many seconds on a turn is slow. */
export const SLOW_S = 30
const LISTED = '20'

type Target = Parameters<typeof callForData>[0]

/**
 * What runs, fails and waits. A part that cannot be read says why: the others are shown all the same.
 * @throws CommandFailed where none can be read
 */
export const readService = async (
  target: Target,
  organizationId: number | undefined,
  signal: AbortSignal,
): Promise<ReadService> => {
  const organization_id = organizationId === undefined ? undefined : String(organizationId)
  const errors: CommandFailed[] = []
  const read = async <Shape extends z.ZodType>(call: ApiCall, shape: Shape): Promise<Read<Shape>> => {
    try {
      return await callForData(target, { ...call, signal }, shape)
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      errors.push(error)
      return { error: error.message }
    }
  }
  const turns = (query: Readonly<Record<string, string>>) =>
    read({ path: '/turns', query: { ...query, organization_id, limit: LISTED } }, Turns)
  const [health, running, failed, slow, limits] = await Promise.all([
    read({ path: '/operators/health' }, ServiceHealth),
    turns({ state: 'running' }),
    turns({ state: 'failed' }),
    turns({ min_seconds: String(SLOW_S) }),
    read({ path: '/operators/limits', query: { organization_id } }, OrganizationLimits),
  ])
  const service = { health, running, failed, slow, limits }
  const [first] = errors
  if (first !== undefined && errors.length === Object.keys(service).length) throw first
  return service
}
