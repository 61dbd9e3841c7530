import { type Config, ConfigError } from '../config.ts'
import { driftOf } from '../databases/drift.ts'
import { excessRightsOf } from '../databases/excess-rights.ts'
import { openDatabase } from '../databases/open-database.ts'
import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import { Problem } from '../domain/problem.ts'
import type { Engine } from '../engines/engine.ts'
import { StoreTooNew, StoreUnusable } from '../store/store-unusable.ts'
import { CommandFailed } from './command-failed.ts'
import { absent, type Finding, found } from './finding.ts'
import { printable } from './rows-table.ts'
import { describeDatabase, withEngines } from './with-engines.ts'
import { type Operator, withStore } from './with-store.ts'

const DATABASES_MAX = 50

const TOLD_ELSEWHERE = [ConfigError, CommandFailed, StoreTooNew, StoreUnusable]

/**
 * Each connected database: whether it answers, and where its policy has drifted from it. Empty where no store is known
 * or answers, which is told elsewhere.
 */
export const databaseFindings = async (config: Config): Promise<Finding[]> => {
  try {
    return await withStore(config, (operator) =>
      withEngines(operator, async (engines) => {
        const organizations = await operator.store.organizations.all()
        const databases = await Promise.all(
          organizations.map(({ id }) => operator.store.databases.all({ organizationId: id })),
        )
        const shown = databases.flat().slice(0, DATABASES_MAX)
        return await Promise.all(shown.map((settings) => databaseFinding(operator, engines, settings)))
      }),
    )
  } catch (error) {
    if (TOLD_ELSEWHERE.some((kind) => error instanceof kind)) return []
    throw error
  }
}

const databaseFinding = async (
  operator: Operator,
  engines: readonly Engine[],
  settings: DatabaseSettings,
): Promise<Finding> => {
  const { name, organizationId, policy } = settings
  const what = `database ${name}`
  const whose = `organization ${organizationId}, ${settings.engine}`
  try {
    const connected = await openDatabase(operator, engines, settings)
    const { engine, address } = connected
    const schema = await describeDatabase(connected, { quiet: true })
    const drift = await driftOf(connected, schema, policy)
    const lines = drift.map(({ kind, table, detail }) => `${kind}: ${table}: ${detail}`)
    const rights = (await excessRightsOf(engine, address)).rights.map((right) =>
      printable(`the database user ${right}`),
    )
    const detail = [
      `${whose}, ${schema.tables.length} tables`,
      ...lines,
      ...rights,
      ...(await publicKeys(operator, settings)),
    ]
    return (drift.length === 0 ? found : absent)(what, detail.join('\n'))
  } catch (error) {
    if (error instanceof CommandFailed) return absent(what, `${whose}: ${error.message}`)
    if (!(error instanceof Problem)) throw error
    return absent(what, `${whose}: ${error.message} (${error.details[0]?.code ?? error.problem})`)
  }
}

/**
 * A database key is public, and where tenants are kept apart its holders say themselves which one they are, unless the
 * customer's server must sign for it.
 */
const publicKeys = async (
  { store }: Operator,
  { id, organizationId, requiresOrganizationScoping, identity }: DatabaseSettings,
): Promise<readonly string[]> => {
  if (!requiresOrganizationScoping) return []
  const keys = (await store.apiKeys.all({ organizationId })).filter(
    ({ databaseId, status }) => databaseId === id && status === 'active',
  )
  if (keys.length === 0) return []
  const counted = `${keys.length} database ${keys.length === 1 ? 'key' : 'keys'}`
  return identity === 'required'
    ? [`${counted}, identity tokens required`]
    : [
        `${counted}; anyone who holds one may send any tenant (to require signed identity tokens: tabletalk database identity ${id} --require)`,
      ]
}
