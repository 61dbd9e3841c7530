import { useEffect, useState } from 'react'
import type { Texts } from '../i18n/en.ts'
import { formatTime } from '../i18n/format.ts'

/** Shows that the network is offline, and since when. */
export const OfflineBar = ({ texts }: { readonly texts: Texts }) => {
  const [since, setSince] = useState<Date>()
  useEffect(() => {
    const lost = () => setSince(new Date())
    const back = () => setSince(undefined)
    if (!navigator.onLine) lost()
    addEventListener('offline', lost)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', lost)
      removeEventListener('online', back)
    }
  }, [])
  return since === undefined ? null : <p className="bar">{texts.offline(formatTime(since, texts))}</p>
}
