import { type Platform, startPlatform } from '../../support/platform.ts'
import { testServers } from '../../support/test-servers.ts'
import { type Manager, managerOf } from './manager.ts'

let platform: Platform
let own: Manager
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  own = await managerOf(platform)
})
afterAll(() => platform.close())

const storePort = (): string => new URL(testServers().mongoUri).port
const HOSTS = [
  ...['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]'],
  ...['0.0.0.0', '169.254.169.254', '10.0.0.1', '192.168.1.1', '172.16.0.1', '100.64.0.1', '[fd00::1]', '[fe80::1]'],
]
const TARGETS: readonly (readonly [string, () => string])[] = [
  ["the service's own store", () => `mongodb://127.0.0.1:${storePort()}/tabletalk`],
  ['a file on this machine', () => `sqlite:${testServers().demoFile}`],
  ['a socket', () => 'postgres://user@%2Ftmp/db'],
  ['a socket in an option', () => 'postgres://user@db.example/db?host=/tmp'],
  ...HOSTS.map((host) => [host, () => `postgres://user:canary@${host}/db`] as const),
]

describe('S39: a service that forbids private addresses', () => {
  it.each(TARGETS)('refuses to connect a database at %s', async (_, url) => {
    const { status, body, text } = await own.send('POST', '/databases', { name: 'inside', url: url() })
    expect([status, body.error_code, body.details[0].code, body.details[0].field]).toEqual([
      ...[422, 'VALIDATION_ERROR', 'CONNECTION_FAILED', 'url'],
    ])
    expect(text).not.toContain('canary')
    expect((await own.get('/databases')).body.data).toEqual([])
  })

  it('returns the same response for a private address as for an unknown host', async () => {
    const messages = await Promise.all(
      ['127.0.0.1', '10.0.0.1', 'localhost', 'no-such-host.invalid'].map(async (host) => {
        const { body } = await own.send('POST', '/databases', { name: 'inside', url: `mysql://user@${host}/db` })
        return body.message
      }),
    )
    expect([...new Set(messages)]).toEqual([expect.stringContaining('private')])
  })
})
