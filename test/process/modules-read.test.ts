import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-modules-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A process that finds no servers: it has read by then what it reads before it begins. @returns files, by package */
const readBy = async (command: 'api' | 'worker'): Promise<Map<string, number>> => {
  const file = path.join(folder, `${command}.json`)
  const preload = path.join(ROOT, 'test/support/tell-modules.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', preload, 'bin/tabletalk.js', command],
    { cwd: ROOT, env: { PATH: process.env.PATH, MODULES_FILE: file, TABLETALK_HOME: folder }, stdio: 'ignore' },
  )
  expect(await once(child, 'exit')).toEqual([1, null])
  const counts = new Map<string, number>()
  for (const url of JSON.parse(readFileSync(file, 'utf8')) as string[]) {
    const name = nameIn(url)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** Of a package, of a resource, or of a room of the product. */
const nameIn = (url: string): string => {
  const within = url.split('/node_modules/').at(-1)
  if (within !== undefined && within !== url) return within.split('/', within.startsWith('@') ? 2 : 1).join('/')
  const file = path.relative(ROOT, new URL(url).pathname)
  return file.split('/', file.startsWith('src/manage/') ? 3 : 2).join('/')
}

/** For the terminal, for local servers, for models and tracing that are not configured. */
const NO_PROCESS = [
  ...['execa', 'ora', 'langchain', '@langchain/core', '@langchain/openai', 'prom-client', 'zod-openapi'],
  ...['nodemailer', 'openid-client', 'stripe'],
]
const API_ONLY = ['express', 'jose', 'helmet']
const WORKER_ONLY = ['@temporalio/worker', '@temporalio/core-bridge', 'rxjs']

describe.each([
  { command: 'worker', needed: ['mongoose', ...WORKER_ONLY], unneeded: [...NO_PROCESS, ...API_ONLY] },
  { command: 'api', needed: ['mongoose', ...API_ONLY], unneeded: [...NO_PROCESS, ...WORKER_ONLY] },
] as const)('before it begins, tabletalk $command', ({ command, needed, unneeded }) => {
  it('reads the packages that it serves with and no others, and of large ones their parts', async () => {
    const read = await readBy(command)
    expect(needed.filter((name) => !read.has(name))).toEqual([])
    expect(unneeded.filter((name) => read.has(name))).toEqual([])
    expect(read.get('date-fns')).toBeLessThan(40)
    // What begins the thread of attacks, and nothing of what runs in it.
    expect(read.get('src/manage/policy-attacks')).toBe(1)
    // `api` and `worker` themselves, not the commands for people.
    expect(read.get('src/cli')).toBeLessThan(10)
  }, 120_000)
})
