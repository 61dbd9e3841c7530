import ipaddr from 'ipaddr.js'
import { hostLookup } from './host-lookup.ts'

/** The address of a host, or why no connection is made. */
type ResolvedHost =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'not-found'; readonly cause: unknown }
  | { readonly kind: 'private' }

/** One per process, because libuv threads are shared. */
const lookup = hostLookup()

/**
 * Resolves the IP address to connect to, once, which prevents DNS rebinding. A host with any loopback, private, link-local,
 * metadata or other special-purpose address, in any notation, is refused: URLs of customers must not reach the internal network
 * (SSRF).
 *
 * @param host a name or an IP address, without brackets
 * @param allowPrivate whether private addresses are allowed (`TABLETALK_ALLOW_PRIVATE_HOSTS`)
 */
export const resolveHost = async (host: string, allowPrivate: boolean): Promise<ResolvedHost> => {
  let addresses: readonly { readonly address: string }[]
  try {
    addresses = await lookup(host)
  } catch (cause) {
    return { kind: 'not-found', cause }
  }
  const [first] = addresses
  if (first === undefined) return { kind: 'not-found', cause: undefined }
  if (!allowPrivate && !addresses.every(({ address }) => isPublic(address))) return { kind: 'private' }
  return { kind: 'address', address: first.address }
}

/** Whether an IP address is public. */
export const isPublic = (address: string): boolean =>
  // `process` converts IPv4-mapped IPv6 addresses to IPv4.
  ipaddr.isValid(address) && isGlobalUnicast(ipaddr.process(address))

/** Allocated global unicast addresses (RFC 4291, section 2.4); deprecated formats outside may embed private IPv4 addresses. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

const isGlobalUnicast = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL))
