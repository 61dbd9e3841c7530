import { useEffect, useState } from 'react'
import { formatDuration } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'

const SHOWN_FROM_S = 5

/** Elapsed time, shown from five seconds on. @param since Unix time in ms */
export const ElapsedTime = ({ since }: { readonly since: number | undefined }) => {
  const texts = useTexts()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (since === undefined) return
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 1_000)
    return () => clearInterval(timer)
  }, [since])
  if (seconds < SHOWN_FROM_S) return null
  return <span className="muted">{formatDuration(seconds * 1000, texts)}</span>
}
