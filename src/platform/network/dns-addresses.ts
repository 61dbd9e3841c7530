import { Resolver } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

export type DnsAnswer =
  /** In the order of attempts. */
  | { readonly kind: 'found'; readonly addresses: readonly string[] }
  /** The name does not exist or has no address. */
  | { readonly kind: 'none' }
  /** No name server has responded. */
  | { readonly kind: 'silent' }

interface AskOptions {
  /** `address:port`; those of the system by default. */
  readonly nameServers: readonly string[] | undefined
  /** Time limit per name server. */
  readonly answerMs: number
  readonly signal: AbortSignal
}

/**
 * Queries name servers for the IPv4 and IPv6 addresses of a name, without search domains and without using a thread of libuv. If
 * only one of the two queries is answered with addresses, the other counts as empty.
 */
export const dnsAddresses = async (name: string, { nameServers, answerMs, signal }: AskOptions): Promise<DnsAnswer> => {
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: answerMs, tries: 1 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [four, six] = await Promise.all([answerOf(resolver.resolve4(name)), answerOf(resolver.resolve6(name))])
    signal.throwIfAborted()
    const answers = isIpv6First() ? [six, four] : [four, six]
    const addresses = answers.flatMap((answer) => (answer.kind === 'found' ? answer.addresses : []))
    if (addresses.length > 0) return { kind: 'found', addresses }
    return answers.find(({ kind }) => kind === 'silent') ?? four
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const answerOf = async (query: Promise<readonly string[]>): Promise<DnsAnswer> => {
  try {
    return { kind: 'found', addresses: await query }
  } catch (error) {
    const isSilent = error instanceof Error && 'code' in error && SILENT.includes(String(error.code))
    return { kind: isSilent ? 'silent' : 'none' }
  }
}

/** No response, or the name server received none from upstream. */
const SILENT: readonly string[] = ['ETIMEOUT', 'ESERVFAIL']

/** IPv6 first if this machine has a global IPv6 address, or only IPv6 addresses (RFC 6724, section 6, rules 1 and 5). */
const isIpv6First = (): boolean => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const outward = own.filter(({ internal, address }) => !internal && ipaddr.parse(address).range() !== 'linkLocal')
  const isGlobal = outward.some(
    ({ family, address }) => family === 'IPv6' && ipaddr.parse(address).range() === 'unicast',
  )
  return isGlobal || (outward.length > 0 && outward.every(({ family }) => family === 'IPv6'))
}
