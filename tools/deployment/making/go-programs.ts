import path from 'node:path'
import { execa } from 'execa'
import { type CacheEntry, makeOnce } from '../../../src/local/programs/make-once.ts'
import type { MakeOptions } from '../../../src/local/programs/make-server.ts'
import { findOnPath } from '../../../src/local/programs/on-path.ts'
import { runTool } from '../../../src/local/programs/run-tool.ts'
import { COLLECTOR_VERSION, COMPOSE_VERSION, TEMPORAL_SERVER_VERSION, TEMPORAL_UI_VERSION } from './versions.ts'

/** A program that Go builds from its published sources. */
export interface GoProgram {
  readonly name: string
  readonly version: string
  /** The folder here whose go.mod and go.sum say exactly what it is built from. */
  readonly module: string
  readonly package: string
  readonly ldflags?: string
}

const COMPOSE = 'github.com/docker/compose/v2'

export const GO_PROGRAMS = {
  compose: {
    name: 'docker-compose',
    version: COMPOSE_VERSION,
    module: 'compose',
    package: `${COMPOSE}/cmd`,
    ldflags: `-X ${COMPOSE}/internal.Version=v${COMPOSE_VERSION}`,
  },
  temporalServer: {
    name: 'temporal-server',
    version: TEMPORAL_SERVER_VERSION,
    module: 'temporal',
    package: 'go.temporal.io/server/cmd/server',
  },
  temporalSqlTool: {
    name: 'temporal-sql-tool',
    version: TEMPORAL_SERVER_VERSION,
    module: 'temporal',
    package: 'go.temporal.io/server/cmd/tools/sql',
  },
  temporalUi: {
    name: 'ui-server',
    version: TEMPORAL_UI_VERSION,
    module: 'temporal',
    package: 'github.com/temporalio/ui-server/v2/cmd/server',
  },
  collector: { name: 'otelcol', version: COLLECTOR_VERSION, module: 'collector', package: '.' },
} as const satisfies Readonly<Record<string, GoProgram>>

const MODULES = path.join(import.meta.dirname, '..')
const ENVIRONMENT = { CGO_ENABLED: '0', GOTOOLCHAIN: 'auto', GOWORK: 'off', GOFLAGS: '-buildvcs=false' }

const entryOf = (cache: string, { name, version }: GoProgram): CacheEntry => ({
  cache,
  // `docker-compose` lies where other tools of this repository look for it.
  name: name === 'docker-compose' ? `compose-${version}` : `${name}-${version}`,
  file: name,
})

/** The path of the program, built once into the cache. @throws Error with the last lines of a build that failed */
export const goProgram = async (
  cache: string,
  program: GoProgram,
  { progress, signal }: MakeOptions,
): Promise<string> => {
  const what = `Building ${program.name} ${program.version} with Go (some minutes)`
  return await makeOnce(entryOf(cache, program), { what, progress, signal }, async (folder) => {
    const ldflags = `-s -w ${program.ldflags ?? ''}`.trim()
    const flags = ['-trimpath', '-ldflags', ldflags, '-o', path.join(folder, program.name)]
    const options = { cwd: path.join(MODULES, program.module), env: ENVIRONMENT, signal }
    await runTool(await go(), ['build', ...flags, program.package], options)
  })
}

/** Where Go keeps the sources of a module that one of the programs is built from. */
export const moduleFolder = async (program: GoProgram, modulePath: string): Promise<string> => {
  const options = { cwd: path.join(MODULES, program.module), env: ENVIRONMENT }
  const { stdout } = await execa(await go(), ['mod', 'download', '-json', modulePath], options)
  const { Dir: folder }: { Dir?: string } = JSON.parse(stdout)
  if (folder === undefined) throw new Error(`Go has no sources of ${modulePath}`)
  return folder
}

const go = async (): Promise<string> => {
  const found = await findOnPath('go')
  if (found === undefined) throw new Error('Go is not on PATH: https://go.dev/dl')
  return found
}
