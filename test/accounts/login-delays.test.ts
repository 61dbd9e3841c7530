import { delayAfter, LOGIN_DELAYS } from '../../src/manage/accounts/rules/login-delay.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'
import { accepted, open, PASSWORD } from './logged-in.ts'
import { freshAddress, tokenTo } from './mailbox.ts'

let platform: Platform
beforeAll(async () => {
  // Clients set their address, as a proxy would.
  platform = await startPlatform({ env: { TABLETALK_TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => platform.close())

const logIn = (email: string, password: string, from: string) =>
  open(platform, 'login', { email, password }, { 'X-Forwarded-For': from })

/** Sends requests until one is delayed. @returns the statuses in order; on a slow machine more requests pass */
const untilDelayed = async (ask: (index: number) => Promise<Reply>): Promise<readonly Reply[]> => {
  const replies: Reply[] = []
  while (replies.at(-1)?.status !== 429 && replies.length < 60) replies.push(await ask(replies.length))
  return replies
}

describe('guessing a password', () => {
  it('doubles the delay after each failed attempt, up to a maximum', () => {
    const waits = [4, 5, 6, 7, 20, 1_000_000].map((failed) => delayAfter(failed, LOGIN_DELAYS.pair))
    expect(waits).toEqual([0, 1_000, 2_000, 4_000, 300_000, 300_000])
  })

  it('is throttled per network whether or not the account exists', async () => {
    const { email } = await accepted(platform, 'member')
    for (const [who, from] of [
      [email, '203.0.113.1'],
      [freshAddress('nobody'), '203.0.113.2'],
    ] as const) {
      const replies = await untilDelayed(() => logIn(who, 'wrong umbrellas', from))
      expect(replies.slice(0, 5).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
      expect(replies.length).toBeLessThan(15)
      expect(replies.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
  })

  it('gets no more attempts concurrently than sequentially', async () => {
    const email = freshAddress()
    const all = await Promise.all(Array.from({ length: 20 }, () => logIn(email, 'wrong umbrellas', '203.0.113.3')))
    const through = all.filter(({ status }) => status === 401).length
    // An attempt that a slow machine processes a second later is rightly allowed.
    expect([through > 0, through <= 8]).toEqual([true, true])
  })

  it('by strangers from many networks does not lock out a user in a known network', async () => {
    const { email } = await accepted(platform, 'member')
    const home = '198.51.100.7'
    expect((await logIn(email, PASSWORD, home)).status).toBe(200)
    const strangers = await untilDelayed((index) => logIn(email, 'wrong umbrellas', `192.0.2.${index + 1}`))
    expect(strangers.length).toBeGreaterThan(30)
    expect(strangers.at(-1)?.status).toBe(429)
    expect((await logIn(email, PASSWORD, home)).status).toBe(200)

    const away = '198.51.100.8'
    expect((await logIn(email, PASSWORD, away)).status).toBe(429)
    await open(platform, 'password-resets', { email })
    const token = await tokenTo(platform, email, 'Choose')
    const read = { 'X-Forwarded-For': away }
    await open(platform, 'password-resets/confirm', { token, password: PASSWORD }, read)
    expect((await logIn(email, PASSWORD, away)).status).toBe(200)
  })

  it('by others in the same network does not lock out a user who has logged in from it', async () => {
    const { email } = await accepted(platform, 'member')
    const office = '198.51.100.9'
    expect((await logIn(email, PASSWORD, office)).status).toBe(200)
    const stranger = (index: number) => ({ email: freshAddress(`${index}`), password: PASSWORD, organization_id: 1 })
    const neighbours = await untilDelayed((index) =>
      open(platform, 'login', stranger(index), { 'X-Forwarded-For': office }),
    )
    expect([neighbours.length > 50, neighbours.at(-1)?.status]).toEqual([true, 429])
    expect((await logIn(email, PASSWORD, office)).status).toBe(200)
  })

  it('is counted per IPv6 network, not per address', async () => {
    const email = freshAddress()
    const replies = await untilDelayed((index) => logIn(email, 'wrong umbrellas', `2001:db8:7:1::${index + 1}`))
    expect(replies.length).toBeLessThan(15)
    expect((await logIn(email, 'wrong umbrellas', '2001:db8:7:1001::1')).status).toBe(401)
  })
})

describe('a mail that can be requested without login', () => {
  it('is sent to one address a limited number of times, from all networks together', async () => {
    const email = freshAddress()
    const replies = await untilDelayed((index) =>
      open(platform, 'password-resets', { email }, { 'X-Forwarded-For': `192.0.2.${index}` }),
    )
    expect(replies.slice(0, 3).map(({ status }) => status)).toEqual([202, 202, 202])
    expect(replies.length).toBeLessThan(15)
  })
})
