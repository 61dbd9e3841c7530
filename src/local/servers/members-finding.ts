import { Resolver } from 'node:dns/promises'
import { type Finding, found, missing } from '../../platform/values/finding.ts'
import { acceptsConnections, type HostPort } from './probe.ts'

type Member = { readonly text: string } & (HostPort | { readonly path: string })

/** The hosts of a replica set, or the DNS record that names them. */
interface StoreMembers {
  readonly hosts: readonly Member[]
  readonly srvRecord: string | undefined
}

const HELPS = 'change MONGODB_URI, or unset it'

/** Checks which members of the store in MONGODB_URI accept connections; one is enough. */
export const storeMembersFinding = async ({ hosts, srvRecord }: StoreMembers): Promise<Finding> => {
  if (srvRecord === undefined) return await membersFinding(hosts)
  const named = await hostsOf(srvRecord)
  return named.length === 0
    ? missing('store', `MONGODB_URI: there is no DNS record ${srvRecord}`, HELPS)
    : await membersFinding(named)
}

/** Longer than a busy host takes; a refused connection fails at once. */
const ANSWERS_WITHIN_MS = 3_000

const membersFinding = async (hosts: readonly Member[]): Promise<Finding> => {
  const answers = await Promise.all(hosts.map((host) => acceptsConnections(host, ANSWERS_WITHIN_MS)))
  const states = hosts.map(({ text }, index) => `${text} ${answers[index] === true ? 'answers' : 'does not answer'}`)
  const detail = `MONGODB_URI: ${states.join(', ')}`
  return answers.includes(true) ? found('store', detail) : missing('store', detail, HELPS)
}

const RESOLVED_WITHIN_MS = 2_000

/** Resolves the record with one query, like the driver; empty if there is none. */
const hostsOf = async (srvRecord: string): Promise<Member[]> => {
  try {
    const records = await new Resolver({ timeout: RESOLVED_WITHIN_MS, tries: 1 }).resolveSrv(srvRecord)
    return records.map(({ name, port }) => ({ text: `${name}:${port}`, host: name, port }))
  } catch {
    return []
  }
}
