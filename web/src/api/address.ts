/** Base URL of the service, with a `/` at its end: scripts are in its folder `assets/`, also behind a reverse proxy with a path. */
export const SERVICE_URL = import.meta.env.DEV ? `${location.origin}/` : import.meta.url.replace(/assets\/[^/]*$/, '')

/** The base path of the portal, for the router. */
export const BASE_PATH = new URL(SERVICE_URL).pathname
