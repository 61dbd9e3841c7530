import { generate } from 'otplib'
import { type Platform, startPlatform } from '../support/platform.ts'
import { codeOf, type LoggedIn, loggedInAs, open, PASSWORD } from './logged-in.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: true })
})
afterAll(() => platform.close())

const STEP_S = 30

/** The code of an app whose clock is ahead by this number of steps. */
const codeOfApp = (secret: string, ahead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * STEP_S })

const begin = async (one: LoggedIn): Promise<string> =>
  (await one.request('/auth/second-factor', { json: { password: PASSWORD } })).body.data.secret

const confirm = (one: LoggedIn, code: string) => one.request('/auth/second-factor/confirm', { json: { code } })

const logIn = ({ email }: LoggedIn, code?: string) =>
  open(platform, 'login', { email, password: PASSWORD, ...(code === undefined ? {} : { code }) })

/** A user with a second factor, whose app has shown the code of the previous step. */
const withFactor = async () => {
  const one = await loggedInAs(platform, 'member')
  const secret = await begin(one)
  // Where the next half minute begins meanwhile, the code of before is too old, and the next one is the one of before.
  for (let attempt = 0; attempt < 3; attempt++) {
    const { status, body } = await confirm(one, await codeOfApp(secret, -1))
    if (status === 200) return { one, secret, recovery: body.data.recovery_codes as readonly string[] }
  }
  throw new Error('the code was not taken')
}

describe('a second factor', () => {
  it('takes effect once one of its codes is confirmed', async () => {
    const one = await loggedInAs(platform, 'member')
    const secret = await begin(one)
    expect((await logIn(one)).status).toBe(200)
    expect(codeOf(await confirm(one, '000'))).toEqual([401, 'AUTH_2FA_INVALID_CODE'])
    const code = await codeOfApp(secret)
    const confirmed = await confirm(one, code)
    expect([confirmed.status, new Set(confirmed.body.data.recovery_codes).size]).toEqual([200, 10])
    expect(codeOf(await confirm(one, code))).toEqual([400, 'BUSINESS_INVALID_STATE'])
    expect(codeOf(await one.request('/auth/second-factor', { json: { password: PASSWORD } }))).toEqual([
      400,
      'BUSINESS_INVALID_STATE',
    ])
    expect(codeOf(await logIn(one))).toEqual([401, 'AUTH_2FA_REQUIRED'])
    // The confirming code is consumed.
    expect(codeOf(await logIn(one, code))).toEqual([401, 'AUTH_2FA_INVALID_CODE'])
  })

  it('accepts no code twice, also concurrently', async () => {
    const { one, secret } = await withFactor()
    const code = await codeOfApp(secret)
    const both = await Promise.all([logIn(one, code), logIn(one, code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    // Earlier codes are refused as well.
    expect(codeOf(await logIn(one, await codeOfApp(secret, -1)))).toEqual([401, 'AUTH_2FA_INVALID_CODE'])
  })

  it('can be replaced by each recovery code once', async () => {
    const { one, recovery } = await withFactor()
    const [code = ''] = recovery
    expect((await logIn(one, code.toUpperCase())).status).toBe(200)
    expect(codeOf(await logIn(one, code))).toEqual([401, 'AUTH_2FA_INVALID_CODE'])
  })

  it('accepts a recovery code with any separators, and no other spelling', async () => {
    const { one, recovery } = await withFactor()
    const typed: readonly ((code: string) => string)[] = [
      (code) => code.replace('-', ' '),
      (code) => code.replace('-', ''),
      (code) => code.replace('-', ' – ').toUpperCase(),
      (code) => ` ${[...code.replace('-', '')].join(' ')}\n`,
      (code) => code.replace('-', '\u2011'),
    ]
    for (const [at, type] of typed.entries()) expect((await logIn(one, type(recovery[at] ?? ''))).status).toBe(200)
    for (const wrong of [recovery[0], recovery[6]?.slice(0, -1), `${recovery[7]}2`, recovery[8]?.slice(6)])
      expect(codeOf(await logIn(one, wrong))).toEqual([401, 'AUTH_2FA_INVALID_CODE'])
  })

  it('is removed with password and code, or by a manager of users', async () => {
    const { one, recovery } = await withFactor()
    const away = (json: object) => one.request('/auth/second-factor', { method: 'DELETE', json })
    expect(codeOf(await away({ password: 'wrong umbrellas', code: recovery[0] }))).toEqual([
      401,
      'AUTH_INVALID_CREDENTIALS',
    ])
    expect((await away({ password: PASSWORD, code: recovery[0] })).status).toBe(200)
    expect((await logIn(one)).status).toBe(200)
    const { one: lost } = await withFactor()
    const path = `/api/v1/users/${lost.id}/second-factor`
    expect((await platform.request(path, { method: 'DELETE' })).status).toBe(200)
    expect([(await lost.request('/auth/me')).status, (await logIn(lost)).status]).toEqual([401, 200])
    expect(codeOf(await platform.request(path, { method: 'DELETE' }))).toEqual([400, 'BUSINESS_INVALID_STATE'])
  })

  it('throttles guesses of its codes even with the correct password', async () => {
    const { one } = await withFactor()
    const codes: (string | undefined)[] = []
    while (codes.at(-1) !== 'SYSTEM_RATE_LIMIT_EXCEEDED' && codes.length < 15)
      codes.push((await logIn(one, '123456')).body.error_code)
    expect(codes.length).toBeLessThan(15)
  })
})
