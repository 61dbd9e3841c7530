const MIB = 1024 * 1024

/** What an export reads at most; what there is beyond is left out, and said to be. */
export const EXPORT_ROWS_MAX = 100_000
/** Of the rows as JSON. */
export const EXPORT_BYTES_MAX = 64 * MIB

/** Exports of an organization that may be waiting or running at once. */
export const EXPORTS_RUNNING_MAX = 3
/** Files of an organization that are kept at once, in bytes: no more are begun until some have expired. */
export const EXPORTS_KEPT_BYTES_MAX = 1024 * MIB
/** How long a file is kept, in ms. */
export const EXPORT_KEPT_MS = 24 * 60 * 60_000
