/** Where the service is, with a `/` at its end: scripts lie in its folder `assets/`, whatever path a proxy puts before it. */
export const SERVICE_URL = import.meta.env.DEV ? `${location.origin}/` : import.meta.url.replace(/assets\/[^/]*$/, '')

/** The path before the pages of the portal, as the router takes it. */
export const BASE_PATH = new URL(SERVICE_URL).pathname
