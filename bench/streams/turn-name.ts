/** The id of a turn under measure. */
export const turnName = (index: number): string => `bench-turn-${index}`
