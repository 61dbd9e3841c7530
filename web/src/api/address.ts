/** The address of the service, with a `/` at its end: scripts are in its folder `assets/`, below any path prefix of a proxy. */
export const SERVICE_URL = import.meta.env.DEV ? `${location.origin}/` : import.meta.url.replace(/assets\/[^/]*$/, '')

/** The path before the pages of the portal, as the router takes it. */
export const BASE_PATH = new URL(SERVICE_URL).pathname
