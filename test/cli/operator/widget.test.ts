import { createHash, randomUUID } from 'node:crypto'
import { jest } from '@jest/globals'
import { DEMO } from '../../../demo/organization.ts'
import { builtPortal } from '../../support/built-portal.ts'
import { testServers } from '../../support/test-servers.ts'
import { type OperatorBench, operatorBench } from './command.ts'

/** The machine may be busy. */
jest.setTimeout(240_000)

/** A database without tenants. */
const OTHER_DATABASE = randomUUID()

let bench: OperatorBench
beforeAll(async () => {
  bench = await operatorBench({ portal: await builtPortal() })
  const { store } = bench.platform.app
  const other = { ...DEMO.database, organizationId: 1, userId: 1, id: OTHER_DATABASE, name: 'other' }
  await store.databases.put({ ...other, requiresOrganizationScoping: false }, `sqlite:${testServers().demoFile}`)
})
afterAll(() => bench.close())

const widget = (...words: string[]) => bench.run(['widget', '--org', '1', '--database', 'shops', ...words])
const newKey = async (...limits: string[]): Promise<string> => {
  const words = ['key', 'create', '--org', '1', '--kind', 'database', '--database', 'shops', '--json', ...limits]
  return (await bench.run(words)).json.key
}

/** An element with its attributes, as in the output. */
const element = (...attributes: readonly (readonly [string, string])[]) =>
  `<db-chat${attributes.map(([name, value]) => ` ${name}="${value}"`).join('')}></db-chat>`

describe('tabletalk widget', () => {
  it('prints the script, whose hash is that of the served bytes, and the element of a database with tenants', async () => {
    const { baseUrl, access } = bench.platform
    const { code, out, err } = await widget()
    const [script = '', chat] = out.split('\n')
    const [, source = '', hash] =
      /^<script src="([^"]+)" integrity="sha384-([^"]+)" crossorigin="anonymous" defer><\/script>$/.exec(script) ?? []
    expect(source).toMatch(new RegExp(`^${baseUrl}/widget/[\\d.]+-[0-9a-f]{12}\\.js$`))
    const served = await fetch(source)
    expect([code, served.headers.get('cache-control')]).toEqual([0, expect.stringContaining('immutable')])
    const bytes = Buffer.from(await served.arrayBuffer())
    expect(hash).toBe(createHash('sha384').update(bytes).digest('base64'))
    expect(chat).toBe(element(['api-key', access.databaseKey], ['database-id', access.databaseId], ['tenant-id', '…']))
    expect(err).toContain('may send any tenant')
  })

  it('names another address and another key, and asks for identity tokens where the database requires them', async () => {
    const { baseUrl, access } = bench.platform
    const key = await newKey()
    await bench.run(['database', 'identity', 'shops', '--org', '1', '--require'])
    const { json, err } = await bench.run(['widget', '--key', key, '--url', `${baseUrl}/api/v1/`, '--json'])
    await bench.run(['database', 'identity', 'shops', '--org', '1', '--off'])
    expect(json).toEqual({
      database_id: access.databaseId,
      url: baseUrl,
      version: expect.any(String),
      path: expect.stringMatching(/^widget\//),
      integrity: expect.stringMatching(/^sha384-/),
      snippet: expect.stringContaining(
        element(['api-key', key], ['database-id', access.databaseId], ['tenant-id', '…'], ['identity-token', '…']),
      ),
    })
    expect(err).toBe('')
  })

  it('prints a frame whose page the service serves', async () => {
    const { out } = await widget('--frame')
    const [, address = ''] = /^<iframe src="([^"]+)" title="Chat" width="400" height="600"><\/iframe>$/.exec(out) ?? []
    const page = await fetch(address.replaceAll('&amp;', '&').replace('…', '1'))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<db-chat full api-key="pk_')])
  })

  it('prints a placeholder for a key that is not known, and how to create one', async () => {
    const { code, json, err } = await bench.run(['widget', '--org', '1', '--database', 'other', '--json'])
    expect([code, json.snippet]).toEqual([
      0,
      expect.stringContaining(element(['api-key', 'pk_…'], ['database-id', OTHER_DATABASE])),
    ])
    expect(err).toContain('key create --org 1 --kind database --database other --origin https://…')
  })

  it.each([
    ['a server key', async () => ['--key', bench.platform.access.orgKey], /must not be in a page.*key create/],
    ['an unknown key', async () => ['--key', 'pk_x'], /unknown or revoked.*key create/],
    [
      'a key of another database',
      async () => ['--key', bench.platform.access.databaseKey, '--database', 'other'],
      /another database than other: remove --database/,
    ],
    ['an unknown database', async () => ['--database', 'no'], /no database no/],
    ['a service that does not run', async () => ['--url', 'http://127.0.0.1:9'], /cannot be reached.*--url/],
    [
      'a service of something else',
      async () => ['--url', `${bench.platform.baseUrl}/healthz`],
      /serves no widget.*--url/,
    ],
    ['an address without a scheme', async () => ['--url', 'chat.example.com'], /http:\/\/ or https:\/\//],
  ])('refuses %s, and says what to do', async (_, words, expected) => {
    const { code, out, err } = await widget(...(await words()))
    expect([code, out, err.replaceAll('\n', ' ')]).toEqual([1, '', expect.stringMatching(expected)])
  })
})
