import { Resolver } from 'node:dns/promises'
import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { invalidAddress } from '../../shared/connect/address-parts.ts'
import { hostOf, type MongoAddress } from './address.ts'
import { nameOf } from './address-options.ts'

/** DNS resolver. */
export type SrvResolver = Pick<Resolver, 'resolveSrv' | 'resolveTxt'>

const HOSTS_MAX = 50

/**
 * Resolves a `mongodb+srv` address: hosts from its SRV record, options from a TXT record. Hosts must belong to the
 * address's domain, or any name server could redirect a password (https://github.com/mongodb/specifications, Initial
 * DNS Seedlist Discovery).
 *
 * @throws Problem `database_unreachable`; the signal's reason when it aborts
 */
export const withSrvHosts = async (
  address: MongoAddress,
  signal: AbortSignal,
  resolver: SrvResolver = new Resolver({ timeout: 5_000, tries: 2 }),
): Promise<MongoAddress> => {
  const { srvName } = address
  if (srvName === undefined) return address
  const [records, texts] = await rejectOnAbort(
    Promise.all([
      resolver.resolveSrv(`_mongodb._tcp.${srvName}`).catch((cause: unknown) => {
        throw new Problem('database_unreachable', { message: 'The host of the database was not found.', cause })
      }),
      resolver.resolveTxt(srvName).catch(() => []),
    ]),
    signal,
  )
  const hosts = records.slice(0, HOSTS_MAX).map(({ name, port }) => hostOf(`${name.replace(/\.$/, '')}:${port}`))
  if (hosts.length === 0) throw invalidAddress('The SRV record of the database does not name a host.')
  const domain = domainOf(srvName)
  if (!hosts.every(({ host }) => host.toLowerCase().endsWith(domain)))
    throw invalidAddress('The SRV record of the database names a host of another domain.')
  return { ...address, ...textOptions(address, texts), hosts }
}

/** `.example.com` for `cluster0.example.com`; a name of at most two parts is itself the domain. */
const domainOf = (name: string): string => {
  const parts = name.toLowerCase().split('.')
  return `.${parts.slice(parts.length > 2 ? 1 : 0).join('.')}`
}

/** A TXT record may set authSource and replicaSet; the address takes precedence. */
const textOptions = (
  { authSource, authSourceGiven, replicaSet }: MongoAddress,
  texts: readonly (readonly string[])[],
): Partial<MongoAddress> => {
  const [text, second] = texts
  if (text === undefined) return {}
  if (second !== undefined) throw invalidAddress('The database has more than one TXT record.')
  const options = Object.fromEntries(new URLSearchParams(text.join('')))
  if (options.loadBalanced === 'true') throw invalidAddress('Load balancers in front of MongoDB are not supported.')
  return {
    authSource: authSourceGiven ? authSource : nameOf('authSource', options.authSource ?? authSource),
    replicaSet: replicaSet ?? (options.replicaSet === undefined ? undefined : nameOf('replicaSet', options.replicaSet)),
  }
}
