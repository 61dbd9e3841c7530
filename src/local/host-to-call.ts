/** A server that listens everywhere is called where everybody can. */
export const hostToCall = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
