import type { AccountParts } from '../../src/manage/accounts/account-parts.ts'
import { accountParts } from '../../src/manage/accounts/accounts.ts'
import { resetPassword } from '../../src/manage/accounts/mailed-flows.ts'
import { changePassword } from '../../src/manage/accounts/own-account.ts'
import { passwords } from '../../src/manage/accounts/passwords.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from '../store/store-fixture.ts'
import { waitFor } from '../support/wait-for.ts'
import { freshAddress } from './mailbox.ts'

let store: Store
beforeAll(async () => {
  store = storeOn(await openTestStore())
  await store.untilReady()
})
afterAll(() => store.close())

const FORMER = 'seven green umbrellas'
const NEXT = 'eight green umbrellas'

/** A process with these dependencies dies after writing the password. */
const dying = (): AccountParts => {
  const mails = { send: async () => undefined }
  const change: Store['users']['change'] = async (...args) => {
    await store.users.change(...args)
    return await new Promise<never>(() => undefined)
  }
  return accountParts({ store: { ...store, users: { ...store.users, change } }, mails }, [Buffer.alloc(32)])
}

/** A user with two sessions, one of them of an attacker. */
const robbed = async () => {
  const organization = await store.organizations.add({ name: 'Robbed', plan: 'professional' })
  const own = { organizationId: organization.id }
  const passwordHash = await passwords().hash(FORMER)
  const fields = { email: freshAddress(), role: 'member', status: 'active', emailVerified: true, passwordHash } as const
  const user = await store.users.add(own, fields, await store.users.newId())
  const { session: theirs } = await store.portalSessions.add(own, user.id)
  const { session: thief } = await store.portalSessions.add(own, user.id)
  const person = { user, organization, role: user.role, isCookieBased: false, sessionId: theirs.id }
  const isWritten = async () => (await store.users.findAccount(own, user.id))?.passwordHash !== passwordHash
  return { own, user, person, thief, theirs, isWritten }
}

it('a password is stored as argon2id with 19 MiB, 2 passes and 1 lane by default', async () => {
  const { passwords: kept } = accountParts({ store, mails: { send: async () => undefined } }, [Buffer.alloc(32)])
  const hash = await kept.hash(NEXT)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([kept.isCurrent(hash), await kept.matches(hash, NEXT), await kept.matches(hash, FORMER)]).toEqual([
    true,
    true,
    false,
  ])
})

describe('a session of an attacker', () => {
  it('ends with a password change even if the process dies during it', async () => {
    const { own, person, thief, theirs, isWritten } = await robbed()
    void changePassword(dying(), { person, traceId: 't' }, { current: FORMER, next: NEXT })
    await waitFor('the password', isWritten)
    expect(await store.portalSessions.find(own, thief.id)).toBeUndefined()
    expect(await store.portalSessions.find(own, theirs.id)).toBeDefined()
  })

  it('ends with a password reset by mail even if the process dies during it', async () => {
    const { own, user, thief, isWritten } = await robbed()
    const mailed = { ...own, userId: user.id, purpose: 'password_reset', email: user.email } as const
    const token = `mt_${'p'.repeat(43)}`
    await store.mailedTokens.add(token, mailed)
    void resetPassword(dying(), { token, password: NEXT, from: 'network', traceId: 't' })
    await waitFor('the password', isWritten)
    expect(await store.portalSessions.find(own, thief.id)).toBeUndefined()
  })
})
