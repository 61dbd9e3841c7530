import { useMemo, useRef } from 'react'

/**
 * Stable functions that call those of the latest render, so that memoized children are not rendered again.
 *
 * @param latest always with the same names
 */
export const useStable = <Functions extends Readonly<Record<string, (...given: never[]) => void>>>(
  latest: Functions,
): Functions => {
  const current = useRef(latest)
  current.current = latest
  return useMemo(() => {
    const names = Object.keys(current.current)
    return Object.assign(
      {},
      ...names.map((name) => ({ [name]: (...given: never[]) => current.current[name]?.(...given) })),
    )
  }, [])
}
