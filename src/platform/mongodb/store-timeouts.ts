/**
 * All time limits of store operations: in any state of the replica set each wait ends, with a problem that the store is
 * unavailable. Longer work, such as erasing the data of an organization, is done in batches; an index build continues in the store
 * after the client's timeout.
 */
export const STORE_TIMEOUTS = {
  /** For the acknowledgement of a write by a majority. */
  majorityMs: 5_000,
  /** For a read. */
  readMs: 8_000,
  /** For a connection of the pool. */
  connectionMs: 5_000,
  /** Without data on a connection. */
  silenceMs: 15_000,
  /** The same for connections that only create indexes: the server sends nothing during a long build. */
  indexMs: 10 * 60_000,
} as const

/** Acknowledged writes are on the disks of a majority: accepted data must survive the loss of a process and a server. */
const DURABLE = { w: 'majority', journal: true, wtimeoutMS: STORE_TIMEOUTS.majorityMs } as const

/** For events, which are written again if lost: on a majority, without waiting for disks. */
export const MAJORITY = { w: 'majority', wtimeoutMS: STORE_TIMEOUTS.majorityMs } as const

/** For counters, which may lose updates in a crash: on the primary, without waiting for a disk. */
export const UNJOURNALED = { w: 1, journal: false, wtimeoutMS: STORE_TIMEOUTS.majorityMs } as const

/** Options of a connection to the store, so that every wait is bounded. */
export const CONNECTION_LIMITS = {
  waitQueueTimeoutMS: STORE_TIMEOUTS.connectionMs,
  socketTimeoutMS: STORE_TIMEOUTS.silenceMs,
  writeConcern: DURABLE,
} as const

/** For single reads. */
export const READ_LIMIT = { maxTimeMS: STORE_TIMEOUTS.readMs } as const
