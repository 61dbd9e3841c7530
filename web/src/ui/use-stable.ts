import { useMemo, useRef } from 'react'

/**
 * Functions that do what those of the latest render do, and stay the same: what is given them need not be rendered anew.
 *
 * @param latest always the same names
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
