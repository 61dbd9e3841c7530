import { serverAddress } from '../../../src/engines/shared/connect/server-address.ts'

const FORM = { schemes: ['postgres:', 'postgresql:'], defaultPort: 5432 }
const read = (text: string) => serverAddress(text, FORM)

describe('S40 serverAddress', () => {
  it('reads host, port, user, password, database and TLS mode', () => {
    expect(read('postgres://ann:p%40ss%2Fword@db.example:6543/shop')).toEqual({
      host: 'db.example',
      port: 6543,
      user: 'ann',
      password: 'p@ss/word',
      database: 'shop',
      tls: 'prefer',
    })
    expect(read('postgresql://[2001:db8::1]/shop?sslmode=verify-full')).toEqual({
      host: '2001:db8::1',
      port: 5432,
      user: '',
      password: '',
      database: 'shop',
      tls: 'verify-full',
    })
  })

  it.each([
    ['', 'an empty address'],
    ['mysql://u:secret@h/db', 'another scheme'],
    ['postgres:u:secret@h/db', 'no host'],
    ['postgres:///secret', 'an empty host'],
    ['postgres://u:secret@h1,h2/db', 'two hosts'],
    ['postgres://u:secret@%2Fvar%2Frun/db', 'a socket'],
    ['postgres://u:secret@h', 'no database'],
    ['postgres://u:secret@h/', 'an empty database'],
    ['postgres://u:secret@h/a/b', 'a path'],
    ['postgres://u:secret@h/db%00x', 'a zero byte'],
    ['postgres://u:se%cret@h/db', 'a broken escape'],
    ['postgres://u:secret@h/db#x', 'a fragment'],
    ['postgres://u:secret@h/db?host=/tmp', 'an option that moves the host'],
    ['postgres://u:secret@h/db?sslrootcert=/etc/passwd', 'an option that names a file'],
    ['postgres://u:secret@h/db?sslrootcert=L2V0Yy9wYXNzd2Q', 'a certificate authority without a certificate'],
    ['postgres://u:secret@h/db?options=-c%20x=y', 'an option that passes server options'],
    ['postgres://u:secret@h/db?sslmode=no', 'an unknown TLS mode'],
    ['postgres://u:secret@h:99999/db', 'an invalid port'],
  ])('rejects %s (%s) without repeating any part of it', (text) => {
    const refused = expect(() => read(text))
    refused.toThrow(expect.objectContaining({ problem: 'database_unreachable', transient: false }))
    refused.not.toThrow(/secret/)
  })
})
