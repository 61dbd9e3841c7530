import ipaddr from 'ipaddr.js'
import { hostLookup } from './host-lookup.ts'

/** Where a host is, or why nobody connects to it. */
export type ResolvedHost =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'not-found'; readonly cause: unknown }
  | { readonly kind: 'private' }

/** One of the process: its threads are everybody's. */
const lookup = hostLookup()

/**
 * The IP address to connect to, resolved once: whoever connects to it cannot be led elsewhere by a second answer. A host
 * that has any loopback, private, link-local, metadata or otherwise special address is refused, however it is spelled,
 * because a customer's address must not lead into the network that this service runs in.
 *
 * @param host a name or an IP address, without brackets
 * @param allowPrivate whether every address may be reached (`TABLETALK_ALLOW_PRIVATE_HOSTS`)
 */
export const resolvedHost = async (host: string, allowPrivate: boolean): Promise<ResolvedHost> => {
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

/** Whether an IP address is one that anyone on the internet may call. */
export const isPublic = (address: string): boolean =>
  // `process` turns an IPv4 address that is written as an IPv6 one back, where the form for that is one in use.
  ipaddr.isValid(address) && isOfEverybody(ipaddr.process(address))

/** All of IPv6 that is given to anybody (RFC 4291, section 2.4); older forms hold IPv4 addresses, private ones too. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

const isOfEverybody = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL))
