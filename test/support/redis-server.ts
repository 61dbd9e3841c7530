import { spawn } from 'node:child_process'
import { once } from 'node:events'
import getPort from 'get-port'
import { findOnPath } from '../../src/local/programs/on-path.ts'

/** A Redis for tests: the one that `TEST_REDIS_URL` names, or one of their own. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

const given = process.env.TEST_REDIS_URL
const program = given === undefined ? await findOnPath('redis-server') : undefined

export const hasRedis = given !== undefined || program !== undefined

/** Runs tests that need Redis; elsewhere one line says that they are left out. */
export const describeWithRedis = (name: string, tests: () => void): void => {
  if (hasRedis) describe(name, tests)
  else it.skip(`${name}: neither TEST_REDIS_URL nor redis-server is here`, () => {})
}

export const startRedis = async (): Promise<RedisServer> => {
  if (given !== undefined) {
    const { port } = new URL(given)
    return { url: given, port: Number(port || 6379), stop: async () => {} }
  }
  if (program === undefined) throw new Error('There is no redis-server here.')
  const port = await getPort({ host: '127.0.0.1' })
  const words = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('Ready to accept connections')) break
  }
  child.stdout.resume()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    async stop() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}
