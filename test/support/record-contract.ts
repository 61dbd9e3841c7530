import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { typesOf } from '../../clients/typescript/generate.ts'
import { curlExamples, runExamples } from './curl-examples.ts'
import globalSetup from './global-setup.ts'
import globalTeardown from './global-teardown.ts'
import { type Platform, startPlatform } from './platform.ts'

/**
 * Writes what is made of the routes: the examples of the document, from the answers to the commands of `docs/api.md`, and
 * then the document and the types of the client. To be run when a route has changed.
 */
const ROOT = path.join(import.meta.dirname, '../..')
const write = (file: string, text: string): Promise<void> => writeFile(path.join(ROOT, file), text)
const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Texts of keys and tickets look like secrets to whoever searches for some. */
const withoutKeys = (text: string): string => text.replaceAll(/([sp]k_|tkt_)[\w-]{6,}/g, '$1…')

/** Of several commands for an endpoint, the first of each status is its example. */
const recordExamples = async (platform: Platform): Promise<void> => {
  const recorded: Record<string, { request?: unknown; responses: Record<string, unknown> }> = {}
  for (const { endpoint, sent, answered, text } of await runExamples(platform, await curlExamples())) {
    const [method = '', address = ''] = endpoint.split(' ')
    if (answered === undefined || !address.startsWith('/api/v1') || !text.startsWith('{')) continue
    const key = `${method.toLowerCase()} ${address.slice('/api/v1'.length).replaceAll(/\{(\w+)\}/g, ':$1')}`
    // The page fills examples in: what is removed for good is to be named by whoever means it.
    const request = sent === undefined || method === 'DELETE' ? {} : { request: JSON.parse(sent) }
    const known = recorded[key] ?? { ...request, responses: {} }
    recorded[key] = { ...known, responses: { [answered]: JSON.parse(withoutKeys(text)), ...known.responses } }
  }
  await write('src/http/openapi/examples.json', pretty(recorded))
}

const recordDocument = async (platform: Platform): Promise<void> => {
  const { body } = await platform.request('/openapi.json')
  const document = pretty(body)
  await write('clients/typescript/openapi.json', document)
  await write('clients/typescript/src/schema.ts', await typesOf(document))
}

const [step] = process.argv.slice(2)
await globalSetup()
try {
  const platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  await (step === 'document' ? recordDocument(platform) : recordExamples(platform))
  await platform.close()
} finally {
  await globalTeardown()
}
// The document has the examples with which a process was started.
if (step !== 'document') execFileSync(process.execPath, [import.meta.filename, 'document'], { stdio: 'inherit' })
process.exit()
