import { execa } from 'execa'
import { startPostgres } from '../../support/postgres-server.ts'
import { usePostgres } from './use-postgres.ts'

const server = usePostgres(startPostgres)

it('PostgreSQL engine: close() resolves even if nothing else keeps the process alive', async () => {
  const { address } = await server()
  const script = `
    const { postgresEngine } = await import(${JSON.stringify(new URL('../../../src/engines/postgres/engine.ts', import.meta.url).href)})
    const engine = postgresEngine({ allowPrivateHosts: true })
    await engine.describe(${JSON.stringify(address)}, new AbortController().signal)
    await engine.close()
    console.log('closed')`
  const { stdout, exitCode } = await execa(process.execPath, ['--input-type=module', '-e', script], { reject: false })
  expect({ stdout, exitCode }).toEqual({ stdout: 'closed', exitCode: 0 })
})
