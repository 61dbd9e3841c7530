import { type Config, ConfigError } from '../config.ts'
import { machineFindings } from '../local/findings.ts'
import { readRuntime } from '../local/home/runtime-file.ts'
import { storeMembersFinding } from '../local/servers/members-finding.ts'
import { modelFaults } from '../platform/config/model-faults.ts'
import { PATCHES } from '../platform/patches/index.ts'
import { installedVersion, isApplicable, type Patch } from '../platform/patches/patch.ts'
import { TEMPORAL_WORKER_PATCH } from '../platform/patches/temporal-worker.ts'
import { needsHome } from '../platform/process/announce-process.ts'
import { absent, type Finding, found, missing } from '../platform/values/finding.ts'
import { parseStoreAddress } from '../store/store-address.ts'
import { StoreTooNew, StoreUnusable } from '../store/store-unusable.ts'
import { CommandFailed } from './command-failed.ts'
import { withStore } from './with-store.ts'

/** Checks everything that `npm start` needs. Changes nothing. */
export const collectFindings = async (config: Config): Promise<Finding[]> => {
  const { home, cache, port, mongoUri } = config
  const machine = async () => {
    const [temporal, store] = await Promise.all([
      givenTemporalFinding(config),
      mongoUri === undefined ? undefined : storeMembersFinding(parseStoreAddress(mongoUri)),
    ])
    const shownStore = (uri: string) => parseStoreAddress(uri).shown
    return await machineFindings({
      home,
      cache,
      port,
      needsHome: needsHome(config),
      given: { temporal, store },
      shownStore,
    })
  }
  const [{ node, findings, tools }, stores, databases] = await Promise.all([
    machine(),
    storesOf(config),
    databasesOf(config),
  ])
  return [node, patchesFinding(config), ...findings, modelFinding(config), ...stores, ...databases, ...tools]
}

const givenTemporalFinding = async ({
  temporal: { address, namespace, credentials },
}: Config): Promise<Finding | undefined> => {
  if (address === undefined) return undefined
  // Loaded only with TEMPORAL_ADDRESS, because the client is large.
  const { checkNamespace, TemporalUnusable } = await import('../temporal/namespace.ts')
  try {
    await checkNamespace({ address, namespace, credentials })
    return found('Temporal', `TEMPORAL_ADDRESS=${address} answers`)
  } catch (error) {
    if (!(error instanceof TemporalUnusable)) throw error
    return missing('Temporal', `TEMPORAL_ADDRESS=${address}: ${error.message}`, 'change TEMPORAL_ADDRESS, or unset it')
  }
}

const storesOf = async ({ mongoUri, home }: Config): Promise<readonly Finding[]> => {
  const uri = mongoUri ?? (await readRuntime(home))?.mongodb_uri
  if (uri === undefined) return []
  const { storeFindings } = await import('../store/readiness/store-findings.ts')
  return await storeFindings(uri)
}

/** Other findings report why the store cannot be opened. */
const FOUND_ALREADY = [ConfigError, CommandFailed, StoreTooNew, StoreUnusable]

const databasesOf = async (config: Config): Promise<readonly Finding[]> => {
  try {
    const { databaseFindings } = await import('../manage/databases/database-findings.ts')
    return await withStore(config, async ({ store, engines }) => databaseFindings({ store, engines: await engines() }))
  } catch (error) {
    if (FOUND_ALREADY.some((kind) => error instanceof kind)) return []
    throw error
  }
}

const modelFinding = ({ model }: Config): Finding => {
  if (model === undefined)
    return absent('model', 'none; the built-in planner answers (TABLETALK_MODEL, for example openai:gpt-5-mini)')
  const trouble = modelFaults({ model })
  if (trouble !== undefined) return absent('model', trouble)
  const { name, baseUrl, providerUrl = baseUrl, wording, fallback } = model
  const others = [
    ...(wording === undefined ? [] : [`${wording.name} words answers`]),
    ...(fallback === undefined ? [] : [`${fallback.name} is the fallback`]),
  ]
  return found('model', [`${name}${providerUrl === undefined ? '' : ` at ${providerUrl}`}`, ...others].join('; '))
}

/**
 * Which libraries are patched, and the effect of each missing patch.
 * @param versionOf returns the installed version of a library
 */
export const patchesFinding = (
  { watchWorkflows }: Pick<Config, 'watchWorkflows'>,
  versionOf: (library: string) => string | undefined = installedVersion,
): Finding => {
  const isUsed = (patch: Patch): boolean => !(watchWorkflows && patch === TEMPORAL_WORKER_PATCH)
  const isApplied = (patch: Patch): boolean => isUsed(patch) && isApplicable(patch, versionOf(patch.library) ?? 'none')
  const on = PATCHES.filter(isApplied).map(({ library, triedWith }) => `${library} ${triedWith}`)
  const off = PATCHES.filter((patch) => !isApplied(patch)).map((patch) =>
    isUsed(patch)
      ? `off for ${patch.library} ${versionOf(patch.library) ?? '(not found)'}, tested with ${patch.triedWith}: ${patch.withoutPatch}`
      : `off for ${patch.library}: TABLETALK_WATCH_WORKFLOWS=true`,
  )
  const head = on.length === 0 ? 'none' : `on for ${on.join(', ')}`
  return off.length === 0 ? found('patches', head) : absent('patches', [head, ...off].join('\n'))
}
