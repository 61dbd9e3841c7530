import { createHash } from 'node:crypto'
import { chmod, copyFile, cp, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { findStore } from '../../../src/local/programs/find-store.ts'
import { findTemporal } from '../../../src/local/programs/find-temporal.ts'
import { makeStore } from '../../../src/local/programs/make-store.ts'
import { makeTemporal } from '../../../src/local/programs/make-temporal.ts'
import { findOnPath } from '../../../src/local/programs/on-path.ts'
import { runTool } from '../../../src/local/programs/run-tool.ts'
import { TOOLS } from '../../../src/local/programs/server-folders.ts'
import { DOCUMENT_STORE_VERSION, TEMPORAL_VERSION } from '../../../src/local/programs/versions.ts'
import { GO_PROGRAMS, type GoProgram, goProgram, moduleFolder } from './go-programs.ts'
import type { Image, Kitchen } from './image.ts'
import { COLLECTOR_VERSION, TEMPORAL_SERVER_VERSION, TEMPORAL_UI_VERSION } from './versions.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const OWN_NODE = path.join(ROOT, 'node_modules/node')

/** Of the packages of this repository, which the product's own Node comes from. */
const nodeVersion = async (): Promise<string> => {
  const { version }: { version: string } = JSON.parse(await readFile(path.join(OWN_NODE, 'package.json'), 'utf8'))
  return version
}

const putProgram = async (folder: string, program: GoProgram, kitchen: Kitchen): Promise<void> => {
  const file = await goProgram(kitchen.cache, program, kitchen)
  await copyFile(file, path.join(folder, program.name))
}

/** Files of a module are read-only where Go keeps them. */
const putSource = async (program: GoProgram, [module, file]: readonly [string, string], target: string) => {
  await cp(path.join(await moduleFolder(program, module), file), target, { recursive: true })
  await chmod(target, 0o755)
}

/** MongoDB's own, which dump and restore any store that speaks its protocol; those that this machine has. */
const databaseTools = async (): Promise<readonly string[]> => {
  const found = await Promise.all(['mongodump', 'mongorestore'].map((name) => findOnPath(name)))
  return found.filter((file) => file !== undefined)
}

const digestOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

const SERVER = 'go.temporal.io/server'
const UI = 'github.com/temporalio/ui-server/v2'

const fromDebian = (name: string, recipe: string): Image => ({ name, recipe, parts: [] })

/** Every image that the files of the deployment name and that is not the product's own. */
export const images = async (): Promise<readonly Image[]> => {
  const [node, tools] = await Promise.all([nodeVersion(), databaseTools()])
  return [
    {
      name: `node:${node}-trixie-slim`,
      recipe: 'node',
      parts: [node],
      gather: async (folder, { signal }) => {
        const quiet = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
        await runTool('npm', ['install', ...quiet], { cwd: folder, signal })
        await copyFile(path.join(OWN_NODE, 'bin/node'), path.join(folder, 'node'))
      },
    },
    fromDebian('postgres:17.12-trixie', 'postgres'),
    fromDebian('redis:8.0.2-trixie', 'redis'),
    fromDebian('haproxy:3.0.11-trixie', 'haproxy'),
    {
      name: 'mongo:8.0.16',
      recipe: 'mongo',
      parts: [DOCUMENT_STORE_VERSION, ...(await Promise.all(tools.map(digestOf)))],
      gather: async (folder, kitchen) => {
        const places = { cache: kitchen.cache, tools: TOOLS }
        const store =
          (await findStore(places, 'document-store')) ?? (await makeStore(places, kitchen, 'document-store'))
        await copyFile(store.file, path.join(folder, 'document-store.jar'))
        await mkdir(path.join(folder, 'database-tools'))
        for (const tool of tools) await copyFile(tool, path.join(folder, 'database-tools', path.basename(tool)))
      },
    },
    {
      name: `temporalio/server:${TEMPORAL_SERVER_VERSION}`,
      recipe: 'temporal-server',
      parts: [TEMPORAL_SERVER_VERSION],
      gather: async (folder, kitchen) => {
        const program = GO_PROGRAMS.temporalServer
        await putProgram(folder, program, kitchen)
        await putSource(program, [SERVER, 'docker/scripts/sh/entrypoint.sh'], path.join(folder, 'entrypoint.sh'))
      },
    },
    {
      name: `temporalio/admin-tools:${TEMPORAL_SERVER_VERSION}`,
      recipe: 'temporal-admin-tools',
      parts: [TEMPORAL_SERVER_VERSION, TEMPORAL_VERSION],
      gather: async (folder, kitchen) => {
        const program = GO_PROGRAMS.temporalSqlTool
        const places = { cache: kitchen.cache, tools: TOOLS }
        const command = (await findTemporal(places)) ?? (await makeTemporal(places, kitchen))
        await copyFile(command.file, path.join(folder, 'temporal'))
        await putProgram(folder, program, kitchen)
        await putSource(program, [SERVER, 'schema'], path.join(folder, 'schema'))
      },
    },
    {
      name: `temporalio/ui:${TEMPORAL_UI_VERSION}`,
      recipe: 'temporal-ui',
      parts: [TEMPORAL_UI_VERSION],
      gather: async (folder, kitchen) => {
        const program = GO_PROGRAMS.temporalUi
        await putProgram(folder, program, kitchen)
        await putSource(program, [UI, 'docker/start-ui-server.sh'], path.join(folder, 'start-ui-server.sh'))
        await putSource(program, [UI, 'config/docker.yaml'], path.join(folder, 'docker.yaml'))
      },
    },
    fromDebian('prom/prometheus:v2.53.3', 'prometheus'),
    {
      name: `otel/opentelemetry-collector:${COLLECTOR_VERSION}`,
      recipe: 'otel-collector',
      parts: [COLLECTOR_VERSION],
      gather: (folder, kitchen) => putProgram(folder, GO_PROGRAMS.collector, kitchen),
    },
  ]
}
