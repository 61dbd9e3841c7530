import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import getPort from 'get-port'
import { absent, type Finding, found, missing } from '../platform/values/finding.ts'
import { errorCode } from './error-code.ts'
import { findStore, kindOfStoredData } from './programs/find-store.ts'
import { findTemporal, temporalVersion } from './programs/find-temporal.ts'
import { STORE_HELPS } from './programs/make-store.ts'
import { TEMPORAL_HELPS } from './programs/make-temporal.ts'
import { findOnPath } from './programs/on-path.ts'
import { type ServerFolders, TOOLS } from './programs/server-folders.ts'
import { isAtLeast, programVersion } from './programs/tool-versions.ts'
import { type RunningInstance, runningFinding, runningInstance } from './running-instance.ts'

/** What local servers need of this machine. */
interface MachineNeeds {
  readonly home: string
  readonly cache: string
  readonly port: number | undefined
  /** Whether processes write into the home folder. */
  readonly needsHome: boolean
  /** Findings on servers that the settings name; their programs are not searched for on this machine. */
  readonly given: { readonly temporal: Finding | undefined; readonly store: Finding | undefined }
  /** Removes secrets from a store address. */
  readonly shownStore: (mongoUri: string) => string
}

/** Checks programs, port, folders and tools of local servers. Changes nothing. */
export const machineFindings = async (needs: MachineNeeds) => {
  const { home, cache, given } = needs
  const places = { cache, tools: TOOLS }
  const [tools, running] = await Promise.all([findTools(), runningInstance(home)])
  const runningStore = running?.runtime?.mongodb_uri
  const findings = await Promise.all([
    given.temporal ?? temporalFinding(places, tools),
    given.store ?? storeFinding(home, places, tools),
    portFinding(needs, running),
    needs.needsHome
      ? folderFinding('home folder', home)
      : absent('home folder', 'not needed: the settings name all servers'),
    folderFinding('cache folder', cache),
  ])
  const shown = runningStore === undefined ? undefined : needs.shownStore(runningStore)
  return {
    node: nodeFinding(),
    findings: [...findings, runningFinding(running, shown)],
    tools: toolFindings(tools),
  }
}

const nodeFinding = (): Finding => {
  const { version } = process
  return isAtLeast(version, '24')
    ? found('Node', `${version} (${process.execPath})`)
    : missing('Node', `this is ${version}`, 'npm ci, which installs Node 24')
}

interface Tools {
  /** Its version. */
  readonly java: string | undefined
  /** Its path, as for Go: it is used with any version, and running it would take longer than all other checks. */
  readonly maven: string | undefined
  readonly go: string | undefined
}

const findTools = async (): Promise<Tools> => {
  const javaVersion = async (): Promise<string | undefined> => {
    const file = await findOnPath('java')
    return file === undefined ? undefined : await programVersion(file, ['-version'])
  }
  const [java, maven, go] = await Promise.all([javaVersion(), findOnPath('mvn'), findOnPath('go')])
  return { java, maven, go }
}

const toolFindings = ({ java, maven, go }: Tools): Finding[] => [
  tool('Java', java, 'runs the small document store'),
  tool('Maven', maven, 'builds the small document store'),
  tool('Go', go, 'builds Temporal'),
]

const tool = (name: string, detail: string | undefined, purpose: string): Finding =>
  detail === undefined ? absent(name, `not on PATH; ${purpose}`) : found(name, `${detail}; ${purpose}`)

const temporalFinding = async (places: ServerFolders, { go }: Tools): Promise<Finding> => {
  const program = await findTemporal(places)
  if (program !== undefined) {
    const version = program.version ?? (await temporalVersion(program.file))
    return found('Temporal', `server ${version}, ${origin(program.from)} (${program.file})`)
  }
  if (go !== undefined) return found('Temporal', 'will be downloaded, or built with Go (some minutes, once)')
  return await downloadable('Temporal', 'https://temporal.download', TEMPORAL_HELPS)
}

const storeFinding = async (home: string, places: ServerFolders, { java, maven }: Tools): Promise<Finding> => {
  const kind = await kindOfStoredData(home)
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

const portFinding = async (
  { port }: Pick<MachineNeeds, 'port'>,
  running: RunningInstance | undefined,
): Promise<Finding> => {
  if (running?.pid !== undefined) return found('port', 'in use by the running service')
  if (port === undefined) return found('port', '3000, or a free port if 3000 is taken')
  return port === 0 || (await getPort({ port })) === port
    ? found('port', `PORT=${port} is free`)
    : missing('port', `PORT=${port} is taken`, 'change PORT, or unset it')
}

/** A missing folder is fine if its nearest existing parent is writable. */
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
