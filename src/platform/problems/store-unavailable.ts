/**
 * Whether an error means that the store is unavailable: not reachable, without a primary, without a majority in time, or unable to
 * write, so that a retry of the request may succeed. Errors are recognized by the driver's names, labels and codes, because this
 * room may not import the driver; tests compare the list with the driver.
 */
export const isStoreUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (UNAVAILABLE_NAMES.test(error.name)) return true
  // A bulk write error with write errors contains rejections of documents, which a retry does not solve.
  if (error.name === 'MongoBulkWriteError' && 'writeErrors' in error && [error.writeErrors].flat().length > 0)
    return false
  if (!SERVER_ERROR_NAMES.test(error.name)) return false
  return hasUnavailableCode(error) || RETRYABLE_LABELS.some((label) => hasLabel(error, label))
}

/**
 * Names of errors for an unreachable store, and for writes that no majority acknowledged in time: a retry finds the write done and
 * waits for the majority again.
 */
const UNAVAILABLE_NAMES =
  /^(MongoNetwork(Timeout)?|Mongo(ose)?ServerSelection|MongoNotConnected|MongoTopologyClosed|MongoServerClosed|MongoClientClosed|MongoPoolClosed|MongoPoolCleared|PoolClearedOnNetwork|MongoWaitQueueTimeout|MongoOperationTimeout|MongoWriteConcern|MongoStalePrimary)Error$/

const SERVER_ERROR_NAMES = /^Mongo(Server|BulkWrite|Write)Error$/

const RETRYABLE_LABELS = [
  'RetryableWriteError',
  'RetryableError',
  'SystemOverloadedError',
  'PoolRequestedRetry',
] as const

const hasLabel = (error: Error, label: string): boolean => {
  const labels = 'errorLabels' in error ? [error.errorLabels].flat() : []
  return labels.includes(label)
}

/** Errors of a store that fails while responding have no code. */
const hasUnavailableCode = (error: Error): boolean =>
  !('code' in error) || error.code === undefined || UNAVAILABLE_CODES.has(Number(error.code))

/** MongoDB error codes (`src/mongo/base/error_codes.yml`). */
const UNAVAILABLE_CODES: ReadonlySet<number> = new Set([
  // Unreachable from a router: HostUnreachable, HostNotFound, NetworkTimeout, SocketException.
  6, 7, 89, 9_001,
  // Timeouts and unsatisfied concerns: MaxTimeMSExpired, WriteConcernFailed, UnsatisfiableWriteConcern,
  // FailedToSatisfyReadPreference, NetworkInterfaceExceededTimeLimit, ExceededTimeLimit.
  50, 64, 100, 133, 202, 262,
  // Shutdown, stepdown, no primary, an interrupted operation, no majority to read from.
  91, 134, 189, 10_058, 10_107, 11_600, 11_601, 11_602, 13_435, 13_436,
  // Cursor closed while reading: CursorNotFound, CursorKilled.
  43, 237,
  // Overload: LockTimeout, LockBusy, WriteConflict, IngressRequestRateLimitExceeded.
  24, 46, 112, 462,
  // OutOfDiskSpace.
  14_031,
])
