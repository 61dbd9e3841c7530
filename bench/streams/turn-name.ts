/** The id of a measured turn. */
export const turnName = (index: number): string => `bench-turn-${index}`
