import { ConnectionString } from 'mongodb-connection-string-url'
import { readConfig } from '../../src/config.ts'
import { connectStore } from '../../src/store/connection.ts'
import { addressForDriver, parseStoreAddress, StoreAddressInvalid } from '../../src/store/store-address.ts'
import { storeHealthCheck } from '../../src/store/store-health-check.ts'
import { batch, fakeServer, GREETING } from '../engines/mongodb/fake-server.ts'
import { testServers } from '../support/test-servers.ts'

const port = (host: string, number: number, text = `${host}:${number}`) => ({ text, host, port: number })

describe('the MongoDB address', () => {
  it.each([
    ['mongodb://a:27017,b:27018/db', [port('a', 27_017), port('b', 27_018)], 'db'],
    ['mongodb://a,b,c/?replicaSet=rs0', ['a', 'b', 'c'].map((host) => port(host, 27_017, host)), undefined],
    [
      'mongodb://[::1]:27018,[fe80::1]/db',
      [port('::1', 27_018, '[::1]:27018'), port('fe80::1', 27_017, '[fe80::1]')],
      'db',
    ],
    [
      'mongodb://us%40er:p%2Fw%3A%2Cx@a:27017,b:27017/my%20db?authSource=admin',
      [port('a', 27_017), port('b', 27_017)],
      'my db',
    ],
    [
      'mongodb://%2Ftmp%2Fmongodb-27017.sock/db',
      [{ text: '%2Ftmp%2Fmongodb-27017.sock', path: '/tmp/mongodb-27017.sock' }],
      'db',
    ],
    ['mongodb://a', [port('a', 27_017, 'a')], undefined],
  ])('is parsed as the driver parses it: %s', (uri, hosts, database) => {
    expect(parseStoreAddress(uri)).toMatchObject({ hosts, database, srvRecord: undefined })
  })

  it('contains the DNS record of its hosts for mongodb+srv', () => {
    const expected = { hosts: [], srvRecord: '_mongodb._tcp.cluster.example.net', database: 'db' }
    expect(parseStoreAddress('mongodb+srv://u:p@cluster.example.net/db')).toMatchObject(expected)
    expect(parseStoreAddress('mongodb+srv://cluster.example.net/?srvServiceName=mine').srvRecord).toMatch(
      /^_mine\._tcp\./,
    )
  })

  it('is shown without user, password and options', () => {
    const { shown } = parseStoreAddress(
      'mongodb://us%40er:hidden@a:27017,b/db?authMechanismProperties=AWS_SESSION_TOKEN:hidden',
    )
    expect(shown).toBe('mongodb://a:27017,b/db')
  })

  it.each([
    'hidden-text',
    'http://hidden@a/db',
    'mongodb://hid@den:hidden@a/db',
    'mongodb://hid:den:hidden@a/db',
    'mongodb://hidden:p%zz@a/db',
    'mongodb://u:hidden@/db',
    'mongodb://u:hidden@a:hidden/db',
    'mongodb://u:hidden@a:99999/db',
    'mongodb://u:hidden@a:0/db',
    'mongodb://u:hidden@a,,b/db',
    'mongodb://u:hidden@a/hidden%zz',
    'mongodb+srv://u:hidden@a,b/db',
    'mongodb+srv://u:hidden@a:27017/db',
  ])('that is invalid is an error of MONGODB_URI that does not repeat it: %s', (uri) => {
    const read = () => readConfig({ MONGODB_URI: uri })
    expect(read).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining('MONGODB_URI') }),
    )
    expect(read).not.toThrow(/hidden|hid@den|hid:den/)
  })

  it('with an unknown driver option is rejected without repeating it', async () => {
    const connecting = connectStore('mongodb://user:hidden@127.0.0.1:1/db?hidden=1')
    await expect(connecting).rejects.toThrow(StoreAddressInvalid)
    await expect(connecting).rejects.not.toThrow(/hidden/)
  })
})

describe('connecting to the store', () => {
  it('passes the addresses of a replica set to the driver', async () => {
    const connecting = connectStore('mongodb://127.0.0.1:1,127.0.0.1:2/db?replicaSet=rs0', 300)
    await expect(connecting).rejects.toMatchObject({ name: 'MongooseServerSelectionError', reason: { setName: 'rs0' } })
  })

  it.each([
    ['name%2Dwith%2Descapes', 'name-with-escapes'],
    ['', 'tabletalk'],
  ])('uses the database of the address: "%s"', async (path, database) => {
    const connection = await connectStore(`${testServers().mongoUri}${path}?retryWrites=false`)
    const { name, db } = connection
    await connection.close()
    expect([name, db?.databaseName]).toEqual([database, database])
  })
})

describe('connections to a replica set', () => {
  /** All commands that a member of a set receives, except greetings. */
  const asking = async (options: string) => {
    const host = { name: '' }
    const server = await fakeServer({
      greeting: { setName: 'rs0', secondary: false },
      handle: ({ command, answer }) => {
        if (/^(hello|isMaster|ismaster)$/.test(command)) {
          answer({ ...GREETING, setName: 'rs0', setVersion: 1, hosts: [host.name], me: host.name, primary: host.name })
          return true
        }
        if (command === 'endSessions') return false
        answer(['find', 'aggregate'].includes(command) ? batch('any', []) : { ok: 1, n: 1 })
        return true
      },
    })
    host.name = server.host
    const connection = await connectStore(`mongodb://${server.host}/db?replicaSet=rs0${options}`, 5_000)
    const { options: used } = connection.getClient()
    await connection.collection('any').findOne({})
    await connection.collection('any').countDocuments({})
    await connection.collection('any').insertOne({ a: 1 })
    await connection.close()
    await server.close()
    return { asked: server.requests.filter(({ command }) => command !== 'endSessions'), used }
  }

  it.each([
    '',
    '&readPreference=nearest',
    '&readpreference=secondaryPreferred&readPreferenceTags=dc:ny&maxStalenessSeconds=90',
    '&readConcernLevel=majority&w=1&journal=false',
  ])('read from the primary and write with majority, ignoring the options of the address: %s', async (options) => {
    const { asked } = await asking(options)
    const said = asked.map(({ command, document }) => {
      const { $readPreference, readConcern, writeConcern } = document
      return [
        command,
        $readPreference?.mode ?? 'primary',
        readConcern?.level ?? null,
        writeConcern?.w ?? null,
        writeConcern?.j ?? null,
      ]
    })
    expect(said).toEqual([
      ['find', 'primary', 'local', null, null],
      ['aggregate', 'primary', 'local', null, null],
      ['insert', 'primary', null, 'majority', true],
    ])
  })

  it('check the health of the primary, ignoring the options of the address', async () => {
    const pulse = storeHealthCheck(`${testServers().mongoUri}?readPreference=nearest&maxStalenessSeconds=90`)
    await expect(pulse.ping().finally(pulse.close)).resolves.toBeUndefined()
  })

  it('keep pool sizes and timeouts of the address', async () => {
    const { used } = await asking(
      '&maxPoolSize=7&minPoolSize=1&maxIdleTimeMS=5000&connectTimeoutMS=1234&retryWrites=false&appName=mine',
    )
    expect(used).toMatchObject({ maxPoolSize: 7, minPoolSize: 1, maxIdleTimeMS: 5_000, connectTimeoutMS: 1_234 })
    expect(used).toMatchObject({ retryWrites: false, appName: 'mine', replicaSet: 'rs0' })
    expect((await asking('')).used).toMatchObject({ maxPoolSize: 20, connectTimeoutMS: 5_000 })
  })

  it('keep credentials and transport options of the address', () => {
    const { uri } = addressForDriver(
      'mongodb://us%40er:p%2Fw%3A%2Cx%2B@a:27017,b/my%20db?authSource=admin&tls=true&directConnection=false&w=1',
      {},
    )
    const parsed = new ConnectionString(uri)
    expect([parsed.username, parsed.password, parsed.hosts, parsed.pathname]).toEqual([
      ...['us%40er', 'p%2Fw%3A%2Cx%2B', ['a:27017', 'b'], '/my%20db'],
    ])
    expect(Object.fromEntries(parsed.searchParams)).toEqual({
      authSource: 'admin',
      tls: 'true',
      directConnection: 'false',
    })
  })
})
