import { createHash } from 'node:crypto'
import { holdsSecrets } from '../../../../src/guard/proposal/sampled-secrets.ts'
import { secretForm } from '../../../../src/guard/proposal/secret-text.ts'
import { table } from './schemas.ts'

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
const letters = (count: number) => 'aB3dE'.repeat(count).slice(0, count)

describe('secretForm', () => {
  it.each([
    ['bcrypt', `$2y$10$${letters(53)}`],
    ['bcrypt of Django', `bcrypt_sha256$$2b$12$${letters(53)}`],
    ['bcrypt of WordPress', `$wp$2y$10$${letters(53)}`],
    ['phpass', `$P$B${letters(30)}`],
    ['phpBB', `$H$9${letters(30)}`],
    ['Argon2', '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'],
    ['Argon2 of Django', 'argon2$argon2id$v=19$m=102400,t=2,p=8$c29tZXNhbHQ$RdescudvJCsgt3ub'],
    ['PBKDF2 of Django', 'pbkdf2_sha256$600000$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG='],
    ['PBKDF2 of Werkzeug', `pbkdf2:sha256:260000$salt$${digest('sha256', 'a')}`],
    ['scrypt of Werkzeug', `scrypt:32768:8:1$salt$${digest('sha512', 'a')}`],
    ['SHA-512 of crypt', `$6$rounds=5000$saltsalt$${letters(86)}`],
    ['SHA-256 of crypt', `$5$saltsalt$${letters(43)}`],
    ['LDAP', '{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3'],
    ['Magento', `${digest('sha256', 'a')}:x8Y:1`],
    ['a key of Stripe', `sk_${'live'}_${letters(24)}`],
    ['a token of GitHub', `ghp_${letters(36)}`],
    ['a key of AWS', `AKIA${'ABCDEFGH23456789'}`],
    ['a token of Slack', `xoxb-${'123456789012'}-${letters(24)}`],
    ['a JSON Web Token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'],
    ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIEow`],
    ['a URL with a password', 'postgres://shop:pa55@db.example/shop'],
  ])('is certain for %s', (_, text) => {
    expect(secretForm(text)).toBe('certain')
  })

  it.each([
    [digest('md5', 'a'), 'digest'],
    [digest('sha512', 'a'), 'digest'],
    ['4111 1111 1111 1111', 'card'],
    ['5555555555554444', 'card'],
    ['378282246310005', 'card'],
    ['DE89 3704 0044 0532 0130 00', 'iban'],
    ['GB82WEST12345698765432', 'iban'],
  ])('for %s is %s', (text, form) => {
    expect(secretForm(text)).toBe(form)
  })

  it.each([
    ...['', 'paid', 'Ann Lee', 'ann@mail.test', '$20', '$2 off', '2026-11-26', '+49 30 1234567', 'https://shop.test/a'],
    ...['4111 1111 1111 1112', '4006381333931', '351756051523999', 'DE89370400440532013001', '1234567890123456'],
    ...['0191b0f4-7a52-7c3e-9d0a-0123456789ab', '00000000000000000000000000000000', 'sk_lift', 'eyJoy'],
  ])('is undefined for %p', (text) => {
    expect(secretForm(text)).toBeUndefined()
  })
})

describe('holdsSecrets', () => {
  const USERS = table('users: id text, ref_id text -> others.id, phrase text, file_md5 text')
  const users = { ...USERS, primaryKey: ['id'] }
  const sample = (...texts: readonly string[]) => ({ times: new Map(texts.map((text) => [text, 1])) })
  const HASHES = ['a', 'b', 'c'].map((text) => `$2y$10$${letters(52)}${text}`)
  const DIGESTS = ['a', 'b', 'c', 'd'].map((text) => digest('sha1', text))

  it('is true for hashes in a column of any name', () => {
    expect(holdsSecrets(users, 'phrase', [sample(...HASHES)])).toBe(true)
    expect(holdsSecrets(users, 'phrase', [sample(...HASHES, '', 'unset')])).toBe(true)
    expect(holdsSecrets(users, 'phrase', [sample('paid', 'open')])).toBe(false)
    expect(holdsSecrets(users, 'phrase', [])).toBe(false)
  })

  it('is false if only one of several tenants has hashes', () => {
    expect(holdsSecrets(users, 'phrase', [sample(...HASHES), sample('Ann'), sample('Bob')])).toBe(false)
    expect(holdsSecrets(users, 'phrase', [sample(...HASHES), sample('Ann')])).toBe(false)
    expect(holdsSecrets(users, 'phrase', [sample(...HASHES), sample(...HASHES), sample('Bob'), sample()])).toBe(true)
  })

  it('is false if each of few tenants has one hash', () => {
    const notes = (hash: string) => sample(hash, 'call back', 'paid', 'sent')
    const [one = '', two = '', three = ''] = HASHES
    expect(holdsSecrets(users, 'phrase', [notes(one), notes(two), sample('Bob')])).toBe(false)
    expect(holdsSecrets(users, 'phrase', [sample(one), sample(two), sample('Bob')])).toBe(false)
    expect(holdsSecrets(users, 'phrase', [sample(one), sample()])).toBe(false)
    expect(holdsSecrets(users, 'phrase', [sample(one), sample(two), sample()])).toBe(true)
    expect(holdsSecrets(users, 'phrase', [sample(one, two), sample(two), sample(one, three), sample('Bob')])).toBe(true)
  })

  it('is true for digests only if nearly all values are distinct digests', () => {
    expect(holdsSecrets(users, 'phrase', [sample(...DIGESTS)])).toBe(true)
    expect(holdsSecrets(users, 'phrase', [sample(...DIGESTS, 'a', 'b')])).toBe(false)
    expect(holdsSecrets(users, 'phrase', [{ times: new Map(DIGESTS.map((text) => [text, 3])) }])).toBe(false)
  })

  it.each(['id', 'ref_id', 'file_md5'])('is false for digests in a key or a checksum column: %s', (column) => {
    expect(holdsSecrets(users, column, [sample(...DIGESTS)])).toBe(false)
  })

  it('is true for card numbers, and false for a single possible card number', () => {
    const cards = ['4111111111111111', '5555555555554444', '4012888888881881']
    expect(holdsSecrets(users, 'phrase', [sample(...cards)])).toBe(true)
    expect(holdsSecrets(users, 'phrase', [sample('4111111111111111', '4006381333931', '4006381333948')])).toBe(false)
  })
})
