import {
  SSO_CODE_LIFETIME_MS,
  SSO_CODE_RETENTION_MS,
  SSO_LOGIN_LIFETIME_MS,
  SSO_LOGINS_MAX,
} from '../../src/manage/sso/rules/sso-login.ts'
import { PERSON, SSO, SSO_CHALLENGE, SUBJECT, ssoLogin } from './faults/seed.ts'
import { NEW, OLD, type SealedStores, sealedStores } from './store-fixture.ts'

const OWN = { organizationId: 1 }
const OTHER = { organizationId: 2 }
const AT = new Date('2027-06-01T10:00:00.000Z')
const later = (ms: number): Date => new Date(AT.getTime() + ms)

let stores: SealedStores
let store: SealedStores['store']
let connection: SealedStores['connection']
let withKeys: SealedStores['withKeys']
beforeAll(async () => {
  stores = await sealedStores()
  ;({ store, connection, withKeys } = stores)
})
afterAll(() => stores.close())

describe('the client secret of an SSO configuration', () => {
  it('is sealed, kept only for the same issuer and client, and resealed with the current secret', async () => {
    expect(await store.ssoConfigurations.put(OWN, SSO, undefined)).toBe(false)
    expect(await store.ssoConfigurations.put(OWN, SSO, 'kept as it is')).toBe(true)
    expect(JSON.stringify(await connection.collection('sso_configurations').find().toArray())).not.toMatch(
      /kept as it is|a2VwdCBhcyBpdCBpc/,
    )
    expect(await store.ssoConfigurations.put(OWN, { ...SSO, enabled: false }, undefined)).toBe(true)
    expect((await store.ssoConfigurations.findProvider(OWN))?.provider.clientSecret).toBe('kept as it is')
    for (const other of [{ issuer: 'https://other.example' }, { clientId: 'other' }])
      expect(await store.ssoConfigurations.put(OWN, { ...SSO, ...other }, undefined)).toBe(false)
    await expect(withKeys(NEW).ssoConfigurations.findProvider(OWN)).rejects.toMatchObject({
      problem: 'configuration_invalid',
    })
    const unreadable = ['1']
    expect(await withKeys(NEW).sealed.reseal('sso_configurations')).toEqual({ resealed: 0, unreadable })
    expect(await withKeys(NEW, OLD).sealed.reseal('sso_configurations')).toEqual({ resealed: 1, unreadable: [] })
    expect((await withKeys(NEW).ssoConfigurations.findProvider(OWN))?.provider.clientSecret).toBe('kept as it is')
    expect(await store.ssoConfigurations.findProvider(OTHER)).toBeUndefined()
  })
})

describe('an SSO login in the store', () => {
  it('keeps no secret in plain text, accepts one callback and is taken once', async () => {
    await store.ssoLogins.add(OWN, ssoLogin('state-in-the-clear'), AT)
    const parameters = { state: 'state-in-the-clear', code: 'code-of-the-provider' }
    const returns = () => store.ssoLogins.storeCallback('state-in-the-clear', parameters, AT)
    const [one, other] = await Promise.all([returns(), returns()])
    const { code } = one ?? other ?? { code: '' }
    expect([one, other].filter((found) => found !== undefined)).toEqual([{ code, expiresInS: 60 }])
    const stored = JSON.stringify(await connection.collection('sso_logins').find().toArray())
    for (const secret of ['state-in-the-clear', 'code-of-the-provider', 'nonce', 'v'.repeat(43), code])
      expect(stored).not.toContain(secret)
    expect(await store.ssoLogins.take(code, 'd'.repeat(43), AT)).toEqual({ kind: 'unknown' })
    const takes = () => store.ssoLogins.take(code, SSO_CHALLENGE, AT)
    const taken = await Promise.all([takes(), takes(), takes()])
    const { secrets, from, ...started } = ssoLogin('state-in-the-clear')
    expect(taken.filter(({ kind }) => kind === 'taken')).toEqual([
      { kind: 'taken', login: { ...OWN, ...started, secrets, parameters } },
    ])
    expect((await takes()).kind).toBe('unknown')
  })

  it('expires after a slow user or a slow page', async () => {
    const takenAt = async (state: string, backMs: number, tokenMs: number): Promise<string> => {
      await store.ssoLogins.add(OWN, ssoLogin(state), AT)
      const returned = await store.ssoLogins.storeCallback(state, { state }, later(backMs))
      return (await store.ssoLogins.take(returned?.code ?? '', SSO_CHALLENGE, later(tokenMs))).kind
    }
    expect(await takenAt('in time', SSO_LOGIN_LIFETIME_MS - 2, SSO_LOGIN_LIFETIME_MS - 1)).toBe('taken')
    expect(await takenAt('page too late', 0, SSO_CODE_LIFETIME_MS)).toBe('expired')
    expect(await takenAt('person too late', SSO_LOGIN_LIFETIME_MS, SSO_LOGIN_LIFETIME_MS)).toBe('expired')
  })

  it('is replaced by newer logins of the same network only', async () => {
    const own = { organizationId: 3 }
    const logins = connection.collection<{ organizationId: number; from: string }>('sso_logins')
    await store.ssoLogins.add(own, ssoLogin('of somebody', 'elsewhere'), AT)
    for (let index = 0; index <= SSO_LOGINS_MAX; index++)
      await store.ssoLogins.add(own, ssoLogin(`many ${index}`), later(1 + index))
    const [ended, kept] = [
      await store.ssoLogins.storeCallback('many 0', {}, AT),
      await store.ssoLogins.storeCallback('many 1', {}, AT),
    ]
    expect([ended, kept?.expiresInS]).toEqual([undefined, 60])
    expect(await logins.countDocuments({ ...own, from: 'network' })).toBe(SSO_LOGINS_MAX)
    expect((await store.ssoLogins.storeCallback('of somebody', {}, AT))?.expiresInS).toBe(60)
  })

  it('is deleted an hour after its start, or soon after its code expires', async () => {
    const own = { organizationId: 4 }
    const logins = connection.collection<{ organizationId: number }>('sso_logins')
    for (const state of ['waits on', 'came back']) await store.ssoLogins.add(own, ssoLogin(state), AT)
    await store.ssoLogins.storeCallback('came back', { state: 'came back', code: 'code' }, AT)
    const left = async (ms: number) => {
      await store.ssoLogins.sweep(later(ms))
      return await logins.countDocuments(own)
    }
    const parked = SSO_CODE_LIFETIME_MS + SSO_CODE_RETENTION_MS
    expect([await left(parked - 1), await left(parked), await left(60 * 60_000)]).toEqual([2, 1, 0])
  })
})

describe('the provider login of a portal session', () => {
  it('is sealed with the session, up to 8 KiB, and removed with it', async () => {
    const login = { issuer: SSO.issuer, clientId: SSO.clientId, idToken: 'token-in-the-clear' }
    const { session } = await store.portalSessions.add(OWN, 7)
    await store.portalSessions.putProviderLogin(OWN, session.id, { ...login, idToken: 'x'.repeat(8 * 1024 + 1) })
    expect(await store.portalSessions.findProviderLogin(OWN, session.id)).toBeUndefined()
    await store.portalSessions.putProviderLogin(OWN, session.id, login)
    expect(await store.portalSessions.findProviderLogin(OWN, session.id)).toEqual(login)
    expect(await store.portalSessions.findProviderLogin(OTHER, session.id)).toBeUndefined()
    const stored = await connection.collection('portal_sessions').find().toArray()
    expect(JSON.stringify(stored)).not.toMatch(/token-in-the-clear/)
    await store.portalSessions.end(OWN, session.id)
    expect(await store.portalSessions.findProviderLogin(OWN, session.id)).toBeUndefined()
  })
})

describe('the subject of an identity provider', () => {
  it('belongs to one user per organization', async () => {
    await Promise.all([
      store.users.add(OWN, PERSON, 20),
      store.users.add(OWN, { ...PERSON, email: 'ben@shop.example' }, 21),
      store.users.add(OTHER, PERSON, 22),
    ])
    const link = (caller: typeof OWN, id: number, email: string, subject: string = SUBJECT.subject) =>
      store.users.linkSubject(caller, id, { ...SUBJECT, subject, email })
    expect(await link(OTHER, 20, PERSON.email)).toBe(false)
    expect(await link(OWN, 20, 'another@shop.example')).toBe(false)
    expect(await link(OWN, 20, PERSON.email.toUpperCase())).toBe(true)
    expect(await link(OWN, 20, PERSON.email)).toBe(true)
    expect(await link(OWN, 20, PERSON.email, 'somebody else')).toBe(false)
    expect(await link(OWN, 21, 'ben@shop.example')).toBe(false)
    expect((await store.users.findAccountBySubject(OWN, SUBJECT))?.id).toBe(20)
    expect(await store.users.findAccountBySubject(OTHER, SUBJECT)).toBeUndefined()
    expect(await link(OTHER, 22, PERSON.email)).toBe(true)
    const again = { ...PERSON, email: 'cem@shop.example', providerSubject: SUBJECT }
    await expect(store.users.add(OWN, again, 23)).rejects.toMatchObject({ problem: 'email_taken' })
    expect(await store.users.find(OWN, 23)).toBeUndefined()
  })

  it('is linked again by email for another client, and belongs to that client from then on', async () => {
    const email = 'dora@shop.example'
    await store.users.add(OWN, { ...PERSON, email }, 25)
    const link = (clientId: string, subject: string) =>
      store.users.linkSubject(OWN, 25, { issuer: SUBJECT.issuer, clientId, subject, email })
    expect(await link('former', 'dora of former')).toBe(true)
    expect(await link('former', 'somebody else')).toBe(false)
    expect(await link('now', 'dora of now')).toBe(true)
    expect(await link('now', 'somebody else')).toBe(false)
    expect(await store.users.findAccountBySubject(OWN, { ...SUBJECT, subject: 'dora of former' })).toBeUndefined()
    await store.users.renewSubject(OWN, 25, { ...SUBJECT, clientId: 'later', subject: 'dora of now' })
    await store.users.renewSubject(OWN, 25, { ...SUBJECT, clientId: 'later', subject: 'somebody else' })
    expect(await link('later', 'somebody else')).toBe(false)
    expect((await store.users.findAccount(OWN, 25))?.providerSubject).toMatchObject({
      clientId: 'later',
      subject: 'dora of now',
    })
  })

  it('removes the password of an unverified email, and no other', async () => {
    const passwordOf = async (id: number) => (await store.users.findAccount(OWN, id))?.passwordHash
    for (const [id, emailVerified] of [
      [30, true],
      [31, false],
    ] as const) {
      const email = `${id}@shop.example`
      await store.users.add(OWN, { ...PERSON, email, emailVerified }, id)
      expect(await store.users.linkSubject(OWN, id, { ...SUBJECT, subject: String(id), email })).toBe(true)
    }
    expect([await passwordOf(30), await passwordOf(31)]).toEqual(['hash', undefined])
    expect((await store.users.find(OWN, 31))?.emailVerified).toBe(true)
  })
})
