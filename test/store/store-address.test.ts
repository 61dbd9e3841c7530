import { readConfig } from '../../src/config.ts'
import { connectStore } from '../../src/store/connection.ts'
import { parseStoreAddress, StoreAddressInvalid } from '../../src/store/store-address.ts'
import { testServers } from '../support/test-servers.ts'

const port = (host: string, number: number, text = `${host}:${number}`) => ({ text, host, port: number })

describe('the address of a store', () => {
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
  ])('is read as the driver reads it: %s', (uri, hosts, database) => {
    expect(parseStoreAddress(uri)).toMatchObject({ hosts, database, srvRecord: undefined })
  })

  it('names the DNS record of its hosts where it has no hosts of its own', () => {
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
  ])('that nobody can read is a mistake in MONGODB_URI, and is not repeated: %s', (uri) => {
    const read = () => readConfig({ MONGODB_URI: uri })
    expect(read).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining('MONGODB_URI') }),
    )
    expect(read).not.toThrow(/hidden|hid@den|hid:den/)
  })

  it('with an option that the driver does not know is refused without being repeated', async () => {
    const connecting = connectStore('mongodb://user:hidden@127.0.0.1:1/db?hidden=1')
    await expect(connecting).rejects.toThrow(StoreAddressInvalid)
    await expect(connecting).rejects.not.toThrow(/hidden/)
  })
})

describe('connectStore', () => {
  it('takes the addresses of a replica set to the driver', async () => {
    const connecting = connectStore('mongodb://127.0.0.1:1,127.0.0.1:2/db?replicaSet=rs0', 300)
    await expect(connecting).rejects.toMatchObject({ name: 'MongooseServerSelectionError', reason: { setName: 'rs0' } })
  })

  it.each([
    ['name%2Dwith%2Descapes', 'name-with-escapes'],
    ['', 'tabletalk'],
  ])('works in the database that the address names: "%s"', async (path, database) => {
    const connection = await connectStore(`${testServers().mongoUri}${path}?retryWrites=false`)
    const { name, db } = connection
    await connection.close()
    expect([name, db?.databaseName]).toEqual([database, database])
  })
})
