/** Any origin will do: it is only compared with itself. */
const ORIGIN = 'https://portal.invalid'

const START = '/ask'

/**
 * Where to go after a login: always a page of the portal.
 *
 * @param wanted a path below that of the portal, as the router's `href` of a location
 */
export const localPath = (wanted: string | undefined): string => {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, ORIGIN)) return START
  const { origin, pathname, search, hash } = new URL(wanted, ORIGIN)
  // `/.//evil.example` is of this origin, but its path alone is another site's address.
  if (origin !== ORIGIN || pathname.startsWith('//')) return START
  return /^\/login\/?$/.test(pathname) ? START : pathname + search + hash
}

/** The same below the path that a proxy puts before the portal. @param basePath with a `/` at its end */
export const localAddress = (wanted: string | undefined, basePath: string): string =>
  basePath.slice(0, -1) + localPath(wanted)
