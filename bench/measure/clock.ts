/** Monotonic clock that the processes of one machine share, finer than a millisecond. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6
