import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/engines/engine.ts'
import { allEngines } from '../../src/engines/index.ts'
import { mongodbServer, stopMongodbServer } from '../../test/support/mongodb-server.ts'
import { mysqlServer, stopMysqlServer } from '../../test/support/mysql-server.ts'
import { startPostgres } from '../../test/support/postgres-server.ts'
import type { DemoTarget } from './run.ts'

/** A server started for the benchmark, with an empty database. */
export interface EngineServer extends DemoTarget {
  close(): Promise<void>
}

const engineNamed = (name: string): Engine => {
  const engine = allEngines({ allowPrivateHosts: true }).find((one) => one.name === name)
  if (engine === undefined) throw new RangeError(`no engine ${name}`)
  return engine
}

/** Keyed by engine name. */
export const ENGINE_SERVERS = {
  postgres: async (): Promise<EngineServer> => {
    const server = await startPostgres()
    return { engine: engineNamed('postgres'), address: server.address, close: () => server.stop() }
  },
  mysql: async (): Promise<EngineServer> => {
    const server = await mysqlServer()
    const name = server.newName()
    await server.admin.query(`CREATE DATABASE ${name}`)
    return { engine: engineNamed('mysql'), address: server.ownerAddress(name), close: stopMysqlServer }
  },
  sqlite: async (): Promise<EngineServer> => {
    const folder = mkdtempSync(join(tmpdir(), 'engine-place-'))
    const close = async () => rmSync(folder, { recursive: true, force: true })
    return { engine: engineNamed('sqlite'), address: `sqlite:${join(folder, 'place.sqlite')}`, close }
  },
  mongodb: async (): Promise<EngineServer> => {
    const server = await mongodbServer()
    return { engine: engineNamed('mongodb'), address: server.address(server.newName()), close: stopMongodbServer }
  },
} as const
