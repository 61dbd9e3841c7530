import { isGrpcServiceError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client'
import { NamespaceNotFoundError } from '@temporalio/common'
import type { TemporalAccess } from './access.ts'
import { connectionTrouble } from './reach.ts'

const DEADLINE_EXCEEDED = 4
export const NOT_FOUND = 5
const PERMISSION_DENIED = 7
const RESOURCE_EXHAUSTED = 8
const UNAVAILABLE = 14
const UNAUTHENTICATED = 16

/** Answers that say nothing of what was asked: there is no Temporal that would take it, now and as whom we are. */
const NOBODY: readonly number[] = [
  DEADLINE_EXCEEDED,
  PERMISSION_DENIED,
  RESOURCE_EXHAUSTED,
  UNAVAILABLE,
  UNAUTHENTICATED,
]

/** The status of the call that an error comes of, whatever wraps it. */
export const grpcCode = (error: unknown): number | undefined => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (isGrpcServiceError(at)) return at.code
  return undefined
}

/**
 * Whether an error of the client says that nobody takes turns now: Temporal is away, its namespace is not made yet, or we
 * are not let in. A repeat may find another state.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
  isWithoutNamespace(error) ||
  NOBODY.includes(grpcCode(error) ?? -1)

const isWithoutNamespace = (error: unknown): boolean => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof NamespaceNotFoundError || (isGrpcServiceError(at) && isNamespaceDetail(at.details))) return true
  return false
}

/** As the server words it; a workflow that is not found is told in other words. */
const isNamespaceDetail = (details: string): boolean => /^Namespace \S+ is not found/.test(details)

/** No connection to Temporal can be made. The message says why, and what to do. */
class Unconnected extends Error {
  override readonly name = 'Unconnected'
}

/**
 * Resolves when Temporal answers. The client tries again and again until its time is up, and then says nothing but that: so
 * what keeps it from connecting is looked for at the same time, and known at once.
 *
 * @throws what `temporalTrouble` has words for
 */
export const untilPinged = (ping: () => Promise<void>, access: TemporalAccess): Promise<void> =>
  new Promise((resolve, reject) => {
    ping().then(resolve, reject)
    connectionTrouble(access).then((reason) => {
      if (reason !== undefined) reject(new Unconnected(reason))
    }, reject)
  })

/** Whether `temporalTrouble` has words for an error. */
export const isTemporalTrouble = (error: unknown): boolean =>
  error instanceof Unconnected || isUnavailable(error) || grpcCode(error) !== undefined

/**
 * What is wrong with a Temporal, for whoever operates this process, in one sentence that says what to do.
 * @param error of a call that asked for the namespace
 */
export const temporalTrouble = async (error: unknown, access: TemporalAccess, namespace: string): Promise<string> => {
  if (error instanceof Unconnected) return error.message
  const code = grpcCode(error)
  const { address, apiKey } = access
  if (isWithoutNamespace(error) || code === NOT_FOUND)
    return `Temporal at ${address} has no namespace ${namespace}: create it (temporal operator namespace create --namespace ${namespace}), or change TEMPORAL_NAMESPACE.`
  if (code === PERMISSION_DENIED)
    return `Temporal at ${address} denies access to the namespace ${namespace}. Check TEMPORAL_NAMESPACE, and that ${apiKey === undefined ? 'the client certificate' : 'TEMPORAL_API_KEY'} has access to it.`
  if (code === UNAUTHENTICATED)
    return `Temporal at ${address} rejects the credentials. ${apiKey === undefined ? 'Set TEMPORAL_API_KEY or a client certificate.' : 'Check that TEMPORAL_API_KEY is correct and has not expired.'}`
  return (
    (await connectionTrouble(access)) ?? `Temporal at ${address} is reachable but does not respond: ${reasonOf(error)}`
  )
}

const REASON_MAX = 200

const reasonOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, REASON_MAX)
}
