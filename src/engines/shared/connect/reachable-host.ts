import { resolveHost } from '../../../platform/network/resolve-host.ts'
import { Problem } from '../../../platform/problems/problem.ts'

/**
 * The IP address of a database server, resolved and checked once (`src/platform/network/resolve-host.ts`).
 *
 * @param allowPrivate whether every address is allowed (`TABLETALK_ALLOW_PRIVATE_HOSTS`)
 * @throws Problem `database_unreachable`
 */
export const reachableHost = async (host: string, allowPrivate: boolean): Promise<string> => {
  const resolved = await resolveHost(host, allowPrivate)
  switch (resolved.kind) {
    case 'address':
      return resolved.address
    case 'not-found': {
      const message = allowPrivate ? 'The host of the database was not found.' : NOT_FOUND_OR_PRIVATE
      throw new Problem('database_unreachable', { message, cause: resolved.cause })
    }
    case 'private':
      throw new Problem('database_unreachable', { message: NOT_FOUND_OR_PRIVATE, transient: false })
  }
}

/** One text for both cases, so that internal host names cannot be probed. */
const NOT_FOUND_OR_PRIVATE =
  'The host of the database was not found, or has a private or loopback address, which is not allowed here.'
