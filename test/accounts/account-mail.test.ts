import { accountMail } from '../../src/manage/accounts/account-mail.ts'
import type { MailRequest } from '../../src/manage/accounts/rules/mail-request.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from '../store/store-fixture.ts'
import { freshAddress } from './mailbox.ts'

let store: Store
beforeAll(async () => {
  store = storeOn(await openTestStore())
  await store.untilReady()
})
afterAll(() => store.close())

/** Writes mails as a worker does: each has its own dependencies and the installation secret. */
const made = (request: MailRequest) =>
  accountMail({ store, digestKeys: [Buffer.alloc(32, 1)] }, 'https://portal.example')(request)

const tokenIn = (text = ''): string => /mt_[\w-]{43}/.exec(text)?.[0] ?? ''

const resetRequest = async () => {
  const organization = await store.organizations.add({ name: 'Mailed', plan: 'free' })
  const own = { organizationId: organization.id }
  const fields = { email: freshAddress(), role: 'member', status: 'active', emailVerified: true } as const
  const user = await store.users.add(own, { ...fields, passwordHash: 'hash' }, await store.users.newId())
  const request = { mailId: crypto.randomUUID(), kind: 'password_reset', ...own, userId: user.id } as const
  return { own, user, request }
}

describe('a mail that is written again after a worker died', () => {
  it('is the same mail with the same token, which works', async () => {
    const { request, user } = await resetRequest()
    const [first, again] = [await made(request), await made(request)]
    expect(again).toEqual(first)
    expect(first).toMatchObject({ id: request.mailId, to: user.email })
    expect(await store.mailedTokens.take(tokenIn(first?.text), 'password_reset')).toMatchObject({ userId: user.id })
  })

  it('is not sent after its token was used, and the token does not work again', async () => {
    const { request, own, user } = await resetRequest()
    const token = tokenIn((await made(request))?.text)
    await store.mailedTokens.take(token, 'password_reset')
    await store.mailedTokens.removeOfUser(own, user.id, 'password_reset')
    expect(await made(request)).toBeUndefined()
    expect(await store.mailedTokens.find(token, 'password_reset')).toBeUndefined()
    expect(await store.mailedTokens.take(token, 'password_reset')).toBeUndefined()
  })

  it('has a different token for a different address or a different mail', async () => {
    const { request, own, user } = await resetRequest()
    const tokens = [tokenIn((await made(request))?.text)]
    tokens.push(tokenIn((await made({ ...request, mailId: crypto.randomUUID() }))?.text))
    await store.users.change(own, user.id, { email: freshAddress() })
    tokens.push(tokenIn((await made(request))?.text))
    expect(new Set(tokens).size).toBe(3)
  })

  it('renews the lifetime of its token if less than half is left', async () => {
    const { own, user } = await resetRequest()
    const token = `mt_${'h'.repeat(43)}`
    const standsFor = { ...own, userId: user.id, purpose: 'password_reset', email: user.email } as const
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes))
    expect(await store.mailedTokens.add(token, standsFor, at(0))).toEqual(at(60))
    expect(await store.mailedTokens.add(token, standsFor, at(29))).toEqual(at(60))
    expect(await store.mailedTokens.add(token, standsFor, at(31))).toEqual(at(91))
  })
})
