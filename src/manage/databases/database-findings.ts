import type { ListedKey } from '../../access/rules/api-key.ts'
import type { Engine } from '../../engines/engine.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { absent, type Finding, found } from '../../platform/values/finding.ts'
import type { Store } from '../../store/store.ts'
import { describeDatabase } from './describe-database.ts'
import { driftOf } from './drift.ts'
import { excessRightsOf } from './excess-rights.ts'
import { openDatabase } from './open-database.ts'
import type { DatabaseSettings } from './rules/database-settings.ts'

const DATABASES_MAX = 50

interface FindingParts {
  readonly store: Pick<Store, 'apiKeys' | 'databases' | 'organizations'>
  readonly engines: readonly Engine[]
}

/** Findings per connected database: whether it is reachable, policy drift, excess privileges, and public keys. */
export const databaseFindings = async (parts: FindingParts): Promise<Finding[]> => {
  const organizations = await parts.store.organizations.all()
  const databases = await Promise.all(organizations.map(({ id }) => parts.store.databases.all({ organizationId: id })))
  return await Promise.all(
    databases
      .flat()
      .slice(0, DATABASES_MAX)
      .map((settings) => databaseFinding(parts, settings)),
  )
}

const databaseFinding = async ({ store, engines }: FindingParts, settings: DatabaseSettings): Promise<Finding> => {
  const { name, organizationId, policy } = settings
  const what = `database ${name}`
  const whose = `organization ${organizationId}, ${settings.engine}`
  try {
    const connected = await openDatabase({ store }, engines, settings)
    const { engine, address } = connected
    const schema = await describeDatabase(connected)
    const drift = await driftOf(connected, schema, policy)
    const lines = drift.map(({ kind, table, detail }) => `${kind}: ${table}: ${detail}`)
    const rights = (await excessRightsOf(engine, address)).rights.map((right) => `the database user ${right}`)
    const detail = [
      `${whose}, ${schema.tables.length} tables`,
      ...lines,
      ...rights,
      ...(await publicKeys(store, settings)),
    ]
    return (drift.length === 0 ? found : absent)(what, detail.join('\n'))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return absent(what, `${whose}: ${error.message} (${error.details[0]?.code ?? error.problem})`)
  }
}

/** The public keys of a database, as far as their owner has something to decide. */
const publicKeys = async (store: FindingParts['store'], database: DatabaseSettings): Promise<readonly string[]> => {
  const keys = (await store.apiKeys.all(database)).filter(
    ({ databaseId, status }) => databaseId === database.id && status === 'active',
  )
  return [...whoNamesTenants(keys, database), ...keysFromBefore(keys)]
}

/** Holders of a public key can send any tenant, unless identity tokens of the customer's server are required. */
const whoNamesTenants = (
  keys: readonly ListedKey[],
  { id, requiresOrganizationScoping, identity }: DatabaseSettings,
): readonly string[] => {
  if (!requiresOrganizationScoping || keys.length === 0) return []
  return identity === 'required'
    ? [`${keyCount(keys)}, identity tokens required`]
    : [
        `${keyCount(keys)}; anyone who holds one may send any tenant (to require signed identity tokens: tabletalk database identity ${id} --require)`,
      ]
}

const keysFromBefore = (keys: readonly ListedKey[]): readonly string[] => {
  const earlier = keys.filter(({ answerDetails }) => answerDetails === undefined)
  if (earlier.length === 0) return []
  const [first] = earlier
  const hints = earlier.map(({ hint }) => hint).join(', ')
  return [
    `${keyCount(earlier)} from before answer details (${hints}): answers contain names of tables and columns, filters and assumptions (to choose: portal, Keys, or PATCH /api/v1/api-keys/${first?.id} with answer_details)`,
  ]
}

const keyCount = ({ length }: readonly ListedKey[]): string => `${length} database ${length === 1 ? 'key' : 'keys'}`
