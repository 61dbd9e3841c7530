import { useLayoutEffect, useState } from 'react'

/** Countdown in seconds; 0 once it is over. @param until milliseconds, as `Date.now` */
export const useSecondsUntil = (until: number | undefined): number => {
  const [now, setNow] = useState(Date.now)
  useLayoutEffect(() => {
    if (until === undefined) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}
