import { accepted, codeOf as ended, logIn, open, PASSWORD, tokenOf, withToken } from './logged-in.ts'
import { actions, begin, newPage, type SsoBench, type SsoOrganization, signOn } from './signed-on.ts'

/** Guarantees of `/sso/config`, run with the service of another suite. */
export const ssoConfiguration = (bench: () => SsoBench): void => {
  describe('the SSO configuration', () => {
    /** Users of the provider are added automatically. */
    let shop: SsoOrganization
    beforeAll(async () => {
      shop = await bench().strict({ provisioning: true, domains: ['shop.example'] })
    })

    it('never returns its secret, keeps it for the same client, and omits it from the audit log', async () => {
      const { platform, provider, strict } = bench()
      const { owner, organizationId } = await strict()
      const first = await owner('/sso/config')
      expect(first.body.data).toEqual({
        enabled: true,
        required: false,
        issuer: provider.issuer,
        client_id: provider.clientId,
        domains: null,
        provisioning: false,
        default_role: 'member',
        roles_claim: null,
        roles: null,
        redirect_uri: `${platform.baseUrl}/api/v1/auth/sso/callback`,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      })
      const { issuer, client_id } = first.body.data
      const change = { issuer, client_id, domains: ['SHOP.example', 'shop.example'], default_role: 'admin' }
      const changed = await owner('/sso/config', 'PUT', change)
      expect(changed.body.data).toMatchObject({ domains: ['shop.example'], default_role: 'admin' })
      expect(changed.body.data.created_at).toBe(first.body.data.created_at)
      expect((await begin(platform, organizationId, newPage())).status).toBe(302)
      const other = await owner('/sso/config', 'PUT', { issuer, client_id: 'other' })
      expect([...ended(other), other.body.details[0].field]).toEqual([
        ...[400, 'VALIDATION_MISSING_REQUIRED_FIELD'],
        'client_secret',
      ])
      const log = await owner('/audit')
      for (const { text } of [first, changed, log]) expect(text).not.toContain(provider.clientSecret)
      expect(await actions({ owner })).toContainEqual(['sso.configured', 'done'])
    })

    it('ends exactly the sessions of a replaced or removed provider', async () => {
      const { platform, provider, strict, known } = bench()
      const organization = await strict({ provisioning: true, domains: ['shop.example'] })
      const { subject } = await known()
      const enter = async () => {
        const { access_token: token } = (await signOn(platform, provider, organization.organizationId, subject)).body
          .data
        return async () => (await withToken(platform, token, '/auth/me')).status
      }
      const elsewhere = (await signOn(platform, provider, shop.organizationId, subject)).body.data.access_token
      const first = await enter()
      await organization.configure({ enabled: false })
      expect(await first()).toBe(200)
      await organization.configure({ client_id: 'another' })
      expect(await first()).toBe(401)
      await organization.configure()
      const second = await enter()
      expect((await organization.owner('/sso/config', 'DELETE')).status).toBe(200)
      expect([await second(), (await organization.owner('/users')).status]).toEqual([401, 200])
      expect((await withToken(platform, elsewhere, '/auth/me')).status).toBe(200)
    })

    it('can require SSO for all users but owners, which ends password logins and sessions', async () => {
      const { platform, provider, strict, known } = bench()
      const organization = await strict()
      const { organizationId } = organization
      const { key } = (await organization.owner('/api-keys', 'POST', { name: 'people' })).body.data
      const [chief, owner] = [await accepted(platform, 'admin', { key }), await accepted(platform, 'owner', { key })]
      const [before, kept] = [await logIn(platform, chief), await logIn(platform, owner)]
      const again = (refreshToken: string) => open(platform, 'refresh', { refresh_token: refreshToken })
      const required = [403, 'AUTH_INSUFFICIENT_PERMISSIONS']
      const byPassword = () => open(platform, 'login', { email: chief.email, password: PASSWORD, code: '123456' })

      await organization.configure({ required: true })
      expect((await before.request('/auth/me')).status).toBe(401)
      expect((await again(before.refreshToken)).status).toBe(401)
      const refused = await byPassword()
      expect([...ended(refused), refused.text]).toEqual([...required, expect.stringContaining(`=${organizationId}`)])
      const wrong = await open(platform, 'login', { email: chief.email, password: 'seven green umbrella' })
      expect(ended(wrong)).toEqual([401, 'AUTH_INVALID_CREDENTIALS'])
      expect((await kept.request('/auth/me')).status).toBe(200)
      expect((await again(kept.refreshToken)).status).toBe(200)

      const { subject } = await known({}, chief.email)
      const signedOn = (await signOn(platform, provider, organizationId, subject)).body.data
      expect(signedOn.user.user_id).toBe(chief.id)
      expect((await again(signedOn.refresh_token)).status).toBe(200)
      const later = await logIn(platform, owner)
      await organization.owner(`/users/${owner.id}`, 'PATCH', { role: 'admin' })
      expect(ended(await again(later.refreshToken))).toEqual(required)

      await organization.configure({ required: true, enabled: false })
      expect((await byPassword()).status).toBe(200)
      await organization.configure({ required: false })
      const { refreshToken } = await logIn(platform, chief)
      expect((await again(refreshToken)).status).toBe(200)
    })

    it('cannot be set by a key with fewer permissions than the users it admits', async () => {
      const { platform, provider, strict } = bench()
      const { organizationId, owner } = await strict()
      const made = await owner('/api-keys', 'POST', { name: 'deployment', permissions: ['manage'] })
      const headers = { 'X-API-Key': made.body.data.key, 'X-Tenant-Id': null, 'X-Scope-Id': null }
      const json = { issuer: 'https://evil.example', client_id: 'c', client_secret: 's' }
      const refused = await platform.request('/api/v1/sso/config', { method: 'PUT', headers, json })
      expect(ended(refused)).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
      expect((await owner('/sso/config')).body.data.issuer).toBe(provider.issuer)
      expect((await begin(platform, organizationId, newPage())).status).toBe(302)
    })

    it('is accessible to owners of its organization only', async () => {
      const { platform, strict } = bench()
      const [one, other] = [await strict(), await strict({ client_id: 'another' })]
      const admin = await tokenOf(platform, one.organizationId, 'admin')
      const refused = [403, 'AUTH_INSUFFICIENT_PERMISSIONS']
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const json = method === 'PUT' ? { json: { issuer: 'https://evil.example', client_id: 'c' } } : {}
        expect(ended(await withToken(platform, admin, '/sso/config', { method, ...json }))).toEqual(refused)
      }
      expect((await one.owner('/sso/config', 'DELETE')).status).toBe(200)
      for (const method of ['GET', 'DELETE'])
        expect(ended(await one.owner('/sso/config', method))).toEqual([400, 'SSO_NOT_CONFIGURED'])
      expect((await other.owner('/sso/config')).body.data.client_id).toBe('another')
    })

    it.each<readonly [object, string]>([
      [{ issuer: 'login.shop.example' }, 'issuer'],
      [{ issuer: 'ftp://login.shop.example' }, 'issuer'],
      [{ issuer: 'https://ann@login.shop.example' }, 'issuer'],
      [{ issuer: 'https://login.shop.example?x=1' }, 'issuer'],
      [{ issuer: 'https://login.shop.example#x' }, 'issuer'],
      [{ issuer: 'https://login.shop.example/\n' }, 'issuer'],
      [{ issuer: 'https://login.shop.example:25' }, 'issuer'],
      [{ client_id: '' }, 'client_id'],
      [{ client_secret: 'two\nlines' }, 'client_secret'],
      [{ domains: [] }, 'domains'],
      [{ domains: ['example'] }, 'domains.0'],
      [{ domains: ['*.shop.example'] }, 'domains.0'],
      [{ domains: ['@shop.example'] }, 'domains.0'],
      [{ domains: ['127.0.0.1'] }, 'domains.0'],
      [{ domains: ['shop.example/x'] }, 'domains.0'],
      [{ provisioning: true }, 'domains'],
      [{ default_role: 'owner' }, 'default_role'],
      [{ roles_claim: 'groups', roles: { chiefs: 'owner' } }, 'roles.chiefs'],
      [{ roles_claim: 'groups' }, 'roles'],
      [{ roles: { chiefs: 'admin' } }, 'roles_claim'],
      [{ secret: 'x' }, 'secret'],
    ])('is refused: %j', async (change, field) => {
      const { provider } = bench()
      const json = { issuer: provider.issuer, client_id: 'c', client_secret: 's', ...change }
      const { status, body } = await shop.owner('/sso/config', 'PUT', json)
      expect([status, body.details?.[0]?.field]).toEqual([400, field])
    })
  })
}
