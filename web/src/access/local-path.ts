/** Where to go after a log-in: a page of the portal, whatever the address says. */
export const localPath = (wanted: string | undefined): string => {
  if (wanted === undefined) return '/ask'
  const url = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : undefined
  if (url?.origin !== location.origin || url.pathname.endsWith('/login')) return '/ask'
  return url.pathname + url.search + url.hash
}
