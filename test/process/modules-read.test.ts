import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { operatorBench } from '../cli/operator/command.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-modules-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Run {
  readonly words: readonly string[]
  /** The servers; none by default. */
  readonly env?: Readonly<Record<string, string>>
  readonly exitCode: number
}

/** Runs a command until it exits. @returns number of loaded files per package */
const countLoadedModules = async ({ words, env = {}, exitCode }: Run): Promise<Map<string, number>> => {
  const file = path.join(folder, `${words.join('-')}.json`)
  const preload = path.join(ROOT, 'test/support/tell-modules.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', preload, 'bin/tabletalk.js', ...words],
    { cwd: ROOT, env: { PATH: process.env.PATH, MODULES_FILE: file, TABLETALK_HOME: folder, ...env }, stdio: 'ignore' },
  )
  expect(await once(child, 'exit')).toEqual([exitCode, null])
  const counts = new Map<string, number>()
  for (const url of JSON.parse(readFileSync(file, 'utf8')) as string[]) {
    const name = packageOf(url)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** @returns the package, the resource or the room of a module */
const packageOf = (url: string): string => {
  const within = url.split('/node_modules/').at(-1)
  if (within !== undefined && within !== url) return within.split('/', within.startsWith('@') ? 2 : 1).join('/')
  const file = path.relative(ROOT, new URL(url).pathname)
  return file.split('/', file.startsWith('src/manage/') ? 3 : 2).join('/')
}

/** Packages for the terminal, for local servers, and for features that are not configured. */
const NO_PROCESS = [
  ...['execa', 'ora', 'langchain', '@langchain/core', '@langchain/openai', 'prom-client', 'zod-openapi'],
  ...['nodemailer', 'openid-client', 'stripe'],
]
const API_ONLY = ['express', 'jose', 'helmet']
const WORKER_ONLY = ['@temporalio/worker', '@temporalio/core-bridge', 'rxjs']

describe.each([
  { command: 'worker', needed: ['mongoose', ...WORKER_ONLY], unneeded: [...NO_PROCESS, ...API_ONLY] },
  { command: 'api', needed: ['mongoose', ...API_ONLY], unneeded: [...NO_PROCESS, ...WORKER_ONLY] },
] as const)('tabletalk $command at startup', ({ command, needed, unneeded }) => {
  it('loads only the packages that it needs, and only parts of large packages', async () => {
    const loaded = await countLoadedModules({ words: [command], exitCode: 1 })
    expect(needed.filter((name) => !loaded.has(name))).toEqual([])
    expect(unneeded.filter((name) => loaded.has(name))).toEqual([])
    expect(loaded.get('date-fns')).toBeLessThan(40)
    // The file that starts the thread of attacks, but none of the files that run in that thread.
    expect(loaded.get('src/manage/policy-attacks')).toBe(1)
    // Only the commands `api` and `worker`.
    expect(loaded.get('src/cli')).toBeLessThan(10)
  }, 120_000)
})

/** Packages that only change an organization, connect a database, start servers or serve requests. */
const NOT_READING = [
  ...[...NO_PROCESS, ...API_ONLY, ...WORKER_ONLY].filter((name) => name !== 'ora'),
  ...['@temporalio/client', '@grpc/grpc-js', 'ioredis', 'pg', 'mysql2', 'libpg-query', 'vega'],
]

it('commands that only read the store load no client of Temporal, of Redis or of a customer database', async () => {
  const bench = await operatorBench()
  const { env } = bench.platform
  try {
    for (const words of [['org', 'list'], ['key', 'list'], ['database', 'list'], ['usage']]) {
      const loaded = await countLoadedModules({ words: [...words, '--json'], env, exitCode: 0 })
      expect(loaded.has('mongoose')).toBe(true)
      expect({ words, unneeded: NOT_READING.filter((name) => loaded.has(name)) }).toEqual({ words, unneeded: [] })
    }
  } finally {
    await bench.close()
  }
}, 120_000)
