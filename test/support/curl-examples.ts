import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Platform } from './platform.ts'
import { testServers } from './test-servers.ts'

/** A command of `docs/api.md`. */
export interface CurlExample {
  /** `POST /api/v1/chat/message` */
  readonly endpoint: string
  readonly command: string
  /** The status that it is said to have. */
  readonly status: number
}

export interface Ran extends CurlExample {
  readonly answered: number
  readonly text: string
}

const FILE = path.join(import.meta.dirname, '../../docs/api.md')

/** The commands of the file, in its order. */
export const curlExamples = async (): Promise<readonly CurlExample[]> =>
  (await readFile(FILE, 'utf8')).split(/^### /m).flatMap((section) => {
    const endpoint = section.split('\n', 1)[0]?.trim() ?? ''
    return [...section.matchAll(/^```sh\n(?<command>.*?)\n# (?<status>\d{3})\n```$/gms)].map(({ groups }) => ({
      endpoint,
      command: groups?.command ?? '',
      status: Number(groups?.status),
    }))
  })

/** Runs commands one after the other, with the ids of earlier answers, in a shell as a reader's. */
export async function* runExamples(platform: Platform, examples: readonly CurlExample[]): AsyncGenerator<Ran> {
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    BASE_URL: platform.baseUrl,
    KEY: platform.access.orgKey,
    DATABASE_ID: platform.access.databaseId,
    DATABASE_FILE: testServers().demoFile,
  }
  for (const example of examples) {
    const withStatus = `curl() { command curl -w '\\n%{http_code}' "$@"; }\n${example.command}`
    const { stdout } = await promisify(execFile)('bash', ['-c', withStatus], { env, maxBuffer: 16 * 1024 * 1024 })
    const end = stdout.lastIndexOf('\n')
    const text = stdout.slice(0, end)
    // The first of each name; a stream has several bodies.
    const ids = [...text.matchAll(/"(\w*id)":"([\w.-]+)"/g)].toReversed()
    for (const [, name = '', id = ''] of ids) env[name.toUpperCase()] = id
    yield { ...example, answered: Number(stdout.slice(end + 1)), text }
  }
}
