/** A clock that processes of one machine share, finer than a millisecond. */
export const clockMs = (): number => performance.timeOrigin + performance.now()
