import { useEffect, useState } from 'react'
import { BASE_PATH } from '../api/address.ts'
import { useTexts } from '../i18n/texts.tsx'

const EVERY_MS = 10 * 60_000

/** Offers to reload for a newer version of the portal. It never reloads automatically, because input could be lost. */
export const NewVersionBar = () => {
  const texts = useTexts()
  const [isNewer, setNewer] = useState(false)
  useEffect(() => {
    let looked = Date.now()
    const look = async () => {
      if (document.hidden || Date.now() - looked < EVERY_MS) return
      looked = Date.now()
      const page = await fetch(`${BASE_PATH}login`).then(
        (response) => (response.ok ? response.text() : undefined),
        () => undefined,
      )
      const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').at(-1)
      if (page !== undefined && own !== undefined) setNewer(!page.includes(own))
    }
    const noticed = () => void look()
    document.addEventListener('visibilitychange', noticed)
    return () => document.removeEventListener('visibilitychange', noticed)
  }, [])
  if (!isNewer) return null
  return (
    <p className="bar">
      {texts.newVersion}{' '}
      <button type="button" onClick={() => location.reload()}>
        {texts.reload}
      </button>
    </p>
  )
}
