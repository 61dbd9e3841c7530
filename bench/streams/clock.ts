/** A clock shared by the processes of one machine, finer than a millisecond. */
export const clockMs = (): number => performance.timeOrigin + performance.now()
