/** Of the priorities that Temporal has: behind every turn, for which somebody waits. */
export const LAST_PRIORITY = 5
