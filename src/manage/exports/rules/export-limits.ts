const MIB = 1024 * 1024

/** Maximum rows of an export; further rows are omitted and counted. */
export const EXPORT_ROWS_MAX = 100_000
/** Maximum size of the rows as JSON. */
export const EXPORT_BYTES_MAX = 64 * MIB

/** Maximum queued and running exports of an organization. */
export const EXPORTS_RUNNING_MAX = 3
/** Maximum total size of an organization's files; at the limit no export starts until files have expired. */
export const EXPORTS_STORED_BYTES_MAX = 1024 * MIB
/** Retention of a file, in ms. */
export const EXPORT_RETENTION_MS = 24 * 60 * 60_000
