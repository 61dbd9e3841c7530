import { useState } from 'react'
import { SERVICE_URL } from '../api/address.ts'
import type { Effective } from './branding-data.ts'

interface SampleLogoProps {
  readonly logos: Effective['logos']
  readonly theme: 'light' | 'dark'
  /** Of the organization, where there is no picture. */
  readonly name: string
}

/** The logo as the service has it; a dark theme without one has the light one, on a white plate. */
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
  // From where the page itself comes: its policy shows no picture of another origin, and the service may have a public one.
  const src = `${SERVICE_URL}logos/${url.split('/').at(-1)}`
  return <img src={src} alt={name} data-plate={own === null} onError={() => setBroken(url)} />
}
