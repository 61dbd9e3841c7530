import { KEY_PERMISSIONS } from '../../src/access/rules/permit.ts'
import { accountParts } from '../../src/manage/accounts/accounts.ts'
import { addUser } from '../../src/manage/accounts/managed-users.ts'
import { deriveKey } from '../../src/store/sealer.ts'
import { type Platform, type Reply, SECRET, startPlatform } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'
import { accepted, codeOf, type LoggedIn, loggedInAs } from './logged-in.ts'
import { freshAddress, mailsTo, tokenTo } from './mailbox.ts'

let platform: Platform
/** A separate organization, whose owners are known. */
let key: string
let organizationId: number
beforeAll(async () => {
  platform = await startPlatform()
  const { store } = platform.app
  organizationId = (await store.organizations.add({ name: 'People', plan: 'professional' })).id
  key = (await store.apiKeys.add({ organizationId }, { kind: 'organization', userId: 0 })).text
})
afterAll(() => platform.close())

const manage = (path: string, options: Parameters<Platform['request']>[1] = {}) =>
  platform.request(`/api/v1/users${path}`, { ...options, headers: { 'X-API-Key': key, 'X-Tenant-Id': null } })

const owner = async (): Promise<{ readonly id: number; readonly email: string }> => {
  const email = freshAddress('owner')
  const { id } = (await manage('', { json: { email, role: 'owner', password: 'seven green umbrellas' } })).body.data
  const token = await tokenTo(platform, email, 'Confirm')
  await platform.request('/api/v1/auth/email-verifications/confirm', {
    json: { token },
    headers: { 'X-API-Key': null },
  })
  return { id, email }
}

describe('the users of an organization', () => {
  it('are listed in pages and found by id, only in their own organization', async () => {
    const added = await manage('', { json: { email: freshAddress() } })
    const { id } = added.body.data
    const page = await manage('?page=1&page_size=1')
    expect([page.body.data.length, page.body.pagination.page_size]).toEqual([1, 1])
    expect((await manage(`/${id}`)).body.data).toEqual(added.body.data)
    for (const other of [`/api/v1/users/${id}`, '/api/v1/users/999999', '/api/v1/users/0', '/api/v1/users/x'])
      expect(codeOf(await platform.request(other))).toEqual([404, 'NOT_FOUND_USER'])
  })

  it('have unique addresses, independent of spelling', async () => {
    const email = freshAddress('Ann')
    expect((await manage('', { json: { email } })).status).toBe(201)
    const spellings = [email, email.toUpperCase(), email.toLowerCase()]
    for (const one of spellings)
      expect(codeOf(await manage('', { json: { email: one } }))).toEqual([400, 'BUSINESS_DUPLICATE_ENTRY'])
    const both = freshAddress()
    const invitations = await Promise.all([0, 1].map(() => manage('', { json: { email: both } })))
    expect(invitations.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })

  it.each([
    'ann',
    'ann@',
    '@shop.example',
    'ann@shop',
    'ann@shop.example\nBcc: b@b.example',
    'a b@shop.example',
    `${'a'.repeat(65)}@shop.example`,
    `ann@${'a.'.repeat(130)}example`,
    'ann..b@shop.example',
    'ann@shop..example',
    '"ann"@shop.example',
    'änn@shop.example',
    'ann@shop.example/.evil.example',
    'ann@shop.example?.evil.example',
    'ann@shop.example#.evil.example',
    'ann@shop.example\\.evil.example',
    'ann@shop.ex\tample',
    'ann@shop.ex\u00ADample',
    'ann@sh%6fp.example',
    'ann@shop.example:80',
    'ann@shop.example／x',
    'ann@0x7f.1',
    'ann@1.1',
    '',
    `ann@${'x'.repeat(2_000)}.example`,
  ])('cannot have a malformed address: %j', async (email) => {
    expect(codeOf(await manage('', { json: { email } }))).toEqual([400, 'VALIDATION_INVALID_EMAIL'])
  })

  it.each([
    'ann+tag@shop.example',
    "o'hara@shop.example",
    'ann@müller.example',
    `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.ex`,
  ])('can have the address %s', async (email) => {
    const { status, body } = await manage('', { json: { email } })
    expect([status, body.data.email]).toEqual([201, email.replace('müller', 'xn--mller-kva')])
  })

  it('receive a limited number of mails per address and organization', async () => {
    const email = freshAddress('victim')
    const untilDelayed = async (ask: () => Promise<Reply>) => {
      let reply = await ask()
      for (let asked = 1; reply.status !== 429 && asked < 12; asked++) reply = await ask()
      return reply
    }
    const delayed = [429, 'SYSTEM_RATE_LIMIT_EXCEEDED']
    const reply = await untilDelayed(async () => {
      const added = await manage('', { json: { email } })
      if (added.status === 201) await manage(`/${added.body.data.id}`, { method: 'DELETE' })
      return added
    })
    expect([...codeOf(reply), reply.body.message]).toEqual([
      ...delayed,
      expect.stringMatching(/emails were already requested/),
    ])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    const { id } = await owner()
    const json = { email: email.toUpperCase() }
    expect(codeOf(await untilDelayed(() => manage(`/${id}`, { method: 'PATCH', json })))).toEqual(delayed)
    expect((await platform.request('/api/v1/users', { json: { email } })).status).toBe(201)
    const verified = { email, role: 'member', status: 'active', emailVerified: true } as const
    const { store } = platform.app
    await store.users.add({ organizationId }, verified, await store.users.newId())
    expect(codeOf(await manage('', { json: { email } }))).toEqual([400, 'BUSINESS_DUPLICATE_ENTRY'])
  })

  it('get a new address once it is verified', async () => {
    const one = await owner()
    const next = freshAddress('next')
    const changed = await manage(`/${one.id}`, { method: 'PATCH', json: { email: next } })
    expect(changed.body.data).toMatchObject({ email: one.email, pending_email: next })
    const token = await tokenTo(platform, next, 'Confirm')
    const confirm = { json: { token }, headers: { 'X-API-Key': null } }
    expect((await platform.request('/api/v1/auth/email-verifications/confirm', confirm)).status).toBe(200)
    expect((await manage(`/${one.id}`)).body.data).toMatchObject({ email: next, pending_email: null })
  })
})

describe('an invitation', () => {
  it('is mailed once even if the sending process died before the mail workflow started', async () => {
    const { app } = platform
    const email = freshAddress('lost')
    const dead = { ...app, mails: { send: () => new Promise<void>(() => undefined) } }
    const parts = accountParts(dead, [deriveKey(SECRET, 'accounts')])
    const organization = await app.store.organizations.find({ organizationId })
    if (organization === undefined) throw new Error('it is gone')
    const manager = { organization, role: 'owner', permissions: KEY_PERMISSIONS } as const
    void addUser(parts, manager, { email, role: 'member' }, () => (write) => write())
    await waitFor('the invited', async () => (await app.store.users.findAccounts(email, organizationId)).length > 0)
    expect(await mailsTo(platform, email)).toEqual([])
    const later = Date.now() + 3_600_000
    await Promise.all([app.accounts.resumeMails(later), app.accounts.resumeMails(later)])
    expect(await app.store.users.dueMails(new Date(later))).toEqual([])
    await tokenTo(platform, email, 'Invitation')
    expect(await mailsTo(platform, email)).toHaveLength(1)
  })
})

describe('a pending address', () => {
  it('is cancelled by setting the current address, and its mailed token is invalid', async () => {
    const one = await owner()
    const wrong = freshAddress('wrong')
    await manage(`/${one.id}`, { method: 'PATCH', json: { email: wrong } })
    const token = await tokenTo(platform, wrong, 'Confirm')
    const back = await manage(`/${one.id}`, { method: 'PATCH', json: { email: one.email } })
    expect(back.body.data).toMatchObject({ email: one.email, pending_email: null })
    const confirm = { json: { token }, headers: { 'X-API-Key': null } }
    expect((await platform.request('/api/v1/auth/email-verifications/confirm', confirm)).status).toBe(401)
  })
})

describe('the owners of an organization', () => {
  it('are never all removed: of concurrent removals one owner stays', async () => {
    const { store } = platform.app
    const others = (await store.organizations.find({ organizationId }))?.owners ?? []
    const [one, other] = [await owner(), await owner()]
    for (const id of others) expect((await manage(`/${id}`, { method: 'DELETE' })).status).toBe(200)
    const gone = await Promise.all([
      manage(`/${one.id}`, { method: 'DELETE' }),
      manage(`/${other.id}`, { method: 'PATCH', json: { role: 'member' } }),
    ])
    expect(gone.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [400, 'BUSINESS_INVALID_STATE'],
    ])
    expect((await store.organizations.find({ organizationId }))?.owners).toHaveLength(1)
    const [last] = (await store.organizations.find({ organizationId }))?.owners ?? []
    for (const json of [{ role: 'admin' }, { status: 'suspended' }])
      expect(codeOf(await manage(`/${last}`, { method: 'PATCH', json }))).toEqual([400, 'BUSINESS_INVALID_STATE'])
  })

  it('are only users with the role, despite concurrent other changes', async () => {
    const { store } = platform.app
    let [last] = (await store.organizations.find({ organizationId }))?.owners ?? []
    for (let round = 0; round < 5; round++) {
      const { id } = await owner()
      const patch = (json: object) => manage(`/${id}`, { method: 'PATCH', json })
      const names = [0, 1, 2, 3].map((nth) => patch({ name: `Ann ${nth}` }))
      const [demoted, removed] = await Promise.all([
        ...[patch({ role: 'admin' }), manage(`/${last}`, { method: 'DELETE' })],
        ...names,
      ])
      expect([demoted?.status, removed?.status].toSorted()).toEqual([200, 400])
      last = demoted?.status === 200 ? last : id
      expect((await store.organizations.find({ organizationId }))?.owners).toEqual([last])
    }
  })
})

describe('the role hierarchy', () => {
  let admin: LoggedIn
  beforeAll(async () => {
    admin = await loggedInAs(platform, 'admin')
  })

  it('prevents adding, changing and removing users of a higher role', async () => {
    const path = `/users/${(await accepted(platform, 'owner')).id}`
    const refused = [403, 'AUTH_INSUFFICIENT_PERMISSIONS']
    expect(codeOf(await admin.request('/users', { json: { email: freshAddress(), role: 'owner' } }))).toEqual(refused)
    expect(codeOf(await admin.request(`/users/${admin.id}`, { method: 'PATCH', json: { role: 'owner' } }))).toEqual(
      refused,
    )
    for (const [method, of, json] of [
      ['PATCH', '', { role: 'member' }],
      ['PATCH', '', { email: freshAddress() }],
      ['POST', '/invitation', {}],
      ['DELETE', '/second-factor', undefined],
      ['DELETE', '/provider-link', undefined],
      ['DELETE', '', undefined],
    ] as const)
      expect(codeOf(await admin.request(`${path}${of}`, { method, ...(json && { json }) }))).toEqual(refused)
    const made = await admin.request('/users', { json: { email: freshAddress(), role: 'admin' } })
    expect(made.status).toBe(201)
  })

  it('does not count an invited owner: an admin may withdraw the invitation', async () => {
    const { body } = await platform.request('/api/v1/users', { json: { email: freshAddress(), role: 'owner' } })
    expect((await admin.request(`/users/${body.data.id}`, { method: 'DELETE' })).status).toBe(200)
  })

  it('limits keys of an admin to an admin, and rotation to keys of equal or lower roles', async () => {
    const refused = [403, 'AUTH_INSUFFICIENT_PERMISSIONS']
    const made = await admin.request('/api-keys', { json: { name: `by ${admin.id}` } })
    const headers = { 'X-API-Key': made.body.data.key }
    expect((await platform.request('/api/v1/users', { headers })).status).toBe(200)
    const promote = { method: 'PATCH', json: { role: 'owner' }, headers }
    expect(codeOf(await platform.request(`/api/v1/users/${admin.id}`, promote))).toEqual(refused)
    const removal = { method: 'DELETE', json: { confirm: 'x' }, headers }
    expect(codeOf(await platform.request('/api/v1/organization', removal))).toEqual(refused)
    const again = await platform.request('/api/v1/api-keys', { json: { name: `again ${admin.id}` }, headers })
    const second = { ...promote, headers: { 'X-API-Key': again.body.data.key } }
    expect(codeOf(await platform.request(`/api/v1/users/${admin.id}`, second))).toEqual(refused)
    const { id } = await platform.app.store.apiKeys.add(platform.access, { kind: 'organization', userId: 0 })
    expect(codeOf(await admin.request(`/api-keys/${id}/rotate`, { json: {} }))).toEqual(refused)
  })

  it('prevents taking over an invited owner by changing the address', async () => {
    const { body } = await platform.request('/api/v1/users', { json: { email: freshAddress(), role: 'owner' } })
    const json = { email: freshAddress() }
    const reply = await admin.request(`/users/${body.data.id}`, { method: 'PATCH', json })
    expect(codeOf(reply)).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
  })

  it('prevents a key from granting a role beyond its permissions, but not from taking permissions away', async () => {
    const { text } = await platform.app.store.apiKeys.add(platform.access, {
      kind: 'organization',
      userId: 0,
      permissions: ['manage'],
    })
    const asKey = (path: string, options: Parameters<Platform['request']>[1]) =>
      platform.request(`/api/v1/users${path}`, { ...options, headers: { 'X-API-Key': text } })
    const reply = await asKey('', { json: { email: freshAddress() } })
    expect(codeOf(reply)).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
    expect(reply.body.message).toMatch(/chat, history/)
    const { id } = await accepted(platform, 'member')
    const taken = await asKey(`/${id}`, { method: 'PATCH', json: { status: 'suspended', name: 'Ann' } })
    expect([taken.status, taken.body.data.status]).toEqual([200, 'suspended'])
    for (const json of [{ status: 'active' }, { role: 'member' }, { email: freshAddress() }])
      expect(codeOf(await asKey(`/${id}`, { method: 'PATCH', json }))).toEqual(codeOf(reply))
    for (const [method, of] of [
      ['POST', '/invitation'],
      ['DELETE', '/second-factor'],
      ['DELETE', '/provider-link'],
    ] as const)
      expect(codeOf(await asKey(`/${id}${of}`, { method }))).toEqual(codeOf(reply))
    expect((await asKey(`/${id}`, { method: 'DELETE' })).status).toBe(200)
  })

  it('applies a changed role from the next request on', async () => {
    const one = await loggedInAs(platform, 'admin')
    expect((await one.request('/users')).status).toBe(200)
    await platform.request(`/api/v1/users/${one.id}`, { method: 'PATCH', json: { role: 'member' } })
    expect(codeOf(await one.request('/users'))).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
    expect((await one.request('/auth/me')).body.data.role).toBe('member')
  })
})
