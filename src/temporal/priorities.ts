/** Temporal's lowest priority: after all turns, for which users wait. */
export const LAST_PRIORITY = 5
