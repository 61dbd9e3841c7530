import { execFile, execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Platform, SECRET } from './platform.ts'
import { testServers } from './test-servers.ts'

/** A block of commands of a page. */
export interface CurlExample {
  /** `POST /api/v1/chat/message`; empty where the page only prepares. */
  readonly endpoint: string
  readonly command: string
  /** The status that its last request is said to have; undefined where it sends none. */
  readonly status: number | undefined
}

export interface Ran extends CurlExample {
  /** The status that its last request had. */
  readonly answered: number | undefined
  /** What it has printed. */
  readonly text: string
  /** The body that its last request has sent. */
  readonly sent: string | undefined
}

const ROOT = path.join(import.meta.dirname, '../..')

/** All that a reader can paste of the page, in its order. */
export const curlExamples = async (page = 'docs/api.md'): Promise<readonly CurlExample[]> =>
  (await readFile(path.join(ROOT, page), 'utf8')).split(/^### /m).flatMap((section, index) => {
    const endpoint = index === 0 ? '' : (section.split('\n', 1)[0]?.trim() ?? '')
    return [...section.matchAll(/^```sh\n(?<block>.*?)\n```$/gms)].map(({ groups }) => {
      const { command = '', status } =
        /^(?<command>.*?)(?:\n# (?<status>\d{3}))?$/s.exec(groups?.block ?? '')?.groups ?? {}
      return { endpoint, command, status: status === undefined ? undefined : Number(status) }
    })
  })

/** Whether the page can be tried here. */
export const hasJq = ((): boolean => {
  try {
    execFileSync('jq', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('skipped: the commands of docs/api.md need jq on PATH')
    return false
  }
})()

/** In a shell that sees what the page sends, and knows no name that the page has not set. */
const PRELUDE = `set -u
npx() { "$NODE" "$ROOT/bin/$1.js" "\${@:2}"; }
curl() {
  local body= next= argument
  for argument in "$@"; do [ "$next" = -d ] && body=$argument; next=$argument; done
  [ -z "$body" ] || printf %s "$body" > "$RUN/$BLOCK.sent"
  command curl -w '%{stderr}%{http_code}' "$@" 2> "$RUN/$BLOCK.status"
}
`

/**
 * Runs the whole page in one shell, from top to bottom, in a folder in which `npm start` could have run.
 * @returns what each block has sent and was answered; the folder's own name is `/srv/tabletalk` in it
 */
export const runExamples = async (platform: Platform, examples: readonly CurlExample[]): Promise<readonly Ran[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tabletalk-page-'))
  try {
    const home = path.join(folder, '.tabletalk')
    const run = path.join(folder, 'run')
    await Promise.all([mkdir(path.join(home, 'demo'), { recursive: true }), mkdir(run)])
    // Where this service puts its mails.
    await symlink(path.join(platform.env.TABLETALK_HOME ?? '', 'mails'), path.join(home, 'mails'))
    await copyFile(testServers().demoFile, path.join(home, 'demo/shops.db'))
    await writeFile(path.join(home, 'demo.json'), JSON.stringify(demoOf(platform)))
    const blocks = examples.map(({ command }, index) => `BLOCK=${index}\n{\n${command}\n} > "$RUN/${index}.out"\n`)
    await writeFile(path.join(run, 'page.sh'), PRELUDE + blocks.join(''))
    const service = { ...platform.env, TABLETALK_SECRET: SECRET, NODE: process.execPath, ROOT }
    const env = { ...service, PATH: process.env.PATH ?? '', TMPDIR: folder, RUN: run }
    await promisify(execFile)('bash', [path.join(run, 'page.sh')], { cwd: folder, env })
    const found = async (index: number, kind: string): Promise<string | undefined> =>
      (await readFile(path.join(run, `${index}.${kind}`), 'utf8').catch(() => undefined))?.replaceAll(
        folder,
        '/srv/tabletalk',
      )
    return await Promise.all(
      examples.map(async (example, index) => {
        const status = await found(index, 'status')
        return {
          ...example,
          answered: status === undefined ? undefined : Number(status),
          text: (await found(index, 'out')) ?? '',
          sent: await found(index, 'sent'),
        }
      }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** As `npm start` writes it. */
const demoOf = ({ baseUrl, access }: Platform) => ({
  base_url: baseUrl,
  org_key: access.orgKey,
  database_key: access.databaseKey,
  organization_id: access.organizationId,
  database_id: access.databaseId,
})
