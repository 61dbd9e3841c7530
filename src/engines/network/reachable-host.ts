import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { Problem } from '../../domain/problem.ts'

/**
 * The IP address to connect to, resolved once: whoever connects to it cannot be led elsewhere by a second answer. A host
 * that has any loopback, private, link-local, metadata or otherwise special address is refused, however it is spelled,
 * because a customer's address must not lead into the network that this service runs in.
 *
 * @param allowPrivate whether every address may be reached (`TABLETALK_ALLOW_PRIVATE_HOSTS`)
 * @throws Problem `database_unreachable`
 */
export const reachableHost = async (host: string, allowPrivate: boolean): Promise<string> => {
  const addresses = await lookup(host, { all: true, verbatim: true }).catch((cause: unknown) => {
    const message = allowPrivate ? 'The host of the database was not found.' : NOT_FOUND_OR_PRIVATE
    throw new Problem('database_unreachable', { message, cause })
  })
  const [first] = addresses
  if (first === undefined) throw new Problem('database_unreachable')
  if (!allowPrivate && !addresses.every(({ address }) => isPublic(address))) throw forbidden()
  return first.address
}

/** Whether an IP address is one that anyone on the internet may call. */
export const isPublic = (address: string): boolean =>
  // `process` turns an IPv4 address that is written as an IPv6 one back; every other such form is no plain unicast.
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** One text for both: which names there are inside is nobody's business. */
const NOT_FOUND_OR_PRIVATE =
  'The host of the database was not found, or has a private or loopback address, which is not allowed here.'

const forbidden = (): Problem =>
  new Problem('database_unreachable', { message: NOT_FOUND_OR_PRIVATE, transient: false })
