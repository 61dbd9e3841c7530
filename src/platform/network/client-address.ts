import net from 'node:net'

/**
 * An address or a network as it is kept: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. An IPv4 address that is
 * written as an IPv6 one is that IPv4 address. Undefined for anything else.
 */
export const canonicalAddress = (text: string): string | undefined => {
  const [host = '', prefix, more] = text.trim().split('/')
  if (more !== undefined) return undefined
  const parsed = parse(host)
  if (parsed === undefined) return undefined
  const { address, isMapped } = parsed
  if (prefix === undefined) return address
  if (!/^\d{1,3}$/.test(prefix)) return undefined
  const bits = Number(prefix) - (isMapped ? MAPPED_BITS : 0)
  return bits >= 0 && bits <= (net.isIPv4(address) ? 32 : 128) ? `${address}/${bits}` : undefined
}

/** Whether a client may call from where it is. @param allowed as `canonicalAddress` writes them */
export const isAllowedAddress = (client: string | undefined, allowed: readonly string[]): boolean => {
  const from = parse(client ?? '')?.address
  if (from === undefined) return false
  const list = new net.BlockList()
  for (const entry of allowed) {
    const [address = '', prefix] = entry.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list.check(from, familyOf(from))
}

/** What one subscriber has: an IPv4 address, or the first 56 bits of an IPv6 address (RFC 6177), `2001:db8:0:1200`. */
export const networkOf = (client: string | undefined): string => {
  const address = parse(client ?? '')?.address ?? 'unknown'
  if (!net.isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const left = tail === undefined ? 0 : 8 - before.length - after.length
  const [one, two, three, four = ''] = [...before, ...Array.from({ length: left }, () => '0'), ...after]
  return `${one}:${two}:${three}:${four.padStart(4, '0').slice(0, 2)}00`
}

/** The bits before the IPv4 address in `::ffff:203.0.113.7`. */
const MAPPED_BITS = 96
const MAPPED = '::ffff:'

const parse = (host: string): { readonly address: string; readonly isMapped: boolean } | undefined => {
  if (net.isIPv4(host)) return { address: host, isMapped: false }
  if (!net.isIPv6(host) || host.includes('%')) return undefined
  const { address } = new net.SocketAddress({ address: host, family: 'ipv6' })
  const mapped = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : ''
  return net.isIPv4(mapped) ? { address: mapped, isMapped: true } : { address, isMapped: false }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (net.isIPv4(address) ? 'ipv4' : 'ipv6')
