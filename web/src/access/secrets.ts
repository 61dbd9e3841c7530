/** What a mail, a provider or a command has put behind the `#` of an address: `#token=…`, `#code=…`, `#credential=…`. */
let taken: URLSearchParams | undefined

const NAMES = ['token', 'code', 'credential'] as const

/** Takes what is secret out of the address of the page, and keeps it in memory. */
export const takeSecrets = (): void => {
  const found = new URLSearchParams(location.hash.slice(1))
  if (!NAMES.some((name) => found.has(name))) return
  taken = found
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** A secret that the address of this page had. */
export const secret = (name: (typeof NAMES)[number]): string | undefined => taken?.get(name) ?? undefined

/** The same, which is not kept here any longer. */
export const takenOver = (name: (typeof NAMES)[number]): string | undefined => {
  const found = secret(name)
  taken?.delete(name)
  return found
}
