import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import getPort from 'get-port'
import type { Config } from '../config.ts'
import { errorCode } from '../local/error-code.ts'
import { dataWrittenBy, findStore } from '../local/programs/find-store.ts'
import { findTemporal, temporalVersion } from '../local/programs/find-temporal.ts'
import { STORE_HELPS } from '../local/programs/make-store.ts'
import { TEMPORAL_HELPS } from '../local/programs/make-temporal.ts'
import { onPath } from '../local/programs/on-path.ts'
import { type Places, TOOLS } from '../local/programs/places.ts'
import { isAtLeast, versionSaidBy } from '../local/programs/tool-versions.ts'
import { modelTrouble } from '../model-trouble.ts'
import { needsHome } from '../process/announce-process.ts'
import { databaseFindings } from './database-findings.ts'
import { absent, type Finding, found, missing } from './finding.ts'
import { givenStoreFinding } from './given-store-finding.ts'
import { givenTemporalTrouble } from './given-temporal-trouble.ts'
import { patchesFinding } from './patches-finding.ts'
import { runningFinding } from './running-finding.ts'
import { type RunningInstance, runningInstance } from './running-instance.ts'
import { storeFindings } from './store-findings.ts'

/** Looks at everything that `npm start` needs; changes nothing. */
export const collectFindings = async (config: Config): Promise<Finding[]> => {
  const places = { cache: config.cache, tools: TOOLS }
  const [tools, running] = await Promise.all([findTools(), runningInstance(config.home)])
  const [databases, stores, ...findings] = await Promise.all([
    databaseFindings(config),
    storeFindings(config.mongoUri ?? running?.runtime?.mongodb_uri),
    temporalFinding(config, places, tools),
    storeFinding(config, places, tools),
    portFinding(config, running),
    needsHome(config)
      ? folderFinding('home folder', config.home)
      : absent('home folder', 'not needed: the settings name all servers'),
    folderFinding('cache folder', config.cache),
    runningFinding(running),
  ])
  return [
    nodeFinding(),
    patchesFinding(config),
    ...findings,
    modelFinding(config),
    ...stores,
    ...databases,
    ...toolFindings(tools),
  ]
}

const nodeFinding = (): Finding => {
  const { version } = process
  return isAtLeast(version, '24')
    ? found('Node', `${version} (${process.execPath})`)
    : missing('Node', `this is ${version}`, 'npm ci, which installs Node 24')
}

interface Tools {
  readonly java: string | undefined
  readonly maven: string | undefined
  readonly go: string | undefined
}

const findTools = async (): Promise<Tools> => {
  const version = async (name: string, args: readonly string[]): Promise<string | undefined> => {
    const file = await onPath(name)
    return file === undefined ? undefined : await versionSaidBy(file, args)
  }
  const [java, maven, go] = await Promise.all([
    version('java', ['-version']),
    version('mvn', ['-B', '-v']),
    version('go', ['version']),
  ])
  return { java, maven, go }
}

const toolFindings = ({ java, maven, go }: Tools): Finding[] => [
  tool('Java', java, 'runs the small document store'),
  tool('Maven', maven, 'builds the small document store'),
  tool('Go', go, 'builds Temporal'),
]

const tool = (name: string, version: string | undefined, purpose: string): Finding =>
  version === undefined ? absent(name, `not on PATH; ${purpose}`) : found(name, `${version}; ${purpose}`)

const temporalFinding = async (config: Config, places: Places, { go }: Tools): Promise<Finding> => {
  const { address } = config.temporal
  if (address !== undefined) {
    const trouble = await givenTemporalTrouble(config, address)
    return trouble === undefined
      ? found('Temporal', `TEMPORAL_ADDRESS=${address} answers`)
      : missing('Temporal', `TEMPORAL_ADDRESS=${address}: ${trouble}`, 'change TEMPORAL_ADDRESS, or unset it')
  }
  const program = await findTemporal(places)
  if (program !== undefined) {
    const version = program.version ?? (await temporalVersion(program.file))
    return found('Temporal', `server ${version}, ${origin(program.from)} (${program.file})`)
  }
  if (go !== undefined) return found('Temporal', 'will be downloaded, or built with Go (some minutes, once)')
  return await downloadable('Temporal', 'https://temporal.download', TEMPORAL_HELPS)
}

const storeFinding = async (config: Config, places: Places, { java, maven }: Tools): Promise<Finding> => {
  const { mongoUri } = config
  if (mongoUri !== undefined) return await givenStoreFinding(mongoUri)
  const kind = await dataWrittenBy(config.home)
  const program = await findStore(places, kind)
  if (program !== undefined) {
    const name = program.kind === 'mongod' ? 'MongoDB' : 'the small document store'
    return found('store', `${name}, ${origin(program.from)} (${program.file})`)
  }
  const builds = kind !== 'mongod' && maven !== undefined && java !== undefined && isAtLeast(java, '17')
  if (builds) return found('store', 'will be downloaded, or built with Maven (a minute, once)')
  return await downloadable('store', 'https://fastdl.mongodb.org', STORE_HELPS)
}

const origin = (from: 'path' | 'cache' | 'download' | 'build'): string =>
  from === 'path' ? 'on PATH' : `from the ${from}`

const REACHED_WITHIN_MS = 4_000

const downloadable = async (what: string, address: string, helps: readonly string[]): Promise<Finding> => {
  try {
    await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(REACHED_WITHIN_MS) })
    return found(what, `will be downloaded (${address} answers)`)
  } catch {
    return missing(what, 'not found, and it cannot be downloaded or built', ...helps)
  }
}

const portFinding = async ({ port }: Config, running: RunningInstance | undefined): Promise<Finding> => {
  if (running?.pid !== undefined) return found('port', 'in use by the running service')
  if (port === undefined) return found('port', '3000, or a free port if 3000 is taken')
  return port === 0 || (await getPort({ port })) === port
    ? found('port', `PORT=${port} is free`)
    : missing('port', `PORT=${port} is taken`, 'change PORT, or unset it')
}

/** A folder that is not there yet is fine where it can be made. */
const folderFinding = async (what: string, folder: string): Promise<Finding> => {
  for (let candidate = folder; ; candidate = path.dirname(candidate)) {
    try {
      await access(candidate, constants.W_OK)
      return found(what, candidate === folder ? folder : `${folder} (will be created)`)
    } catch (error) {
      const isAbsent = errorCode(error) === 'ENOENT'
      if (isAbsent && candidate !== path.dirname(candidate)) continue
      const variable = what === 'home folder' ? 'TABLETALK_HOME' : 'TABLETALK_CACHE'
      return missing(what, `${candidate} is not writable`, `set ${variable} to another folder`)
    }
  }
}

const modelFinding = ({ model }: Config): Finding => {
  if (model === undefined)
    return absent('model', 'none; the built-in planner answers (TABLETALK_MODEL, for example openai:gpt-5-mini)')
  const trouble = modelTrouble({ model })
  if (trouble !== undefined) return absent('model', trouble)
  const { name, baseUrl, providerUrl = baseUrl, wording, fallback } = model
  const others = [
    ...(wording === undefined ? [] : [`${wording.name} words answers`]),
    ...(fallback === undefined ? [] : [`${fallback.name} is the fallback`]),
  ]
  return found('model', [`${name}${providerUrl === undefined ? '' : ` at ${providerUrl}`}`, ...others].join('; '))
}
