import type { SrvRecord } from 'node:dns'
import { addressOf } from '../../../src/engines/mongodb/connect/address.ts'
import { Member } from '../../../src/engines/mongodb/connect/member.ts'
import { withSrvHosts } from '../../../src/engines/mongodb/connect/srv-hosts.ts'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import { never } from '../contract/contract-bench.ts'
import { batch, type FakeServer, fakeServer } from './fake-server.ts'

const UNREACHABLE = { problem: 'database_unreachable', transient: false }
const PLAIN = 'mongodb://a.example.com/shop'

describe('a MongoDB address', () => {
  it('has hosts, user, password, database and read options', () => {
    const text =
      'mongodb://us%40er:p%2Fw@a.example.com:27018,b.example.com,[::1]:27019/shop?replicaSet=rs0&readPreference=primary&readConcernLevel=majority&authSource=admin&authMechanism=SCRAM-SHA-256&tls=true'
    expect(addressOf(text)).toEqual({
      hosts: [
        { host: 'a.example.com', port: 27018 },
        { host: 'b.example.com', port: 27017 },
        { host: '::1', port: 27019 },
      ],
      srvName: undefined,
      user: 'us@er',
      password: 'p/w',
      database: 'shop',
      authSource: 'admin',
      authSourceGiven: true,
      authMechanism: 'SCRAM-SHA-256',
      replicaSet: 'rs0',
      readPreference: 'primary',
      readConcern: 'majority',
      direct: false,
      tls: { isEnabled: true, checkAuthority: true, checkHost: true },
    })
    expect(addressOf(PLAIN)).toMatchObject({
      authSource: 'shop',
      readPreference: 'secondaryPreferred',
      tls: { isEnabled: false },
    })
  })

  it('may have options that the service sets itself, which are ignored; option names are case-insensitive', () => {
    const copied = `${PLAIN}?retryWrites=true&w=majority&appName=x&maxPoolSize=9&SocketTimeoutMS=1`
    expect(addressOf(copied)).toEqual(addressOf(PLAIN))
    expect(addressOf(`${PLAIN}?REPLICASET=rs0`).replicaSet).toBe('rs0')
    expect(addressOf('MongoDB://a.example.com/shop')).toEqual(addressOf(PLAIN))
  })

  it.each([
    ...[
      'tlsCAFile=/etc/passwd',
      'tlsCertificateKeyFile=/k',
      'proxyHost=h',
      'authMechanism=GSSAPI',
      'loadBalanced=true',
    ],
    ...['authMechanismProperties=SERVICE_NAME:x', 'authMechanism=MONGODB-AWS', 'tls=maybe', 'tls=true&ssl=false'],
    ...[
      'readPreference=best',
      'replicaSet=a/b',
      'replicaSet=',
      'tls=true&TLS=true',
      'autoEncryption=x',
      'srvServiceName=x',
    ],
  ])('with the option %s is rejected without repeating values', (option) => {
    const refused = expect(() => addressOf(`mongodb://u:secret@h.example.com/shop?${option}`))
    refused.toThrow(
      expect.objectContaining({ ...UNREACHABLE, message: expect.not.stringMatching(/secret|h\.example|passwd/) }),
    )
  })

  it.each([
    ...['mongodb://h', 'mongodb://h/', 'mongodb://h/a/b', 'mongodb://h/a.b', 'mongodb://h/$x', 'mongodb://h:0/x'],
    ...['mongodb://h:99999/x', 'mongodb://%2Ftmp%2Fmongodb.sock/x', 'mongodb://h/x#y', 'mongodb+srv://a.b.c:1/x'],
    ...[
      'mongodb+srv://localhost/x',
      'mongodb+srv://a.b.c,d.e.f/x',
      'mongodb:/h/x',
      'mongodb://u:%zz@h/x',
      'mongodb://a b/x',
    ],
  ])('such as %s is rejected', (text) => {
    expect(() => addressOf(text)).toThrow(expect.objectContaining(UNREACHABLE))
  })

  it('can disable the check of the host name or of the whole certificate', () => {
    const tls = (option: string) => addressOf(`${PLAIN}?tls=true&${option}`).tls
    expect(tls('tlsAllowInvalidHostnames=true')).toEqual({ isEnabled: true, checkAuthority: true, checkHost: false })
    for (const option of ['tlsInsecure=true', 'tlsAllowInvalidCertificates=true'])
      expect(tls(option)).toEqual({ isEnabled: true, checkAuthority: false, checkHost: false })
  })
})

const record = (name: string, port = 27017): SrvRecord => ({ name, port, priority: 0, weight: 0 })

describe('resolving a mongodb+srv address', () => {
  const resolver = (hosts: readonly SrvRecord[], texts: readonly string[] = []) => ({
    resolveSrv: async (name: string) => (name === '_mongodb._tcp.db.example.com' ? [...hosts] : []),
    resolveTxt: async () => texts.map((text) => [text]),
  })
  const address = addressOf('mongodb+srv://u:p@db.example.com/shop')
  const resolved = (...given: Parameters<typeof resolver>) => withSrvHosts(address, never(), resolver(...given))

  it('gives the hosts of its SRV record, TLS, and the allowed options of its TXT record', async () => {
    const hosts = [record('s0.example.com', 27018), record('s1.example.com.')]
    expect(await resolved(hosts, ['authSource=admin&replicaSet=rs0&tls=false'])).toMatchObject({
      hosts: [
        { host: 's0.example.com', port: 27018 },
        { host: 's1.example.com', port: 27017 },
      ],
      authSource: 'admin',
      replicaSet: 'rs0',
      tls: { isEnabled: true },
    })
  })

  it.each([
    ['a host of another domain', [record('s0.example.com'), record('s0.evil.net')], []],
    ['a host whose domain only has the same suffix', [record('s0.evilexample.com')], []],
    ['no host', [], []],
    ['two TXT records', [record('s0.example.com')], ['authSource=admin', 'replicaSet=x']],
    ['a load balancer', [record('s0.example.com')], ['loadBalanced=true']],
  ])('rejects records with %s', async (_, hosts, texts) => {
    await expect(resolved(hosts, texts)).rejects.toMatchObject(UNREACHABLE)
  })
})

describe('MongoDB without private hosts', () => {
  const { describe: described, close } = mongodbEngine({
    allowPrivateHosts: false,
    resolver: { resolveSrv: async () => [record('localhost')], resolveTxt: async () => [] },
  })
  afterAll(close)

  it.each([
    ...['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '127.1', '2130706433', '0x7f.0.0.1', '10.0.0.1'],
    ...['169.254.169.254', '[fe80::1]', '0.0.0.0', '100.64.0.1', '192.168.0.1', '[fd00::1]', 'LOCALHOST'],
  ])('rejects %s before it connects', async (host) => {
    await expect(described(`mongodb://${host}/shop`, never())).rejects.toMatchObject(UNREACHABLE)
  })

  it('rejects a private host in an SRV record', async () => {
    await expect(described('mongodb+srv://db.localhost/shop', never())).rejects.toMatchObject(UNREACHABLE)
  })
})

describe('a MongoDB replica set', () => {
  let servers: FakeServer[] = []
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()))
    servers = []
  })
  const member = async (greeting: () => object): Promise<FakeServer> => {
    const server = await fakeServer({
      handle(request) {
        if (['hello', 'ismaster', 'isMaster'].includes(request.command)) {
          request.answer({ ...BASE, ...greeting() })
          return true
        }
        if (request.command !== 'listCollections') return undefined
        request.answer(batch('$cmd.listCollections', []))
        return true
      },
    })
    servers.push(server)
    return server
  }
  const BASE = { ok: 1, maxWireVersion: 21, minWireVersion: 0, setName: 'rs0', maxBsonObjectSize: 16_777_216 }
  const describeAt = async (address: string, connectMs = 20_000) => {
    const engine = mongodbEngine({ allowPrivateHosts: true, connectMs })
    const outcome: unknown = await engine.describe(address, never()).catch((error: unknown) => error)
    await engine.close()
    return outcome
  }
  const wasRead = (server: FakeServer) => server.requests.some(({ command }) => command === 'listCollections')

  const set = async () => {
    let hosts: readonly string[] = []
    const primary = await member(() => ({ isWritablePrimary: true, ismaster: true, hosts, primary: hosts[0] }))
    const second = await member(() => ({ isWritablePrimary: false, secondary: true, hosts, primary: hosts[0] }))
    hosts = [primary.host, second.host]
    return { primary, second }
  }

  it.each([
    ['', 'second'],
    ['?readPreference=primary', 'primary'],
    ['?readPreference=secondary', 'second'],
    ['?readPreference=primaryPreferred', 'primary'],
    ['?directConnection=true', 'primary'],
    ['?replicaSet=rs0&readPreference=nearest', 'primary'],
  ] as const)('whose address names the primary with options %p is read from its %s member', async (options, part) => {
    const members = await set()
    expect(await describeAt(members.primary.address + options)).toEqual({ engine: 'mongodb', tables: [] })
    expect([wasRead(members.primary), wasRead(members.second)]).toEqual([part === 'primary', part === 'second'])
  })

  it('is found through its other member if the first host is down', async () => {
    const { primary } = await set()
    const down = await member(() => ({}))
    await down.close()
    servers = servers.filter((server) => server !== down)
    const address = `mongodb://${down.host},${primary.host}/shop?readPreference=primary`
    expect(await describeAt(address)).toEqual({ engine: 'mongodb', tables: [] })
  })

  it('with another name than replicaSet is rejected', async () => {
    const { primary } = await set()
    expect(await describeAt(`${primary.address}?replicaSet=rs1`)).toMatchObject(UNREACHABLE)
  })

  it('is read from a member that another member announces, whose address is checked for private hosts', async () => {
    let hosts: readonly string[] = []
    const inner = await member(() => ({ isWritablePrimary: true, ismaster: true, hosts, primary: hosts[0] }))
    const seed = await member(() => ({ secondary: true, hosts, primary: hosts[0] }))
    hosts = [inner.host]
    const address = `${seed.address}?readPreference=primary`
    expect(await describeAt(address)).toEqual({ engine: 'mongodb', tables: [] })
    expect(wasRead(inner)).toBe(true)
    const before = inner.connections
    const closed = { allowPrivateHosts: false, connectionsMax: 1 }
    for (const host of addressOf(`mongodb://${inner.host}/shop`).hosts)
      await expect(Member.open(host, addressOf(address), closed, never())).rejects.toMatchObject(UNREACHABLE)
    expect(inner.connections).toBe(before)
  })
})
