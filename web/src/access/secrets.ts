/** Secrets in the fragment of the URL, from a mail, a provider or a command: `#token=…`, `#code=…`, `#credential=…`. */
let taken: URLSearchParams | undefined

const NAMES = ['token', 'code', 'credential'] as const

/** Removes secrets from the URL of the page, and keeps them in memory. */
export const captureSecrets = (): void => {
  const found = new URLSearchParams(location.hash.slice(1))
  if (!NAMES.some((name) => found.has(name))) return
  taken = found
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** A secret from the URL of this page. */
export const secret = (name: (typeof NAMES)[number]): string | undefined => taken?.get(name) ?? undefined

/** As `secret`, and removes it from memory. */
export const consumeSecret = (name: (typeof NAMES)[number]): string | undefined => {
  const found = secret(name)
  taken?.delete(name)
  return found
}
