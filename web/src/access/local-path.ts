/** Any origin works: it is only compared with itself. */
const ORIGIN = 'https://portal.invalid'

const START = '/ask'

/**
 * The page after a login, restricted to the portal.
 * @param wanted a path below that of the portal, as the router's `href` of a location
 */
export const localPath = (wanted: string | undefined): string => {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, ORIGIN)) return START
  const { origin, pathname, search, hash } = new URL(wanted, ORIGIN)
  // `/.//evil.example` has this origin, but its path alone is the address of another site.
  if (origin !== ORIGIN || pathname.startsWith('//')) return START
  return /^\/login\/?$/.test(pathname) ? START : pathname + search + hash
}

/** As `localPath`, below the path of a reverse proxy. @param basePath with a `/` at its end */
export const localAddress = (wanted: string | undefined, basePath: string): string =>
  basePath.slice(0, -1) + localPath(wanted)
