/**
 * How long anything may wait for the store, in one place: whatever a replica set does or does not do, each wait ends, and
 * whoever asked hears that the store is away. Work that takes longer by nature, such as erasing what an organization had, is
 * done in batches that each take less; the build of an index goes on in the store when nobody waits for it any more.
 */
export const WAITS = {
  /** For a majority that has a write on its disks. */
  majorityMs: 5_000,
  /** For what a read finds. */
  readMs: 8_000,
  /** For a connection of the pool. */
  connectionMs: 5_000,
  /** For the next byte of an answer, where a server neither answers nor ends the connection. */
  silenceMs: 15_000,
  /** For it where nothing else is done but to make indexes: of one over millions of documents nothing is said until it stands. */
  indexMs: 10 * 60_000,
} as const

/** Acknowledged means on the disks of a majority: what was accepted must outlive the process that took it, and its server. */
export const DURABLE = { w: 'majority', journal: true, wtimeoutMS: WAITS.majorityMs } as const

/** For events, which are told again where they are lost: on a majority, without waiting for its disks. */
export const SHARED = { w: 'majority', wtimeoutMS: WAITS.majorityMs } as const

/** For counters, of which a crash of the store may give some back: written without waiting for a disk. */
export const FLEETING = { w: 1, journal: false, wtimeoutMS: WAITS.majorityMs } as const

/** Options of a connection to the store, so that no wait is left without an end. */
export const BOUNDED = {
  waitQueueTimeoutMS: WAITS.connectionMs,
  socketTimeoutMS: WAITS.silenceMs,
  writeConcern: DURABLE,
} as const

/** For reads that say so one by one. */
export const IN_TIME = { maxTimeMS: WAITS.readMs } as const
