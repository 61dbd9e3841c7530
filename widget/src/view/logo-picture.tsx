import { useState } from 'preact/hooks'
import type { Logo } from '../look.ts'

/** The organization's logo; nothing if it cannot be loaded. */
export const LogoPicture = ({ logo }: { readonly logo: Logo }) => {
  const [failed, setFailed] = useState(false)
  if (failed) return null
  return <img alt="" src={logo.url} class={logo.isPlated ? 'logo plated' : 'logo'} onError={() => setFailed(true)} />
}
