/**
 * Whether an error says that the store is away: that it was not reached, has no primary, did not get its majority in time or
 * cannot write, so that the same request may succeed when it is made again. One list for all who have to know, by the
 * driver's own names, labels and codes; drivers are not known here, and tests hold the list against theirs.
 */
export const isStoreAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (AWAY.test(error.name)) return true
  // Beside its own errors a bulk has those of its documents, which the store rightly refuses.
  if (error.name === 'MongoBulkWriteError' && 'writeErrors' in error && [error.writeErrors].flat().length > 0)
    return false
  if (!ANSWERED.test(error.name)) return false
  return isOutOfOrder(error) || RETRYABLE.some((label) => hasLabel(error, label))
}

/**
 * Not reached in time, or not any more; and a write that was carried out, of which no majority said so in time: making the
 * request again finds it done, and waits for the majority anew.
 */
const AWAY =
  /^(MongoNetwork(Timeout)?|Mongo(ose)?ServerSelection|MongoNotConnected|MongoTopologyClosed|MongoServerClosed|MongoClientClosed|MongoPoolClosed|MongoPoolCleared|PoolClearedOnNetwork|MongoWaitQueueTimeout|MongoOperationTimeout|MongoWriteConcern|MongoStalePrimary)Error$/

const ANSWERED = /^Mongo(Server|BulkWrite|Write)Error$/

const RETRYABLE = ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError', 'PoolRequestedRetry'] as const

const hasLabel = (error: Error, label: string): boolean => {
  const labels = 'errorLabels' in error ? [error.errorLabels].flat() : []
  return labels.includes(label)
}

/** A store that breaks while it answers has no code at all. */
const isOutOfOrder = (error: Error): boolean =>
  !('code' in error) || error.code === undefined || OUT_OF_ORDER.has(Number(error.code))

/** MongoDB's codes (`src/mongo/base/error_codes.yml`). */
const OUT_OF_ORDER: ReadonlySet<number> = new Set([
  // Not reached from a router: HostUnreachable, HostNotFound, NetworkTimeout, SocketException.
  ...[6, 7, 89, 9_001],
  // Not in time, or not as it was wanted: MaxTimeMSExpired, WriteConcernFailed, UnsatisfiableWriteConcern,
  // FailedToSatisfyReadPreference, NetworkInterfaceExceededTimeLimit, ExceededTimeLimit.
  ...[50, 64, 100, 133, 202, 262],
  // Shutting down, stepping down, no primary, an interrupted operation, no majority yet to read from.
  ...[91, 134, 189, 10_058, 10_107, 11_600, 11_601, 11_602, 13_435, 13_436],
  // What was being read was given up meanwhile: CursorNotFound, CursorKilled.
  ...[43, 237],
  // Too much at once: LockTimeout, LockBusy, WriteConflict, IngressRequestRateLimitExceeded.
  ...[24, 46, 112, 462],
  // A full disk.
  14_031,
])
