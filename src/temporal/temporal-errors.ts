import {
  isGrpcServiceError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client'
import { NamespaceNotFoundError } from '@temporalio/common'
import type { TemporalAccess } from './access.ts'
import { diagnoseConnection } from './diagnose-connection.ts'

const CANCELLED = 1
const DEADLINE_EXCEEDED = 4
export const NOT_FOUND = 5
const PERMISSION_DENIED = 7
const RESOURCE_EXHAUSTED = 8
const FAILED_PRECONDITION = 9
const UNAVAILABLE = 14
const UNAUTHENTICATED = 16

/** gRPC statuses that mean Temporal is unavailable to this client, independent of the request. */
const UNAVAILABLE_STATUSES: readonly number[] = [
  CANCELLED,
  DEADLINE_EXCEEDED,
  PERMISSION_DENIED,
  RESOURCE_EXHAUSTED,
  UNAVAILABLE,
  UNAUTHENTICATED,
]

/** The gRPC status of an error, also if it is wrapped. */
export const grpcCode = (error: unknown): number | undefined => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (isGrpcServiceError(at)) return at.code
  return undefined
}

/**
 * Whether an error means that Temporal is unavailable now: it does not respond, the namespace does not exist yet, or access is
 * denied. A retry may succeed.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
  isWithoutNamespace(error) ||
  UNAVAILABLE_STATUSES.includes(grpcCode(error) ?? -1)

/**
 * Whether an error means that Temporal has lost an update, in a failure of the server or of a workflow task. The workflow that
 * it was sent to goes on.
 */
export const isUpdateLost = (error: unknown): boolean =>
  error instanceof WorkflowUpdateFailedError || [NOT_FOUND, FAILED_PRECONDITION].includes(grpcCode(error) ?? -1)

const isWithoutNamespace = (error: unknown): boolean => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof NamespaceNotFoundError || (isGrpcServiceError(at) && isNamespaceDetail(at.details))) return true
  return false
}

/** The server's message for a missing namespace; that for a missing workflow differs. */
const isNamespaceDetail = (details: string): boolean => /^Namespace \S+ is not found/.test(details)

/** Temporal cannot be reached. The message contains cause and advice. */
class ConnectionFailed extends Error {
  override readonly name = 'Unconnected'
}

/**
 * Resolves when Temporal responds. The client retries until its deadline and then only reports a timeout, so the connection is
 * diagnosed concurrently, which fails at once.
 *
 * @throws errors that `temporalTrouble` explains
 */
export const pingOrDiagnose = (ping: () => Promise<void>, access: TemporalAccess): Promise<void> =>
  new Promise((resolve, reject) => {
    ping().then(resolve, reject)
    diagnoseConnection(access).then((reason) => {
      if (reason !== undefined) reject(new ConnectionFailed(reason))
    }, reject)
  })

/** Whether `temporalTrouble` explains an error. */
export const isExplainedError = (error: unknown): boolean =>
  error instanceof ConnectionFailed || isUnavailable(error) || grpcCode(error) !== undefined

/**
 * Explains an error of Temporal to operators: cause and advice in one sentence.
 * @param error of a call to `describeNamespace`
 */
export const explainTemporalError = async (
  error: unknown,
  access: TemporalAccess,
  namespace: string,
): Promise<string> => {
  if (error instanceof ConnectionFailed) return error.message
  const code = grpcCode(error)
  const { address, apiKey } = access
  if (isWithoutNamespace(error) || code === NOT_FOUND)
    return `Temporal at ${address} has no namespace ${namespace}: create it (temporal operator namespace create --namespace ${namespace}), or change TEMPORAL_NAMESPACE.`
  if (code === PERMISSION_DENIED)
    return `Temporal at ${address} denies access to the namespace ${namespace}. Check TEMPORAL_NAMESPACE, and that ${apiKey === undefined ? 'the client certificate' : 'TEMPORAL_API_KEY'} has access to it.`
  if (code === UNAUTHENTICATED)
    return `Temporal at ${address} rejects the credentials. ${apiKey === undefined ? 'Set TEMPORAL_API_KEY or a client certificate.' : 'Check that TEMPORAL_API_KEY is correct and has not expired.'}`
  return (
    (await diagnoseConnection(access)) ?? `Temporal at ${address} is reachable but does not respond: ${reasonOf(error)}`
  )
}

const REASON_MAX = 200

const reasonOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, REASON_MAX)
}
