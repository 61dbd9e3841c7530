import { useEffect, useRef } from 'react'

/** Focuses an element when it appears, in place of the pressed one that is gone. */
export const useFocused = <Kind extends HTMLElement>() => {
  const ref = useRef<Kind>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}
