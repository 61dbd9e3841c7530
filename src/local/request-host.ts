/** The host for requests to a server of this machine: loopback if it listens on all addresses. */
export const requestHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
