import { readFile, writeFile } from 'node:fs/promises'
import manifest from '../../package.json' with { type: 'json' }
import { signedCursors } from '../../src/http/cursor.ts'
import { routes } from '../../src/http/routes/index.ts'
import { curlExamples, runExamples } from '../../test/support/curl-examples.ts'
import globalSetup from '../../test/support/global-setup.ts'
import globalTeardown from '../../test/support/global-teardown.ts'
import { type Platform, startPlatform } from '../../test/support/platform.ts'
import { openApiDocument } from './document.ts'
import { documentText } from './document-text.ts'
import { endpointsPage } from './endpoints-page.ts'
import { type Examples, type ExamplesByOperation, examplesIn, steadyExamples } from './examples.ts'

/**
 * Writes the document that the service publishes: what its routes declare, with examples from the answers to the commands of
 * `docs/api.md`; and `docs/endpoints.md`, which lists the routes. To be run when a route has changed.
 */

/** Texts of keys, tickets and tokens look like secrets to secret scanners. */
const withoutKeys = (text: string): string =>
  text
    .replaceAll(/https?:\/\/[\w.:-]+\/s\/sh_[\w-]+/g, 'https://tabletalk.example.com/s/sh_example')
    .replaceAll(/\b([sp]k_|tkt_|rt_|mt_)[\w-]{6,}/g, '$1…')
    .replaceAll(/\b(whsec_|is_)[\w+/=-]{40,}/g, '$1…')
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJ…')
    .replaceAll(/\b[A-Z2-7]{32}\b/g, 'ORSXG…')

/** Of several commands for an endpoint, the first of each status is its example. */
const recordedExamples = async (platform: Platform): Promise<ExamplesByOperation> => {
  const recorded: Record<string, Examples> = {}
  for (const { endpoint, sent, answered, text } of await runExamples(platform, await curlExamples())) {
    const [method = '', address = ''] = endpoint.split(' ')
    if (answered === undefined || !address.startsWith('/api/v1')) continue
    const key = `${method.toLowerCase()} ${address}`
    // The page fills in examples: an id that is removed for good must be typed by its user.
    const request = sent === undefined || method === 'DELETE' ? {} : { request: JSON.parse(withoutKeys(sent)) }
    const known: Examples = recorded[key] ?? request
    // A stream or a file has no example, but its request has one.
    const responses = text.startsWith('{') ? { [answered]: JSON.parse(withoutKeys(text)) } : {}
    recorded[key] = { ...known, responses: { ...responses, ...known.responses } }
  }
  return recorded
}

await globalSetup()
try {
  const platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  const all = routes(platform.app, signedCursors(Buffer.alloc(32)), new AbortController().signal)
  const file = new URL('../../src/http/openapi.json', import.meta.url)
  const before = examplesIn(JSON.parse(await readFile(file, 'utf8')).paths)
  const examples = steadyExamples(before, await recordedExamples(platform))
  await writeFile(file, documentText(openApiDocument(all, manifest.version, examples)))
  await writeFile(new URL('../../docs/endpoints.md', import.meta.url), endpointsPage(all))
  await platform.close()
} finally {
  await globalTeardown()
}
process.exit()
