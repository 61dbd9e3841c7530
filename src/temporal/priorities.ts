/** Temporal's lowest priority: after all turns, for which users wait. */
export const LOWEST_PRIORITY = 5
