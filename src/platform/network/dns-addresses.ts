import { Resolver } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

export type DnsAnswer =
  /** In the order in which they are tried. */
  | { readonly kind: 'found'; readonly addresses: readonly string[] }
  /** There is no such name, or it has no address. */
  | { readonly kind: 'none' }
  /** Nobody has said anything. */
  | { readonly kind: 'silent' }

interface AskOptions {
  /** `address:port`; those of the system by default. */
  readonly nameServers: readonly string[] | undefined
  /** In which each name server says something. */
  readonly answerMs: number
  readonly signal: AbortSignal
}

/**
 * Asks name servers for the IPv4 and IPv6 addresses of a name, exactly as it stands. It takes no thread. One of the two that
 * is not answered is as if it had no addresses, where the other has some.
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

const answerOf = async (asked: Promise<readonly string[]>): Promise<DnsAnswer> => {
  try {
    return { kind: 'found', addresses: await asked }
  } catch (error) {
    const isSilent = error instanceof Error && 'code' in error && SILENT.includes(String(error.code))
    return { kind: isSilent ? 'silent' : 'none' }
  }
}

/** Nobody has said anything, or whoever asked further has heard nothing. */
const SILENT: readonly string[] = ['ETIMEOUT', 'ESERVFAIL']

/** IPv6 first where this machine has an address of it for the internet, or nothing else (RFC 6724, section 6, rules 1 and 5). */
const isIpv6First = (): boolean => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const outward = own.filter(({ internal, address }) => !internal && ipaddr.parse(address).range() !== 'linkLocal')
  const isGlobal = outward.some(
    ({ family, address }) => family === 'IPv6' && ipaddr.parse(address).range() === 'unicast',
  )
  return isGlobal || (outward.length > 0 && outward.every(({ family }) => family === 'IPv6'))
}
