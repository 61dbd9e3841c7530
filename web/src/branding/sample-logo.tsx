import { useState } from 'react'
import { SERVICE_URL } from '../api/address.ts'
import type { Effective } from './branding-data.ts'

interface SampleLogoProps {
  readonly logos: Effective['logos']
  readonly theme: 'light' | 'dark'
  /** Name of the organization, shown without a logo. */
  readonly name: string
}

/** The stored logo; a dark theme without its own logo uses the light one on a white background. */
export const SampleLogo = ({ logos, theme, name }: SampleLogoProps) => {
  const [broken, setBroken] = useState<string>()
  const own = logos[theme].url
  const url = own ?? logos.light.url
  if (url === null || url === broken) {
    return (
      <strong>
        <bdi>{name}</bdi>
      </strong>
    )
  }
  // Loaded from the origin of the page, because its content security policy allows no other origin, and the service may
  // have a separate public one.
  const src = `${SERVICE_URL}logos/${url.split('/').at(-1)}`
  return <img src={src} alt={name} data-plate={own === null} onError={() => setBroken(url)} />
}
