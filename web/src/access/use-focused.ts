import { useEffect, useRef } from 'react'

/** Gives an element the focus once it is there, in place of the one that was pressed and is gone. */
export const useFocused = <Kind extends HTMLElement>() => {
  const ref = useRef<Kind>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}
