/** What a mail or a provider has put behind the `#` of an address: `#token=…`, `#code=…`. */
let taken: URLSearchParams | undefined

/** Takes what is secret out of the address of the page, and keeps it in memory. */
export const takeSecrets = (): void => {
  const found = new URLSearchParams(location.hash.slice(1))
  if (!found.has('token') && !found.has('code')) return
  taken = found
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** A secret that the address of this page had. */
export const secret = (name: 'token' | 'code'): string | undefined => taken?.get(name) ?? undefined
